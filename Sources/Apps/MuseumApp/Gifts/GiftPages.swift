import Accounts
import Core
import Interface
import Markup
import Payments
import Web

/// What can be given, and how giving goes.
struct GiftsPage: PageAnswer {
    let tiers: [(tier: Tier, hasEntry: Bool)]

    var title: Text { "Give a membership" }
    var shell: ShellStyle { .app("museum") }
    var activePath: String? { MuseumPaths.tiers() }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.tiers()) }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title, lead: "The membership begins when your gift is accepted.")
            if tiers.isEmpty {
                EmptyState(.heart, title: "No memberships for sale", message: "Ask at the museum’s desk.")
            } else {
                ul(.class("gift-tiers")) {
                    for (tier, hasEntry) in tiers {
                        li {
                            LinkCard(
                                .verbatim(tier.name),
                                detail: tier.summary.isEmpty
                                    ? "\(tier.priceWords). \(tier.entryWords(hasEntry))." : "\(tier.priceWords). \(tier.summary)", icon: .heart,
                                href: MuseumPaths.give(tier.id))
                        }
                    }
                }
                section(.aria("labelledby", "gift-steps")) {
                    h2(.id("gift-steps")) { "How it works" }
                    ol {
                        li { "Choose a membership, and write a message if you like." }
                        li { "Pay here, or at the museum’s desk." }
                        li { "Share the gift’s link, or print its card to hand over." }
                    }
                }
            }
            p { a(.href(MuseumPaths.giftCode())) { "Got a gift code?" } }
        }
    }
}

/// Buying a membership for somebody else.
struct GiftPage: PageAnswer {
    let tier: Tier
    let terms: Terms?
    let providers: [any PaymentProvider]
    /// Whether the site can send email.
    let sendsEmail: Bool
    /// Whether people can make an account; nil for whoever has one.
    let canRegister: Bool?
    var form = GiftForm()
    var problem: Problem?

    var title: Text { "Give a membership: \(tier.name)" }
    var shell: ShellStyle { .app("museum") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.tiers() }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.gifts()) }

    var body: some HTML {
        let wrong = problem?.fields ?? [:]
        div(.class("narrow stack")) {
            PageHeader(title, lead: "The membership begins when your gift is accepted.")
            ProblemAlert(problem)
            Card {
                if !tier.benefits.isEmpty { TierBenefits(tier: tier) }
                DescriptionList([.init("Guests") { if let words = tier.guestWords { words } }, .init("Price") { tier.priceWords }])
                p(.class("muted")) {
                    "Your gift doesn’t expire. Until it’s accepted, you can ask for a refund." as Text
                    if sendsEmail { " "; "With an email address, we send it as soon as it’s paid." as Text }
                }
            }
            if let canRegister {
                AccountNeeded(then: MuseumPaths.give(tier.id), canRegister: canRegister)
            } else {
                self.giving(wrong)
            }
        }
    }

    private func giving(_ wrong: [String: Text]) -> some HTML {
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
            PayChoice(providers: providers, cost: tier.cost, free: "Give") {
                LinkButton("Cancel", href: MuseumPaths.gifts(), style: .secondary)
            }
        }
    }
}
