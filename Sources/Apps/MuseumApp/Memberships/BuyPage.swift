import Accounts
import Core
import Interface
import Markup
import Payments
import Web

/// Buying a membership: what it costs, the terms, and how to pay (MUS-013, MUS-016).
struct BuyPage: PageAnswer {
    let tier: Tier
    /// Where one is a member of the tier already: when this term would begin.
    let renewsAt: Day?
    /// What is agreed to; nil where it was, or there is nothing.
    let terms: Terms?
    let providers: [any PaymentProvider]
    var problem: Problem?

    var title: Text { renewsAt == nil ? "Become a member: \(tier.name)" : "Renew: \(tier.name)" }
    var shell: ShellStyle { .app("museum") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.tiers() }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.tiers()) }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title, lead: tier.summary.isEmpty ? nil : .verbatim(tier.summary))
            ProblemAlert(problem)
            Card {
                DescriptionList([
                    .init("Price") { tier.priceWords },
                    .init("Starts") { if let renewsAt { "\(renewsAt)" as Text } else { "Today" as Text } },
                    .init("Guests") { if let words = tier.guestWords { words } },
                ])
            }
            Form(MuseumPaths.buy(tier.id), .class("stack")) {
                TermsFields(terms: terms, error: problem?.fields["terms"])
                if tier.price > 0 {
                    RadioGroup(
                        "How do you want to pay?", name: "provider", choices: providers.map { Choice($0.id, $0.name) },
                        selected: providers.first?.id)
                }
                Actions {
                    Button(tier.price > 0 ? "Pay \(tier.cost)" : "Become a member", .data("needs-connection"))
                    LinkButton("Cancel", href: MuseumPaths.tiers(), style: .secondary)
                }
            }
            p { a(.href(MuseumPaths.give(tier.id))) { "Give it to someone else" } }
        }
    }
}

/// The terms, and the box that accepts them; nothing where they were accepted.
struct TermsFields: HTML {
    let terms: Terms?
    let error: Text?

    var body: some HTML {
        if let terms {
            section(.class("card stack"), .aria("labelledby", "terms-title")) {
                h2(.id("terms-title")) { "Terms and privacy" }
                div(.class("terms-scroll"), .tabindex(0), .role("region"), .aria("labelledby", "terms-title")) {
                    for part in terms.parts {
                        if let title = part.title { h3 { title } }
                        for paragraph in part.paragraphs { p { paragraph } }
                    }
                }
                input(.type("hidden"), .name("version"), .value(String(terms.version)))
                Checkbox("I accept the terms", name: "terms", error: error)
            }
        }
    }
}
