import Audit
import Core
import Database
import Payments
import Platform
import Web

/// The identity of a cash movement.
typealias CashMovementID = ID<CashMovement>

/// Cash that came into the drawer or left it by no sale: change from the bank, milk from the shop. It is in the ledger, and is never changed: one
/// that was wrong is followed by its opposite.
struct CashMovement: Sendable, Equatable {
    /// Its name as a cause in the ledger.
    static let kind = "cafeteria.cash-movement"
    static let longestReason = 200

    let id: CashMovementID
    /// In the currency's smallest unit; below 0 for what was taken out.
    let amount: Int
    let currency: String
    let reason: String
    let at: Instant

    /// Without its direction.
    var money: Money { Money(minor: abs(amount), currency: currency) }
}

extension CashMovement: Audited {
    static var auditEntity: String { kind }
}

extension CashMovement: SQLRow {
    init(row: inout RowReader) throws {
        id = try row.next()
        amount = try row.next()
        currency = try row.next()
        reason = try row.next()
        at = try row.next()
    }
}

extension Query where Row == CashMovement {
    /// Those that the ledger has between two transfers, the latest first.
    static func movements(_ currency: String, after: Int64, through last: Int64) -> Self {
        """
        SELECT m.id, m.amount, m.currency, m.reason, m.created_at
        FROM payment_transfer t JOIN cafeteria_cash_movement m ON m.id = t.cause_id
        WHERE t.id > \(after) AND t.id <= \(last) AND t.cause_kind = \(CashMovement.kind) AND m.currency = \(currency)
        ORDER BY m.id DESC LIMIT 1000
        """
    }
}

extension CashUps {
    /// The form of a movement, as it is sent.
    struct MovementFields: Decodable, Sendable {
        /// `in` or `out`: the button that was pressed.
        var direction: String?
        var amount: String?
        var reason: String?
    }

    /// Notes cash that came in or went out, with its entry in the ledger.
    /// - Throws: ``CashUpRefusal/movementInvalid(_:)``.
    func move(_ fields: MovementFields, by person: PersonID) async throws {
        let currency = CafeteriaSettings.currency(site)
        var wrong: [String: Text] = [:]
        let most = Money(minor: CashUp.most, currency: currency)
        let amount = Money(typed: fields.amount ?? "", currency: currency).flatMap { (1...CashUp.most).contains($0.minor) ? $0.minor : nil }
        if amount == nil { wrong["amount"] = "Enter an amount above 0, at most \(most)." }
        let reason = (fields.reason ?? "").tidied()
        if reason.isEmpty || reason.length > CashMovement.longestReason {
            wrong["reason"] = "Write why, in at most \(CashMovement.longestReason) characters."
        }
        guard let direction = fields.direction, ["in", "out"].contains(direction) else { throw Problem.notFound }
        guard let amount, wrong.isEmpty else { throw CashUpRefusal.movementInvalid(wrong) }
        let signed = direction == "in" ? amount : -amount
        try await site.write(by: person) { write in
            let id: CashMovementID = try write.insert(
                """
                INSERT INTO cafeteria_cash_movement (amount, currency, reason, created_at, changed_at, changed_by)
                VALUES (\(signed), \(currency), \(reason), \(write.now), \(write.now), \(person))
                """)
            try Payments.moveCash(Money(minor: signed, currency: currency), because: PaymentSubject(CashMovement.kind, id.number), in: write)
            try write.audit(.create, id, ["amount": String(signed), "currency": currency, "reason": reason])
        }
    }
}

extension LedgerRule {
    /// Cash movements and what is posted for them, in both directions.
    static let ofCashMovements = LedgerRule("cash that came in or went out is posted") { db in
        try db.all(
            """
            SELECT 'cash movement ' || CAST(m.id AS TEXT) || ' is not posted' FROM cafeteria_cash_movement m
            WHERE NOT EXISTS (SELECT 1 FROM payment_transfer t WHERE t.cause_kind = \(CashMovement.kind) AND t.cause_id = m.id
                AND t.amount = ABS(m.amount) AND t.unit = m.currency
                AND (m.amount > 0 AND t.reason = 'cash.in' OR m.amount < 0 AND t.reason = 'cash.out')) LIMIT 100
            """ as Query<String>)
            + db.all(
                """
                SELECT 'transfer ' || CAST(t.id AS TEXT) || ' has no cash movement' FROM payment_transfer t
                WHERE t.cause_kind = \(CashMovement.kind) AND NOT EXISTS (SELECT 1 FROM cafeteria_cash_movement m WHERE m.id = t.cause_id) LIMIT 100
                """ as Query<String>)
    }
}
