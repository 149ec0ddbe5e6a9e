public import Audit
public import Core
public import Database

/// What a payment is for.
public struct PaymentSubject: Hashable, Sendable {
    /// The ``Payable/kind`` that knows it.
    public let kind: String
    /// Which of its things.
    public let id: Int64

    /// A thing of a kind.
    public init(_ kind: String, _ id: Int64) {
        self.kind = kind
        self.id = id
    }
}

/// One payment: what is asked for, how far it is, and what proves it. It holds no PIN, no card number and no credential (CORE-029).
public struct Payment: Sendable, Equatable {
    /// Which.
    public let id: PaymentID
    /// What it is for.
    public let subject: PaymentSubject
    /// Who pays; nil once the account is gone, and for a sale at the counter.
    public let person: PersonID?
    /// The ``PaymentProvider/id`` that takes it.
    public let provider: String
    /// How much.
    public let amount: Money
    /// One line for the receipt.
    public let line: Text
    /// The phone that is prompted, where one is.
    public let phone: String?
    /// Until when it can be paid.
    public let payableUntil: Instant
    /// When it was asked for.
    public let createdAt: Instant
    /// How far it is.
    public internal(set) var status: PaymentStatus
    /// The provider's name for it, once it has told one.
    public internal(set) var reference: PaymentReference?
    /// The provider's page on which it is paid, where it has one.
    public internal(set) var page: String?
    /// What proves that it was paid.
    public internal(set) var receipt: PaymentReceipt?
    /// Why it, or the last try to pay it, failed, in words for whoever pays.
    public internal(set) var failure: Text?
    /// The money's way back, where it is to go back.
    public internal(set) var refund: Refund?

    /// The way back of a payment.
    public struct Refund: Sendable, Equatable {
        /// Why, in words for whoever paid.
        public let reason: Text
        /// The provider's name for it, once it has told one.
        public internal(set) var reference: PaymentReference?
        /// What proves that the money went back.
        public internal(set) var receipt: PaymentReceipt?
        /// Why it failed, in words for staff.
        public internal(set) var failure: Text?
        /// When the provider was asked to send it back.
        public internal(set) var askedAt: Instant?
        /// Whether staff paid it out at the counter, instead of the provider.
        public internal(set) var isInCash = false
    }

    /// The phone that is prompted, as people read it.
    public var payingPhone: KenyanPhone? { phone.flatMap { KenyanPhone($0) } }
    /// Whether staff take the money. Not told by a phone that is missing: an erased account takes its number along.
    public var isCash: Bool { provider == CashProvider.providerID }
    /// Whether staff have to give the money back in cash: it was paid so, or the provider doesn't send it back.
    public var isDueInCash: Bool { status == .refundFailed || isCash && status == .refundRequested }
    /// Whether the money is here and stays here.
    public var isPaid: Bool { status == .confirmed }
    /// Whether it is known to be paid, and the number of its receipt is still to come: the gateway's name for it stands in.
    var lacksNumber: Bool { receipt != nil && receipt?.number == reference?.text }
    /// Whether whoever pays may still do it.
    public var isOpen: Bool { status == .created || status == .prompted }
}

extension Payment: SQLRow {
    static let columns: SQL = """
        id, kind, subject_id, person_id, provider, amount, currency, line, phone, payable_until, created_at, status, reference, receipt, \
        confirmed_at, failure, refund_reason, refund_reference, refund_receipt, refunded_at, refund_failure, refund_in_cash, refund_asked_at, page
        """

    /// Reads ``columns``.
    public init(row: inout RowReader) throws {
        id = try row.next()
        subject = PaymentSubject(try row.next(), try row.next())
        person = try row.next()
        provider = try row.next()
        amount = Money(minor: try row.next(), currency: try row.next())
        line = try row.next(StoredJSON<Text>.self).value
        phone = try row.next()
        payableUntil = try row.next()
        createdAt = try row.next()
        let word: String = try row.next()
        guard let status = PaymentStatus(rawValue: word) else { throw DatabaseError.unreadable("A payment is “\(word)”.") }
        self.status = status
        reference = try row.next(String?.self).map(PaymentReference.init)
        receipt = .kept(try row.next(), try row.next())
        failure = try row.next(StoredJSON<Text>?.self)?.value
        let reason = try row.next(StoredJSON<Text>?.self)?.value
        let sentBack = try row.next(String?.self).map(PaymentReference.init)
        let proof = PaymentReceipt.kept(try row.next(), try row.next())
        let fault = try row.next(StoredJSON<Text>?.self)?.value
        let isInCash: Bool = try row.next()
        let asked: Instant? = try row.next()
        refund = reason.map { Refund(reason: $0, reference: sentBack, receipt: proof, failure: fault, askedAt: asked, isInCash: isInCash) }
        page = try row.next()
    }
}

extension PaymentReceipt {
    /// From two columns that are NULL together.
    fileprivate static func kept(_ number: String?, _ moment: Instant?) -> PaymentReceipt? {
        guard let number, let moment else { return nil }
        return PaymentReceipt(number: number, at: moment)
    }
}

extension Payment: Audited {
    /// Its name in the audit log.
    public static var auditEntity: String { "payments.payment" }
}
