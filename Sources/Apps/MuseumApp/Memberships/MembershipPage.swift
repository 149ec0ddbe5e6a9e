import Core
import Interface
import Markup
import Payments
import Web

/// One membership: how far its payment is, from when to when it counts, and its receipt (MUS-008, MUS-015).
struct MembershipPage: PageAnswer {
    let membership: Membership
    let tier: Tier
    /// Newest first.
    let payments: [Payment]
    let receipts: [ReceiptLink]
    let providers: [any PaymentProvider]
    let zone: DayZone
    /// Whether the viewer is the member by it.
    let isOwn: Bool
    /// How somebody is back from the provider's page; it proves nothing.
    let back: PaymentReturn?
    /// The place in the event stream at which this page was drawn.
    let sequence: Int64
    var problem: Problem?

    var title: Text { .verbatim(tier.name) }
    var shell: ShellStyle { .app("museum") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.profile() }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.profile()) }

    private var open: Payment? { payments.first.flatMap { $0.isOpen ? $0 : nil } }

    var body: some HTML {
        div(
            .class("narrow stack"), .id("membership"), .live(membership.topic), .data("live-after", String(sequence)), .data("live-refresh"),
            .aria("live", "polite")
        ) {
            PageHeader(title) { MembershipBadge(membership: membership) }
            ProblemAlert(problem)
            switch membership.status {
            case .pending: pay
            case .unclaimed:
                Alert(.success, title: "Thank you. Your gift is ready.") {
                    a(.href(MuseumPaths.giftCard(membership.id))) { "Show the gift card" }
                }
            case .active where membership.source == .gift && !isOwn:
                Alert(.success, title: "Your gift has been accepted.")
            case .active:
                Alert(.success, title: "Thank you. You’re a member.") { a(.href(MuseumPaths.profile())) { "Show my membership" } }
            case .cancelled: Alert(.info, title: "This membership was cancelled before it was paid.")
            case .refunded: Alert(.info, title: "This membership was refunded.")
            case .revoked: Alert(.info, title: "This membership has ended.")
            }
            Card("Details") {
                DescriptionList([
                    .init("Price") { membership.cost.words },
                    .init("Starts") { if let start = membership.startsAt { zone.day(start) } },
                    .init("Valid until") { if membership.startsAt != nil { zone.end(membership.expiresAt) } },
                    .init("Receipt") { if !receipts.isEmpty { ReceiptLinks(receipts) } },
                ])
            }
            if membership.status == .pending {
                Form(MuseumPaths.cancel(membership.id)) { Actions { Button("Cancel purchase", style: .secondary) } }
            }
        }
    }

    private var pay: some HTML {
        section(.class("card stack pay-card"), .aria("labelledby", "pay-title")) {
            if let open, open.isCash {
                h2(.id("pay-title")) { "Pay at the museum’s desk" }
                p { "Say your name and pay \(membership.cost). Your membership begins when you’ve paid." }
                p(.class("muted")) { "We keep it for you until \(zone.day(membership.payableUntil))." }
            } else if let open {
                waiting(for: open)
            } else {
                h2(.id("pay-title")) { "Not paid yet" }
                if let failure = payments.first?.failure { Alert(.warning) { failure } }
                Form(MuseumPaths.pay(membership.id), .class("stack")) {
                    RadioGroup(
                        "How do you want to pay?", name: "provider", choices: providers.map { Choice($0.id, $0.name) },
                        selected: payments.first?.provider ?? providers.first?.id)
                    Actions { Button("Pay \(membership.cost)", .data("needs-connection")) }
                }
            }
        }
    }
}

extension MembershipPage {
    /// A payment on the provider's page, which may be there already.
    @HTMLBuilder private func waiting(for payment: Payment) -> Node {
        if back == .success {
            h2(.id("pay-title")) { "Checking your payment…" }
            p { "This usually takes a few seconds. The page updates automatically." }
        } else {
            h2(.id("pay-title")) { payment.page == nil ? "Opening the payment page…" : "Waiting for your payment" }
            if let failure = payment.failure { Alert(.warning) { failure } }
            p {
                payment.page == nil
                    ? "This usually takes a few seconds. The page updates automatically." : "You can pay until \(time: payment.payableUntil)."
            }
        }
        if let page = payment.page {
            Actions { LinkButton("Continue to payment", href: page, style: back == .success ? .secondary : .primary) }
        }
        for other in providers where other.id != payment.provider {
            Form(MuseumPaths.pay(membership.id)) {
                input(.type("hidden"), .name("provider"), .value(other.id))
                Actions { Button(other.name, style: .secondary, .data("needs-connection")) }
            }
        }
    }
}

/// How far a membership is, in one word.
struct MembershipBadge: HTML {
    let membership: Membership
    /// Where it is known, one that is over says so.
    var now: Instant?

    private var isOver: Bool { membership.status == .active && now.map { now in membership.expiresAt.map { $0 <= now } ?? false } ?? false }

    var body: some HTML {
        Badge(
            isOver ? "Expired" : membership.status.name,
            tone: membership.status == .active && !isOver ? .success : membership.status == .pending ? .warning : .neutral)
    }
}
