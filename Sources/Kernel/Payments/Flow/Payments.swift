import Audit
public import Core
import Crypto
public import Database
import Foundation
import Jobs
public import Platform

/// Takes payments for things of apps and gives them back: keeps them, asks the provider from durable jobs, and tells the app what became of
/// them, each in one transaction with the entry in the ledger (CORE-028).
public struct Payments: Sendable {
    let site: Site

    /// The provider is asked to begin a payment.
    static let begin = Job<PaymentPayload>("payments.begin")
    /// The provider is asked how one stands.
    static let check = Job<PaymentPayload>("payments.check")
    /// The provider is asked to give one back.
    static let refund = Job<PaymentPayload>("payments.refund")

    /// Which payment a job is about.
    struct PaymentPayload: Codable, Sendable {
        let payment: PaymentID
    }

    // MARK: What apps ask for

    /// The providers that can be used now, in the order of the parts that brought them.
    public var providers: [any PaymentProvider] { site.extensions[.paymentProviders].filter(\.isReady) }

    /// The provider that takes an amount.
    /// - Throws: ``PaymentRefusal`` where it can't be used now, takes no such amount, or needs a phone.
    @discardableResult
    public func provider(_ id: String, for amount: Money, phone: KenyanPhone?) throws(PaymentRefusal) -> any PaymentProvider {
        guard let provider = providers.first(where: { $0.id == id }) else { throw .unknownProvider }
        try provider.check(amount)
        if provider.asksPhone, phone == nil { throw .phoneMissing }
        return provider
    }

    /// Reads the number that somebody typed; nil where nothing was typed, and for a provider that prompts no phone.
    /// - Throws: ``PaymentRefusal/phoneWrong``.
    public func phone(_ typed: String?, for provider: String) throws(PaymentRefusal) -> KenyanPhone? {
        guard let typed, !typed.trimmed.isEmpty, providers.contains(where: { $0.id == provider && $0.asksPhone }) else { return nil }
        guard let phone = KenyanPhone(typed) else { throw .phoneWrong }
        return phone
    }

    /// The phone that somebody was prompted on last; nil where none was.
    public func latestPhone(of person: PersonID, in db: any Connection) throws -> KenyanPhone? {
        let phone: String? = try db.first(
            "SELECT phone FROM payment_payment WHERE person_id = \(person) AND phone IS NOT NULL ORDER BY id DESC LIMIT 1" as Query<String>)
        return phone.flatMap { KenyanPhone($0) }
    }

    /// Begins a payment of what its quote says, in the transaction that asks for it. A gateway is asked after the commit.
    /// - Parameters:
    ///   - phone: the one to prompt, where the provider prompts one; see ``KenyanPhone``.
    /// - Throws: ``PaymentRefusal`` for an amount that the provider does not take, a second payment while one is open, what is gone or can no
    ///   longer be paid.
    @discardableResult
    public func begin(
        _ subject: PaymentSubject, by person: PersonID?, with provider: String, phone: KenyanPhone? = nil, in write: Write
    ) throws -> PaymentID {
        guard let quote = try payable(subject.kind).quote(for: subject.id, in: write), quote.payableUntil > write.now else {
            throw PaymentRefusal.tooLate
        }
        let way = try self.provider(provider, for: quote.cost, phone: phone)
        let isOpen = try write.first(
            """
            SELECT 1 FROM payment_payment WHERE kind = \(subject.kind) AND subject_id = \(subject.id) AND status IN ('created', 'prompted')
            """ as Query<Int>)
        guard isOpen == nil else { throw PaymentRefusal.underWay }
        let (isAsked, status) = way is any PaymentGateway ? (true, PaymentStatus.created) : (false, .prompted)
        let id: PaymentID = try write.insert(
            """
            INSERT INTO payment_payment (kind, subject_id, person_id, provider, amount, currency, line, phone, attempt, payable_until, created_at,
                status, changed_at, changed_by)
            VALUES (\(subject.kind), \(subject.id), \(person), \(provider), \(quote.cost.minor), \(quote.cost.currency),
                \(try StoredJSON(quote.line)), \(way.asksPhone ? phone?.international : nil), \(Self.attempt()), \(quote.payableUntil),
                \(write.now), \(status.rawValue), \(write.now), \(write.actor))
            """)
        if isAsked {
            try write.enqueue(Self.begin, PaymentPayload(payment: id), key: id.description)
        } else {
            try write.enqueue(Self.check, PaymentPayload(payment: id), at: quote.payableUntil, key: id.description)
        }
        return id
    }

    /// A payment by its id; nil when there is none.
    public func find(_ id: PaymentID, in db: any Connection) throws -> Payment? {
        try db.first("SELECT \(Payment.columns) FROM payment_payment WHERE id = \(id)" as Query<Payment>)
    }

    /// The payments for a thing, newest first: one that failed may be followed by another.
    public func all(for subject: PaymentSubject, in db: any Connection) throws -> [Payment] {
        try db.all(
            """
            SELECT \(Payment.columns) FROM payment_payment WHERE kind = \(subject.kind) AND subject_id = \(subject.id) ORDER BY id DESC LIMIT 50
            """ as Query<Payment>)
    }

    /// Of things of a kind, those whose money went back or is on its way back, while no other payment for them is confirmed.
    public static func refunded(_ kind: String, _ ids: [Int64], in db: any Connection) throws -> Set<Int64> {
        let found = try db.all(
            """
            SELECT DISTINCT p.subject_id FROM payment_payment p
            WHERE p.kind = \(kind) AND p.subject_id IN \(list: ids) AND p.status IN ('refund-requested', 'refunded')
                AND NOT EXISTS (SELECT 1 FROM payment_payment q WHERE q.kind = p.kind AND q.subject_id = p.subject_id AND q.status = 'confirmed')
            ORDER BY p.subject_id LIMIT 1000
            """ as Query<Int64>)
        return Set(found)
    }

    /// Sends the money of a payment back, in the transaction of what caused it.
    /// - Parameter reason: in words for whoever paid.
    /// - Throws: ``PaymentRefusal`` for one that was not confirmed.
    public func refund(_ id: PaymentID, because reason: Text, in write: Write) throws { try take(.refundRequested(reason), of: id, in: write) }

    /// As ``refund(_:because:in:)``, and cancels what was paid for.
    /// - Throws: ``PaymentRefusal/notCancelled`` where that can’t be any more.
    func refundAndCancel(_ id: PaymentID, because reason: Text, in write: Write) throws {
        guard let payment = try find(id, in: write) else { throw Problem.notFound }
        guard payment.isPaid else { throw PaymentRefusal.notAllowed(from: payment.status, to: .refundRequested) }
        let (payable, thing) = (try payable(payment.subject.kind), payment.subject.id)
        guard try payable.cancellation(of: thing, in: write) != nil else { throw PaymentRefusal.notCancelled }
        try payable.cancel(thing, because: reason, in: write)
        if try find(id, in: write)?.isPaid == true { try refund(id, because: reason, in: write) }
    }

    /// Gives up what is still open for a thing, when it is no longer wanted. What is paid all the same is sent back.
    public func abandon(_ subject: PaymentSubject, in write: Write) throws {
        for payment in try all(for: subject, in: write) where payment.isOpen { try take(.timeUp, of: payment.id, in: write) }
    }

    // MARK: What happens to a payment

    /// Lets a payment take in an event and carries out what follows, all in this transaction.
    func take(_ event: PaymentEvent, of id: PaymentID, in write: Write) throws {
        guard var payment = try find(id, in: write) else { throw Problem.notFound }
        let before = payment
        let outcome = try payment.take(event)
        guard payment != before else { return }
        try keep(payment, after: before, in: write)
        logDuration(of: payment, after: before, in: write)
        guard let outcome else {
            if payment.isOpen { try payable(payment.subject.kind).payable(payment, for: payment.subject.id, in: write) }
            return
        }
        if let transfer = payment.transfer(for: outcome) { try Ledger.post(transfer, in: write) }
        try write.audit(.update, id, PaymentChange(status: payment.status, amount: "\(payment.amount)"))
        let payable = try payable(payment.subject.kind)
        if case .confirmed = outcome {
            switch try payable.receive(payment, for: payment.subject.id, in: write) {
            case .keep: try issueReceipt(for: payment, in: write)
            case .sendBack(let reason): try take(.refundRequested(reason), of: id, in: write)
            }
        } else {
            if case .refunded = outcome { try creditReceipt(of: payment, in: write) }
            try payable.conclude(outcome, of: payment, for: payment.subject.id, in: write)
        }
    }

    /// How long it took until the person was asked, and until the money was there (CAF-031).
    private func logDuration(of payment: Payment, after before: Payment, in write: Write) {
        let event: String
        switch (before.status, payment.status) {
        case (.created, .prompted): event = "payments.prompted"
        case (_, .confirmed) where before.status != .confirmed: event = "payments.confirmed"
        default: return
        }
        let duration = (write.now - payment.createdAt).wholeMilliseconds
        write.afterCommit { [site] in site.log(.info, event, ["payment": .integer(payment.id.number), "ms": .integer(duration)]) }
    }

    private func keep(_ payment: Payment, after before: Payment, in write: Write) throws {
        let refund = payment.refund
        try write.run(
            """
            UPDATE payment_payment SET status = \(payment.status.rawValue), reference = \(payment.reference?.text), page = \(payment.page),
                receipt = \(payment.receipt?.number), confirmed_at = \(payment.receipt?.at), failure = \(try payment.failure.map(StoredJSON.init)),
                refund_reason = \(try refund.map { try StoredJSON($0.reason) }), refund_reference = \(refund?.reference?.text),
                refund_receipt = \(refund?.receipt?.number), refunded_at = \(refund?.receipt?.at),
                refund_failure = \(try refund?.failure.map(StoredJSON.init)), refund_in_cash = \(refund?.isInCash ?? false),
                changed_at = \(write.now), changed_by = \(write.actor)
            WHERE id = \(payment.id)
            """)
        if payment.status == .refundRequested, before.status != .refundRequested {
            try write.run("UPDATE payment_payment SET refund_attempt = \(Self.attempt()), refund_asked_at = NULL WHERE id = \(payment.id)")
            try askForRefund(of: payment, in: write)
        } else if payment.status == .refundRequested, before.lacksNumber, !payment.lacksNumber {
            try askForRefund(of: payment, in: write)
        }
    }

    /// Now, and not when an earlier wish would have been taken up again.
    private func askForRefund(of payment: Payment, in write: Write) throws {
        guard gateway(of: payment) != nil else { return }
        try write.withdraw(Self.refund, key: payment.id.description)
        try write.enqueue(Self.refund, PaymentPayload(payment: payment.id), key: payment.id.description)
    }

    /// What the log keeps.
    private struct PaymentChange: Encodable, Sendable {
        let status: PaymentStatus
        let amount: Text
    }

    func payable(_ kind: String) throws -> any Payable {
        guard let payable = site.extensions[.payables].first(where: { $0.kind == kind }) else { throw Problem.notFound }
        return payable
    }

    /// The gateway that a payment goes through; nil for one that staff take.
    func gateway(of payment: Payment) -> (any PaymentGateway)? {
        site.extensions[.paymentProviders].first { $0.id == payment.provider } as? any PaymentGateway
    }

    /// 128 bits as hexadecimal digits: some providers refuse addresses with words that other letters may spell.
    static func attempt() -> String { randomBytes(16).hex }
}
