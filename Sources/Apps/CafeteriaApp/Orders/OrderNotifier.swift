import Core
import Notifications
import Platform
import Web

/// Tells customers how far their orders are (CAF-035).
struct OrderNotifier: Sendable {
    static let kind = NotificationKind(
        "cafeteria.order", "Your orders", hint: "Your order is confirmed, being prepared, ready for pickup or cancelled.",
        channels: [.inbox, .push, .email])

    let site: Site
    let notifier: Notifier

    func tell(_ person: PersonID, _ order: Order, _ status: OrderStatus, because reason: Text? = nil, in write: Write) throws {
        // Somebody at the counter needs no message that they took their order.
        guard let body = reason ?? Self.words(status, order, by: clock(write)), write.actor != person else { return }
        try notifier.send(
            Notification(
                kind: Self.kind.id, title: "Order \(order.number): \(status.name)", body: body, link: CafeteriaPaths.order(order.id),
                actor: write.actor),
            to: person, in: write)
    }

    /// Money went back: the one thing about an order of one's own that happens later, and elsewhere.
    func tellRefund(_ person: PersonID, _ order: Order, _ amount: Money, in write: Write) throws {
        try notifier.send(
            Notification(
                kind: Self.kind.id, title: "Order \(order.number): refunded", body: "\(amount) was refunded.",
                link: CafeteriaPaths.order(order.id), actor: write.actor),
            to: person, in: write)
    }

    /// By the clock here: a message has one sentence, whoever reads it where.
    private func clock(_ write: Write) -> ClockWords { ClockWords(now: write.now, zone: site.configuration.zone) }

    private static func words(_ status: OrderStatus, _ order: Order, by clock: ClockWords) -> Text? {
        switch status {
        case .confirmed: "It should be ready \(clock.kept(order.promisedAt))."
        case .preparing: "The kitchen has started on your order."
        case .ready: "You can pick it up now."
        case .cancelled: "You can see the reason on its page."
        case .pendingPayment, .completed: nil
        }
    }
}
