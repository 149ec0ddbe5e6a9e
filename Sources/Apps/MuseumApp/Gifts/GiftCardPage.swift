import Accounts
import Core
import Interface
import Markup
import Web

/// The card of a gift: to print, or to show as a link.
struct GiftCardPage: PageAnswer {
    let gift: Gift
    let tier: Tier
    let giver: String
    let museum: Text
    /// Where the museum is; empty where nobody said.
    let place: String
    /// The whole address by which it is claimed.
    let address: String
    /// The same, to type.
    let code: String
    /// The address of the site, `https://` and its name.
    let site: String
    /// Whether the giver wants the money back: nobody can accept it until the museum has answered.
    let isRefundRequested: Bool
    var problem: Problem?
    var email: String?

    var title: Text { "A gift for \(gift.name)" }
    var shell: ShellStyle { .app("museum") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.profile() }
    var scripts: [String] { ["interface/js/print.js"] }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.membership(gift.membership)) }

    var body: some HTML {
        div(.class("narrow stack gift-page")) {
            h1(.class("visually-hidden")) { title }
            section(.class("gift-card"), .aria("label", "Gift card")) {
                p(.class("gift-museum"), .dir("auto")) { museum }
                GiftWords(title: tier.stay(at: museum), tier: tier, gift: gift, giver: giver, level: nil)
                if gift.claimedAt == nil, !isRefundRequested {
                    div(.class("gift-foot")) {
                        div(.class("gift-code")) { QRCodeImage(address, label: "Code that leads to the gift") }
                        div {
                            p { "Scan the code to accept the gift, or open" }
                            p(.class("gift-type"), .dir("ltr")) { typedAddress }
                            p { "and enter" }
                            p(.class("gift-type"), .dir("ltr")) { code }
                        }
                    }
                }
                if !place.isEmpty { p(.class("gift-place"), .dir("auto")) { place } }
            }
            if gift.claimedAt != nil {
                Alert(.success, title: "Your gift has been accepted.")
            } else if isRefundRequested {
                Alert(.warning, title: "You asked for a refund of this gift") {
                    p { "It can’t be accepted until the museum has answered. Withdraw the request if you still want to give it." }
                    p { a(.href(MuseumPaths.membership(gift.membership))) { "Show the request" } }
                }
            } else {
                Actions {
                    LinkButton(
                        "Share", href: address, icon: .share, .data("share"), .data("title", text: tier.stay(at: museum)),
                        .data("done", text: "The link is copied."))
                    Button("Print", icon: .printer, style: .secondary, .type("button"), .data("print"), .flag("hidden"))
                }
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
            }
        }
    }

    private var typedAddress: String { site.replacing("https://", with: "").replacing("http://", with: "") + MuseumPaths.giftCode() }
}

/// What a gift is, to whom and from whom.
struct GiftWords: HTML {
    let title: Text
    let tier: Tier
    let gift: Gift
    let giver: String
    /// Of the title as a heading; nil where the page has one.
    let level: Int?

    var body: some HTML {
        if level == 1 { h1(.class("gift-title"), .dir("auto")) { title } } else { p(.class("gift-title"), .dir("auto")) { title } }
        p(.class("gift-tier"), .dir("auto")) { "Membership: \(tier.name)" }
        if !gift.name.isEmpty { p(.class("gift-for"), .dir("auto")) { "Gift to \(gift.name)" } }
        if !gift.message.isEmpty { p(.class("gift-message"), .dir("auto")) { gift.message } }
        if !giver.isEmpty { p(.class("gift-from"), .dir("auto")) { "Gift from \(giver)" } }
    }
}

/// What somebody sees who was given a membership.
struct GiftClaimPage: PageAnswer {
    let gift: Gift
    let membership: Membership
    let tier: Tier
    let giver: String
    let museum: Text
    let action: String
    /// The name of whoever is signed in; nil for a guest, who comes back here from signing in or registering.
    let reader: String?
    /// Whether the reader has accepted it.
    let isMine: Bool
    /// Why nobody can accept it; nil where somebody can.
    let refusal: Problem?

    private var isGift: Bool { membership.source == .gift }

    var title: Text { isGift ? "A gift for you" : "Your membership" }
    var shell: ShellStyle { .app("museum") }
    var status: Status { isMine ? .ok : refusal.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.tiers() }

    var body: some HTML {
        div(.class("narrow stack")) {
            if isMine {
                ended(.check, isGift ? "You’ve accepted this gift" : "This membership is in your account", .verbatim(tier.name)) {
                    LinkButton("Show my membership", href: MuseumPaths.profile())
                }
            } else if let refusal, membership.status != .unclaimed {
                ended(.info, refusal.detail, refusal.remedy ?? "") { LinkButton("See memberships", href: MuseumPaths.tiers(), style: .secondary) }
            } else {
                section(.class("gift-card"), .aria("label", title)) {
                    p(.class("gift-museum"), .dir("auto")) { museum }
                    GiftWords(title: tier.stay(at: museum), tier: tier, gift: gift, giver: giver, level: 1)
                }
                if let refusal {
                    Alert(.warning, title: refusal.detail) { if let remedy = refusal.remedy { p { remedy } } }
                } else {
                    accepting
                }
            }
        }
    }

    @HTMLBuilder private func ended(_ icon: Icon, _ words: Text, _ further: Text, @HTMLBuilder action: () -> Node) -> Node {
        h1(.class("visually-hidden")) { title }
        EmptyState(icon, title: words, message: further, action: action)
    }

    @HTMLBuilder private var accepting: Node {
        if isGift {
            p { tier.isForLife ? "A membership for life." : "It begins when you accept it." }
            if !tier.benefits.isEmpty { Card("What your membership gives you") { TierBenefits(tier: tier) } }
        }
        if let reader {
            Form(action) { Actions { Button(isGift ? "Accept the gift" : "Put it on my phone", icon: .check) } }
            p(.class("muted")) { "It will belong to the account of \(reader)." }
        } else {
            p {
                isGift ? "Sign in or create an account, then accept your gift." : "With an account you have the code for the entrance on your phone."
            }
            Actions {
                LinkButton("Create an account", href: link(AccountsPaths.register(), query: ["then": action]), icon: .person)
                LinkButton("Sign in", href: link(SitePaths.signIn(), query: ["then": action]), icon: .signIn, style: .secondary)
            }
        }
    }
}

/// Where the code of a printed card is typed.
struct GiftCodePage: PageAnswer {
    var code = ""
    var problem: Problem?

    var title: Text { "Accept a gift" }
    var shell: ShellStyle { .app("museum") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.tiers() }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.home()) }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title, lead: "Enter the code on your gift card.")
            Form(MuseumPaths.giftCode(), method: .get, .class("stack")) {
                TextField(
                    "Code", name: "code", value: code, hint: "Such as 17-ABCD-EFGH-IJKL.", error: problem?.fields["code"], isRequired: true,
                    .maxlength(60), .autocomplete("off"), .custom("autocapitalize", "characters"), .flag("autofocus", problem != nil))
                Actions { Button("Continue") }
            }
        }
    }
}
