import Accounts
import Core
import Interface
import Markup
import Payments
import Web

/// Buying a membership: what it costs, the terms, and how to pay (MUS-013, MUS-016).
struct BuyPage: PageAnswer {
    var offer: Offer
    /// What was chosen before and isn't paid: it makes room for this.
    var unpaid: Tier?
    let zone: DayZone
    /// What is agreed to; nil where it was, or there is nothing.
    let terms: Terms?
    let providers: [any PaymentProvider]
    /// Whether the membership gets its member in.
    let hasEntry: Bool
    /// Whether people can make an account; nil for whoever has one.
    let canRegister: Bool?
    let now: Instant
    var problem: Problem?

    private var tier: Tier { offer.tier }
    var title: Text {
        switch offer.standing {
        case .renewal: "Renew: \(tier.name)"
        case .exchange, .after: "Change to \(tier.name)"
        case .first, .beside, .alreadyForLife: "Become a member: \(tier.name)"
        }
    }
    var shell: ShellStyle { .app("museum") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.tiers() }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.tiers()) }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title, lead: tier.summary.isEmpty ? nil : .verbatim(tier.summary))
            ProblemAlert(problem)
            Card {
                if !tier.benefits.isEmpty { TierBenefits(tier: tier) }
                DescriptionList([
                    .init("Entry") { tier.entryWords(hasEntry) },
                    .init("Guests") { if let words = tier.guestWords { words } },
                    .init("Starts") { starts },
                    .init("Valid until") { zone.end(offer.end(from: now, in: zone)) },
                    .init("Price") { tier.priceWords },
                    .init("Taken off") { if let exchange = offer.exchange { exchange.takenOff.words } },
                    .init("To pay") { if offer.cost.minor > 0 { strong { offer.cost.words } } else { "Nothing" as Text } },
                ])
                if offer.cost.minor > 0 {
                    p(.class("muted")) {
                        if tier.months > 0 { "It isn’t renewed automatically." as Text; " " }
                        RefundRequest.rule
                    }
                }
            }
            StandingWords(offer: offer, zone: zone)
            if let unpaid {
                Alert(.warning, title: "Not paid yet: \(unpaid.name)") { p { "If you choose another one now, that reservation is cancelled." } }
            }
            if let canRegister {
                AccountNeeded(then: MuseumPaths.buy(tier.id), canRegister: canRegister)
            } else if case .alreadyForLife = offer.standing {
                Actions { LinkButton("Show my membership", href: MuseumPaths.profile()) }
            } else {
                form
            }
            p { a(.href(MuseumPaths.give(tier.id))) { "Give it to someone else" } }
        }
    }

    private var starts: Text { offer.startsAt.map { zone.day($0) } ?? (offer.cost.minor > 0 ? "When you’ve paid" : "Today") }

    /// What the button says where nothing is to be paid.
    private var free: Text {
        if case .renewal = offer.standing { return "Renew" }
        return offer.exchange == nil ? "Become a member" : "Change membership"
    }

    private var form: some HTML {
        Form(MuseumPaths.buy(tier.id), .class("stack")) {
            input(.type("hidden"), .name("cost"), .value(String(offer.cost.minor)))
            TermsFields(terms: terms, error: problem?.fields["terms"])
            PayChoice(providers: providers, cost: offer.cost, free: free) {
                LinkButton("Cancel", href: MuseumPaths.tiers(), style: .secondary)
            }
        }
    }
}

/// What becomes of what somebody is a member of already, before they pay.
struct StandingWords: HTML {
    let offer: Offer
    let zone: DayZone

    @HTMLBuilder var body: Node {
        switch offer.standing {
        case .first: Node.nothing
        case .renewal(let end):
            Alert(.info, title: "Your membership runs until \(zone.end(end))") { p { "The new term begins after that, so you don’t lose any days." } }
        case .exchange(let exchange):
            Alert(.info, title: "You change from \(exchange.tier.name) to \(offer.tier.name)") {
                p { "You paid \(exchange.paid) until \(zone.end(exchange.end)); \(exchange.takenOff) of it is taken off." }
                p { "\(exchange.tier.name) ends when \(offer.tier.name) begins. We count the days that are left, and round up." }
                if let rest = exchange.rest { p { "\(rest) more is left over and isn’t paid out." } }
            }
        case .beside(let membership, let held, let isPaid):
            Alert(.info, title: "You’re already a member: \(held.name)") {
                p {
                    if membership.expiresAt == nil {
                        "It’s for life, and stays as it is."
                    } else if isPaid {
                        "Nothing can be taken off. It runs until \(zone.end(membership.expiresAt)), as before."
                    } else {
                        "You didn’t pay for it, so nothing is taken off. It runs until \(zone.end(membership.expiresAt)), as before."
                    }
                }
            }
        case .after(let end, let held):
            Alert(.info, title: "You’re already a member: \(held.name)") {
                p { "It gives you more, and runs until \(zone.end(end)). \(offer.tier.name) begins after that." }
            }
        case .alreadyForLife(let held):
            Alert(.info, title: "You’re a member for life already.") {
                p { "\(held.name) includes what \(offer.tier.name) gives. You don’t need to renew." }
            }
        }
    }
}

/// For a guest who has chosen: an account first, and then back to what was chosen.
struct AccountNeeded: HTML {
    /// Where they were.
    let then: String
    let canRegister: Bool

    var body: some HTML {
        div(.class("card stack")) {
            p { "Create an account first, so that we know whose membership it is. You come back here to pay." }
            Actions {
                if canRegister { LinkButton("Create an account", href: link(AccountsPaths.register(), query: ["then": then]), icon: .person) }
                LinkButton(
                    "Sign in", href: link(SitePaths.signIn(), query: ["then": then]), icon: .signIn, style: canRegister ? .secondary : .primary)
            }
        }
    }
}

/// A button for each way to pay, which says what it does; and one without money where nothing is to be paid.
struct PayChoice: HTML {
    let body: Node

    /// - Parameters:
    ///   - free: what the button says where nothing is to be paid.
    ///   - others: what stands beside the buttons.
    init(providers: [any PaymentProvider], cost: Money, free: Text, @HTMLBuilder others: () -> Node = { .nothing }) {
        let isFree = cost.minor == 0
        body =
            Fragment {
                if !isFree, providers.isEmpty { Alert(.warning, title: "It can’t be paid here right now.") { p { "Ask at the museum’s desk." } } }
                if !isFree, providers.contains(where: { $0.id == Membership.cash }) {
                    p(.class("muted")) { "If you reserve, you have \(Membership.daysToPayAtDesk) days to pay at the desk." }
                }
                Actions {
                    if isFree { Button(free, .data("needs-connection")) }
                    if !isFree {
                        for (index, provider) in providers.enumerated() {
                            Button(
                                Self.words(provider, cost, isOnly: providers.count { $0.id != Membership.cash } == 1),
                                icon: provider.id == Membership.cash ? nil : .wallet, style: index == 0 ? .primary : .secondary, .name("provider"),
                                .value(provider.id), .data("needs-connection"))
                        }
                    }
                    others()
                }
            }.node
    }

    /// - Parameter isOnly: whether it is the only one that is paid here.
    static func words(_ provider: any PaymentProvider, _ cost: Money, isOnly: Bool) -> Text {
        if provider.id == Membership.cash { return "Reserve, pay at the desk" }
        return isOnly ? "Pay \(cost)" : "Pay \(cost): \(provider.name)"
    }
}

/// The terms, and the box that accepts them; nothing where they were accepted.
struct TermsFields: HTML {
    let terms: Terms?
    let error: Text?

    var body: some HTML {
        if let terms {
            div(.class("card stack")) {
                h2(.id("terms-title")) { "Terms and privacy" }
                div(.class("terms-scroll"), .tabindex(0), .role("region"), .aria("labelledby", "terms-title")) {
                    TermsText(parts: terms.parts)
                }
                input(.type("hidden"), .name("version"), .value(String(terms.version)))
                Checkbox(
                    "I accept the terms", name: "terms", error: error, .flag("required"), .data("missing", text: "Tick the box to accept the terms."))
            }
        }
    }
}
