import Core
import Database
import Events
import Jobs
import Payments
import Platform
import Web

/// How long an order waits for its money, and asking for it again.
extension Orders {
    /// How long before the kitchen begins an order for later has to be paid at the counter.
    private static let paidBefore = Duration.seconds(15 * 60)

    /// Until when an order can be paid by a way. At the counter, one for a later pickup waits until shortly before the kitchen has to begin; but one
    /// for each customer, since it holds the kitchen's time.
    func payableUntil(_ order: Order, with provider: String, in db: any Connection) throws -> Instant {
        let soon = order.createdAt + timeToPay(with: provider)
        guard provider == Self.cash, order.pickupAt != nil, let person = order.person else { return soon }
        let waiting: Int = try db.one(
            """
            SELECT count(*) FROM cafeteria_order WHERE person_id = \(person) AND status = 'pending-payment' AND pickup_at IS NOT NULL
                AND id <> \(order.id)
            """)
        guard waiting == 0, let begin = try db.all(.work(of: [order.id])).map({ $0.begin(for: order.promisedAt) }).min() else { return soon }
        return max(soon, begin - Self.paidBefore)
    }

    func timeToPay(with provider: String) -> Duration {
        provider == Self.cash ? .seconds(60 * site.value(of: CafeteriaSettings.minutesToPayCash)) : Order.timeToPay
    }

    /// Another attempt to pay for an order, also while one is open: the phone is asked again, or another one, or another way is taken. Who goes
    /// to the counter instead has as long as anybody who pays there.
    /// - Throws: ``PaymentRefusal``.
    func pay(_ order: Order, with provider: String, phone: KenyanPhone?, in write: Write) throws {
        try payments.beginAgain(order.subject, by: order.person, with: provider, phone: phone, in: write)
        if let person = order.person { try write.emit(order.topic, to: .person(person), kind: "payment", [String: String]()) }
        try write.emit(Kitchen.topic, to: .permission(Permission.cafeteriaKitchen.rawValue), kind: "payment", ["order": order.id.number])
        let end = try payableUntil(order, with: provider, in: write)
        guard order.status == .pendingPayment, end > order.payableUntil else { return }
        try write.run("UPDATE cafeteria_order SET payable_until = \(end) WHERE id = \(order.id)")
        try write.withdraw(Self.deadline, key: order.id.description)
        try write.enqueue(Self.deadline, OrderPayload(order: order.id), at: end, key: order.id.description)
    }
}
