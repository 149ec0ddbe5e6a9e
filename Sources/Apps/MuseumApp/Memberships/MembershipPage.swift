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
    /// Whether the viewer paid for it: what a gift cost is between the museum and the giver.
    let isPayer: Bool
    /// What the viewer gives somebody else by it; nil for one's own.
    let gift: Gift?
    /// Who gave it to the viewer; nil for what wasn’t given, or by somebody who is gone.
    let giver: String?
    /// Whether the site can send email.
    let sendsEmail: Bool
    /// When it begins, as far as it is known; nil for as soon as it is paid.
    let startsAt: Instant?
    /// Whether it follows on another one of its tier.
    let isRenewal: Bool
    /// Whether they can have it back, as far as the money goes.
    let canAskRefund: Bool
    /// What they asked last.
    let refund: RefundRequest?
    /// What had ended for it and counts again since it was refunded.
    let before: Restored?
    /// How somebody is back from the provider's page; it proves nothing.
    let back: PaymentReturn?
    /// The place in the event stream at which this page was drawn.
    let sequence: Int64
    let now: Instant
    var problem: Problem?

    var title: Text { receiver.map { "Gift to \($0)" } ?? .verbatim(tier.name) }
    var shell: ShellStyle { .app("museum") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.profile() }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.profile()) }

    private var receiver: String? { gift.flatMap { $0.name.isEmpty ? nil : $0.name } }
    /// Where it was sent when it was paid; nil for one to hand over.
    private var sentTo: String? { gift.flatMap { sendsEmail && !$0.email.isEmpty ? $0.email : nil } }
    /// Thanks are said once, and not beside a wish for the money.
    private var isNews: Bool {
        let paid = payments.first { $0.id == membership.payment }?.receipt?.at ?? membership.createdAt
        return now - paid < .seconds(900) && refund?.status != .open
    }

    private var open: Payment? { payments.first.flatMap { $0.isOpen ? $0 : nil } }

    var body: some HTML {
        div(
            .class("narrow stack"), .id("membership"), .live(membership.topic), .data("live-after", String(sequence)), .data("live-refresh"),
            .aria("live", "polite")
        ) {
            PageHeader(title, lead: giver.map { "Gift from \($0)" }) {
                if receiver != nil, membership.status == .active {
                    Badge("Gift accepted", tone: .success)
                } else {
                    MembershipBadge(membership: membership, now: now, isRefundRequested: refund?.status == .open)
                }
            }
            ProblemAlert(problem)
            switch membership.status {
            case .pending: pay
            case .unclaimed where refund?.status == .open: Node.nothing
            case .unclaimed:
                Alert(.success, title: isNews ? "Thank you. Your gift is ready." : "Your gift is ready.") {
                    if let sentTo { p(.dir("auto")) { "We’ve emailed it to \(sentTo)." as Text } }
                    a(.href(MuseumPaths.giftCard(membership.id))) { "Show the gift card" }
                }
            case .active where membership.source == .gift && !isOwn:
                Alert(.success, title: receiver.map { "\($0) has accepted your gift." } ?? "Your gift has been accepted.")
            case .active where isRenewal && isNews:
                Alert(.success, title: "Thank you. Renewed until \(zone.end(membership.expiresAt)).") {
                    a(.href(MuseumPaths.profile())) { "Show my membership" }
                }
            case .active where membership.isOver(at: now):
                Alert(.info, title: "This membership ended on \(zone.end(membership.expiresAt)).") {
                    a(.href(MuseumPaths.profile())) { "Show my membership" }
                }
            case .active where isNews:
                Alert(.success, title: membership.source == .gift ? "You’re a member." : "Thank you. You’re a member.") {
                    a(.href(MuseumPaths.profile())) { "Show my membership" }
                }
            case .active: p { a(.href(MuseumPaths.profile())) { "Show my membership" } }
            case .cancelled: Alert(.info, title: "This membership was cancelled before it was paid.")
            case .refunded:
                Alert(
                    .info, title: membership.endedAt.map { "This membership was refunded on \(zone.day($0))." } ?? "This membership was refunded."
                ) {
                    if isPayer, let paid = payments.first(where: { $0.id == membership.payment }) {
                        p {
                            if let back = back(of: paid) { back; " " }
                            ended
                        }
                    }
                }
            case .revoked where membership.replacedBy != nil:
                Alert(
                    .info,
                    title: membership.endedAt.map { "You changed to another membership on \(zone.day($0))." } ?? "You changed to another membership."
                ) {
                    if let other = membership.replacedBy { a(.href(MuseumPaths.membership(other))) { "Show the new membership" } }
                }
            case .revoked:
                Alert(
                    .info, title: membership.endedAt.map { "The museum ended this membership on \(zone.day($0))." } ?? "This membership has ended."
                ) { p { "Contact the museum if you have questions." } }
            }
            if let refund { RefundStanding(request: refund, isGift: membership.status == .unclaimed, zone: zone) }
            Card("Details") {
                DescriptionList([
                    .init("Membership") { if receiver != nil { .verbatim(tier.name) as Text } },
                    .init("Email", isPayer ? gift?.email ?? "" : ""), .init("Message", isPayer ? gift?.message ?? "" : ""),
                    .init("Price") {
                        if isPayer || membership.source != .gift { Money(minor: membership.price, currency: membership.currency).words }
                    },
                    .init("Taken off") { if membership.credit > 0 { membership.takenOff.words } },
                    .init(membership.status == .pending ? "To pay" : "Paid") { if membership.credit > 0 { membership.cost.words } },
                    .init("Starts") {
                        if let startsAt { zone.day(startsAt) } else if membership.status == .pending, membership.source != .gift { whenPaid }
                    },
                    .init("Valid until") { if membership.startsAt != nil, membership.status == .active { zone.end(membership.expiresAt) } },
                    .init("Receipt") { if isPayer, !receipts.isEmpty { ReceiptLinks(receipts) } },
                ])
            }
            if canAskRefund, refund?.status != .open {
                p { a(.href(MuseumPaths.askRefund(membership.id))) { refund == nil ? "Ask for a refund" : "Ask again for a refund" } }
            }
            if membership.status == .pending {
                Actions { LinkButton("Cancel purchase…", href: MuseumPaths.cancel(membership.id), style: .secondary) }
            }
        }
    }

    private var whenPaid: Text { "When you’ve paid" }

    private var pay: some HTML {
        section(.class("card stack pay-card"), .aria("labelledby", "pay-title")) {
            if let open, open.isCash {
                h2(.id("pay-title")) { "Pay at the museum’s desk" }
                p { "Say your name and pay \(membership.cost)." }
                p(.class("muted")) { "We keep it for you until \(zone.day(membership.payableUntil))." }
                others(than: open)
            } else if let open {
                waiting(for: open)
            } else {
                h2(.id("pay-title")) { "Not paid yet" }
                if let failure = payments.first?.failure { Alert(.warning) { failure } }
                Form(MuseumPaths.pay(membership.id), .class("stack")) { PayChoice(providers: providers, cost: membership.cost, free: "Continue") }
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
        others(than: payment)
    }

    /// The other ways to pay, also while one is open.
    @HTMLBuilder private func others(than payment: Payment) -> Node {
        for other in providers where other.id != payment.provider {
            Form(MuseumPaths.pay(membership.id)) {
                input(.type("hidden"), .name("provider"), .value(other.id))
                Actions { Button(PayChoice.words(other, membership.cost, isOnly: false), style: .secondary, .data("needs-connection")) }
            }
        }
    }
}

/// How far a membership is, in one word.
struct MembershipBadge: HTML {
    let membership: Membership
    /// Where it is known, one that is over says so.
    var now: Instant?
    var isRefundRequested = false

    private var isOver: Bool { membership.status == .active && now.map { now in membership.expiresAt.map { $0 <= now } ?? false } ?? false }
    private var isAhead: Bool { membership.status == .active && now.map { now in membership.startsAt.map { $0 > now } ?? false } ?? false }

    var body: some HTML {
        Badge(
            isRefundRequested
                ? "Refund requested"
                : isOver ? "Expired" : isAhead ? "Upcoming" : membership.replacedBy != nil ? "Changed" : membership.status.name,
            tone: isRefundRequested
                ? .warning : membership.status == .active && !isOver ? .success : membership.status == .pending ? .warning : .neutral)
    }
}
