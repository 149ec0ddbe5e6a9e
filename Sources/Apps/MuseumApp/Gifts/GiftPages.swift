import Accounts
import Core
import Interface
import Markup
import Payments
import Web

/// Buying a membership for somebody else.
struct GiftPage: PageAnswer {
    let tier: Tier
    let terms: Terms?
    let providers: [any PaymentProvider]
    /// Whether the site can send email.
    let sendsEmail: Bool
    var form = GiftForm()
    var problem: Problem?

    var title: Text { "Give \(tier.name)" }
    var shell: ShellStyle { .app("museum") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.tiers() }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.buy(tier.id)) }

    var body: some HTML {
        let wrong = problem?.fields ?? [:]
        div(.class("narrow stack")) {
            PageHeader(title, lead: "The membership begins when your gift is accepted.")
            ProblemAlert(problem)
            Form(MuseumPaths.give(tier.id), .class("stack")) {
                Card {
                    TextField(
                        "Who is it for?", name: "name", value: form.name ?? "", hint: "The name on the card.", error: wrong["name"], isRequired: true,
                        .maxlength(Gift.longestName))
                    if sendsEmail {
                        TextField(
                            "Their email", name: "email", value: form.email ?? "", kind: .email,
                            hint: "We send the gift there. Leave it empty to hand over a card yourself.", error: wrong["email"], .maxlength(254))
                    }
                    TextArea(
                        "Message", name: "message", value: form.message ?? "", lines: 3, error: wrong["message"], isRequired: false,
                        .maxlength(Gift.longestMessage))
                }
                TermsFields(terms: terms, error: wrong["terms"])
                if tier.price > 0 {
                    RadioGroup(
                        "How do you want to pay?", name: "provider", choices: providers.map { Choice($0.id, $0.name) },
                        selected: form.provider ?? providers.first?.id)
                }
                Actions {
                    Button(tier.price > 0 ? "Pay \(tier.cost)" : "Give", .data("needs-connection"))
                    LinkButton("Cancel", href: MuseumPaths.tiers(), style: .secondary)
                }
            }
        }
    }
}

/// The card of a gift: to print, or to show as a link.
struct GiftCardPage: PageAnswer {
    let gift: Gift
    let tier: Tier
    let giver: String
    /// The whole address by which it is claimed.
    let address: String
    var problem: Problem?
    var email: String?

    var title: Text { "A gift for \(gift.name)" }
    var shell: ShellStyle { .app("museum") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.profile() }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.membership(gift.membership)) }

    var body: some HTML {
        div(.class("narrow stack")) {
            h1(.class("visually-hidden")) { title }
            section(.class("gift-card"), .aria("label", "Gift card")) {
                p(.class("gift-for"), .dir("auto")) { "Gift to \(gift.name)" }
                p(.class("gift-tier"), .dir("auto")) { tier.name }
                if !gift.message.isEmpty { p(.class("gift-message"), .dir("auto")) { gift.message } }
                p(.class("muted"), .dir("auto")) { "Gift from \(giver)" }
                if gift.claimedAt == nil {
                    div(.class("gift-code")) { QRCodeImage(address, label: "Code that leads to the gift") }
                    p(.class("muted")) { "Scan the code to accept the gift." }
                }
            }
            if gift.claimedAt == nil {
                p(.class("print-hint muted")) { "Print this page to hand the card over, or share the link." }
                CopyField("Link", value: address, done: "Copied", hint: "The first person to open it can accept the gift.")
                if !gift.email.isEmpty || email != nil {
                    Form(MuseumPaths.redirectGift(gift.membership), .class("card stack")) {
                        ProblemAlert(problem)
                        TextField(
                            "Email", name: "email", value: email ?? gift.email, kind: .email,
                            hint: "Wrong address? Correct it, and we send the gift again.",
                            error: problem?.fields["email"], isRequired: true, .maxlength(254))
                        Actions { Button("Send again", style: .secondary) }
                    }
                }
            } else {
                Alert(.success, title: "Your gift has been accepted.")
            }
        }
    }
}

/// What somebody sees who was given a membership.
struct GiftClaimPage: PageAnswer {
    let gift: Gift
    let membership: Membership
    let tier: Tier
    let giver: String
    let action: String
    let isSignedIn: Bool

    var title: Text { "A gift for you" }
    var shell: ShellStyle { .app("museum") }
    var activePath: String? { MuseumPaths.profile() }

    var body: some HTML {
        div(.class("narrow stack")) {
            if membership.status != .unclaimed {
                EmptyState(.info, title: "This gift can’t be accepted any more", message: "It has been accepted already, or was taken back.") {
                    LinkButton("Show my membership", href: MuseumPaths.profile())
                }
            } else {
                section(.class("gift-card"), .aria("labelledby", "gift-title")) {
                    h1(.id("gift-title")) { title }
                    p(.class("gift-tier"), .dir("auto")) { tier.name }
                    if !gift.message.isEmpty { p(.class("gift-message"), .dir("auto")) { gift.message } }
                    if !giver.isEmpty { p(.class("muted"), .dir("auto")) { "Gift from \(giver)" } }
                }
                p { tier.isForLife ? "A membership for life." : "It begins when you accept it." }
                Form(action) { Actions { Button("Accept the gift", icon: .check) } }
                if !isSignedIn { p(.class("muted")) { "You sign in or create an account first." } }
            }
        }
    }
}
