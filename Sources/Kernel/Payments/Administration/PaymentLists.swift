import Core
import Database
import Platform
import Web

/// Which payments a list shows.
enum PaymentListFilter: String, Sendable, CaseIterable {
    /// What somebody has to see to.
    case attention
    case all, paid, refunds, failed

    var name: Text {
        switch self {
        case .attention: "To do"
        case .all: "All payments"
        case .paid: "Paid"
        case .refunds: "Refunds"
        case .failed: "Not paid"
        }
    }

    /// Beginning with `WHERE`. A gateway has ten minutes to send money back; nobody but staff hands cash back.
    func condition(at now: Instant) -> SQL {
        let patience = now - .seconds(600)
        let all: SQL = ""
        let paid: SQL = "WHERE status = 'confirmed'"
        let refunds: SQL = "WHERE status IN ('refund-requested', 'refunded', 'refund-failed')"
        let failed: SQL = "WHERE status IN ('failed', 'expired', 'created', 'prompted')"
        let attention: SQL = """
            WHERE status = 'refund-failed' OR (status = 'refund-requested' AND (changed_at < \(patience) OR provider = \(CashProvider.providerID)))
                OR (status = 'confirmed' AND receipt = reference)
            """
        return switch self {
        case .attention: attention
        case .all: all
        case .paid: paid
        case .refunds: refunds
        case .failed: failed
        }
    }
}

extension Payments {
    /// Payments of a filter, newest first.
    func list(_ filter: PaymentListFilter, before: PaymentID, limit: Int, in db: any Connection) throws -> [Payment] {
        let condition = filter.condition(at: site.clock.now())
        return try db.all(
            """
            SELECT \(Payment.columns) FROM (SELECT * FROM payment_payment \(condition)) p WHERE id < \(before) ORDER BY id DESC LIMIT \(limit)
            """ as Query<Payment>)
    }

    /// How many payments somebody has to see to.
    func attention(in db: any Connection) throws -> Int {
        try db.one("SELECT count(*) FROM payment_payment \(PaymentListFilter.attention.condition(at: site.clock.now()))")
    }

    /// Whether somebody has to see to this one.
    func isToDo(_ id: PaymentID, in db: any Connection) throws -> Bool {
        let condition = PaymentListFilter.attention.condition(at: site.clock.now())
        return try db.one("SELECT count(*) FROM (SELECT id FROM payment_payment \(condition)) p WHERE id = \(id)") > 0
    }

    /// Where a member of staff looks after what was paid for; nil where there is no such page, or they may not open it.
    func staffPath(of subject: PaymentSubject, for member: Member) -> String? {
        guard let payable = site.extensions[.payables].first(where: { $0.kind == subject.kind }), let readers = payable.receiptReaders,
            member.may(readers)
        else { return nil }
        return payable.staffPath(of: subject.id)
    }

    /// Asks a provider once more for a refund that it refused, or that it may never have heard of.
    func retryRefund(_ id: PaymentID, in write: Write) throws {
        guard let payment = try find(id, in: write) else { throw Problem.notFound }
        if payment.status == .refundRequested { try take(.refundAnswered(.failed("No answer came.")), of: id, in: write) }
        try take(.refundRequested(payment.refund?.reason ?? ""), of: id, in: write)
    }

    /// What a thing is called in lists, by its kind.
    func name(of kind: String) -> Text { site.extensions[.payables].first { $0.kind == kind }?.name ?? .verbatim(kind) }

    /// What a way to pay is called.
    func name(ofProvider id: String) -> Text { site.extensions[.paymentProviders].first { $0.id == id }?.name ?? .verbatim(id) }
}
