public import Core
public import Database

/// The identity of a receipt.
public typealias ReceiptID = ID<Receipt>

/// The proof of a sale for whoever paid, or that it was taken back: numbered without a gap within a year, and never changed (CAF-030).
public struct Receipt: Sendable, Equatable {
    /// Each kind has numbers of its own.
    public enum Series: String, Sendable {
        case receipt
        case creditNote = "credit-note"

        fileprivate var prefix: String { self == .creditNote ? "CN-" : "" }
    }

    /// Who sold, as it was called on that day.
    struct Seller: Sendable, Equatable, Codable {
        let name: String
        let address: String
        let taxNumber: String
        let note: String
    }

    /// What is kept as it was when it was issued.
    struct Body: Sendable, Equatable, Codable {
        let seller: Seller
        let sale: Sale
        /// Why it was taken back, in words for whoever paid.
        let reason: Text?
    }

    /// Which.
    public let id: ReceiptID
    /// Receipt or credit note.
    public let series: Series
    let year: Int
    let serial: Int
    /// What was paid for.
    public let subject: PaymentSubject
    /// What paid for it; nil where discounts left nothing to pay.
    public let payment: PaymentID?
    /// The receipt that a credit note takes back.
    public let corrects: ReceiptID?
    /// Who paid; nil once the account is gone, and for a sale at the counter.
    public let person: PersonID?
    /// When it was issued.
    public let issuedAt: Instant
    let body: Body

    /// `2026-000123`, or `CN-2026-000004` for a credit note.
    public var number: String { Self.number(series, year, serial) }
    /// What was paid or given back.
    public var total: Money { body.sale.total }

    static func number(_ series: Series, _ year: Int, _ serial: Int) -> String {
        let digits = String(serial)
        return "\(series.prefix)\(year)-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }
}

extension Receipt: SQLRow {
    static let columns: SQL = "id, series, year, number, kind, subject_id, payment_id, corrects_id, person_id, issued_at, body"

    /// Reads ``columns``.
    public init(row: inout RowReader) throws {
        id = try row.next()
        let word: String = try row.next()
        guard let series = Series(rawValue: word) else { throw DatabaseError.unreadable("A receipt is a “\(word)”.") }
        self.series = series
        year = try row.next()
        serial = try row.next()
        subject = PaymentSubject(try row.next(), try row.next())
        payment = try row.next()
        corrects = try row.next()
        person = try row.next()
        issuedAt = try row.next()
        body = try row.next(StoredJSON<Body>.self).value
    }
}
