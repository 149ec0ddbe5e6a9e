import Accounts
public import Core
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

    /// Empty for all. A gateway has ten minutes to send money back; nobody but staff hands cash back.
    func condition(at now: Instant) -> SQL {
        let patience = now - .seconds(600)
        let all: SQL = ""
        let paid: SQL = "status = 'confirmed'"
        let refunds: SQL = "status IN ('refund-requested', 'refunded', 'refund-failed')"
        let failed: SQL = "status IN ('failed', 'expired', 'created', 'prompted')"
        let attention: SQL = """
            (status = 'refund-failed' OR (status = 'refund-requested' AND (changed_at < \(patience) OR provider = \(CashProvider.providerID)))
                OR (status = 'confirmed' AND receipt = reference))
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

/// What came to of a list in one currency.
struct PaymentTotal: SQLRow, Equatable {
    let currency: String
    let count: Int
    /// In the currency's smallest unit; what was sent back later is in it.
    let received: Int
    let refunded: Int

    init(row: inout RowReader) throws {
        currency = try row.next()
        count = try row.next()
        received = try row.next()
        refunded = try row.next()
    }
}

/// Payments as a list is asked for: which, and when, and which words.
struct PaymentSelection: Sendable {
    var show = PaymentListFilter.all
    /// Asked for from then on, and before.
    var from: Instant?
    var until: Instant?
    /// What staff typed: the number of an order or of a receipt, a phone, a name.
    var words = ""
}

extension Payments {
    /// Payments of a list, newest first.
    /// - Parameter last: continues after this one.
    func list(_ selection: PaymentSelection, after last: PaymentID? = nil, limit: Int, in db: any Connection) throws -> [Payment] {
        var terms = [try condition(selection, in: db)]
        if let last { terms.append("(created_at, id) < ((SELECT created_at FROM payment_payment WHERE id = \(last)), \(last))") }
        return try db.all(
            """
            SELECT \(Payment.columns) FROM payment_payment WHERE \(sql: terms.joined(by: " AND ")) ORDER BY created_at DESC, id DESC LIMIT \(limit)
            """ as Query<Payment>)
    }

    /// What all payments of a list come to, on every page of it.
    func totals(_ selection: PaymentSelection, in db: any Connection) throws -> [PaymentTotal] {
        try db.all(
            """
            SELECT currency, count(*), CAST(sum(CASE WHEN confirmed_at IS NULL THEN 0 ELSE amount END) AS BIGINT),
                CAST(sum(CASE WHEN refunded_at IS NULL THEN 0 ELSE amount END) AS BIGINT)
            FROM payment_payment WHERE \(sql: try condition(selection, in: db)) GROUP BY currency ORDER BY currency LIMIT 100
            """ as Query<PaymentTotal>)
    }

    /// Whether a list shows anything.
    func hasAny(_ selection: PaymentSelection, in db: any Connection) throws -> Bool {
        try db.first("SELECT 1 FROM payment_payment WHERE \(sql: try condition(selection, in: db)) LIMIT 1" as Query<Int>) != nil
    }

    func condition(_ selection: PaymentSelection, in db: any Connection) throws -> SQL {
        var terms: [SQL] = ["1 = 1", selection.show.condition(at: site.clock.now())]
        if let from = selection.from { terms.append("created_at >= \(from)") }
        if let until = selection.until { terms.append("created_at < \(until)") }
        if !selection.words.isEmpty { terms.append("id IN (\(sql: try found(by: selection.words, in: db).joined(by: " UNION ALL ")))") }
        return terms.joined(by: " AND ")
    }

    /// Fewest letters of a receipt's number: fewer would be found in half of all.
    private static let fewestLetters = 4
    /// More things than this carry a number only where the number is no help.
    private static let mostSubjects = 1000

    /// Selections of ids, one for each thing that the words may be; each reads an index of its own.
    private func found(by words: String, in db: any Connection) throws -> [SQL] {
        var all: [SQL] = ["SELECT id FROM payment_payment WHERE 1 = 0"]
        let number = words.uppercased().filter { !$0.isWhitespace }
        if number.count >= Self.fewestLetters, number.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) {
            for column in ["receipt", "refund_receipt"] as [SQL] {
                all.append(
                    "SELECT id FROM payment_payment WHERE \(sql: column) IS NOT NULL AND \(sql: .contains(number, in: "upper(\(sql: column))"))")
            }
        }
        if let digits = Self.phoneDigits(words) {
            all.append("SELECT id FROM payment_payment WHERE phone IS NOT NULL AND \(sql: .contains(digits, in: "phone"))")
        }
        if words.contains(where: \.isLetter) {
            all.append(
                "SELECT id FROM payment_payment WHERE person_id IN (SELECT p.id FROM account_person p WHERE \(sql: PersonRecord.isNamed(words)))")
        }
        for payable in site.extensions[.payables] {
            let ids = try payable.search(words, limit: Self.mostSubjects, in: db)
            guard !ids.isEmpty else { continue }
            all.append("SELECT id FROM payment_payment WHERE kind = \(payable.kind) AND subject_id IN \(list: ids)")
        }
        return all
    }

    /// A number, or part of one, as it stands among the digits that are kept; nil for what is none.
    private static func phoneDigits(_ words: String) -> String? {
        if let phone = KenyanPhone(words) { return phone.international }
        guard words.allSatisfy({ $0.isASCII && ($0.isNumber || " +-()".contains($0)) }) else { return nil }
        let digits = words.filter(\.isNumber)
        guard digits.count >= fewestLetters else { return nil }
        return digits.hasPrefix("0") ? String(digits.drop { $0 == "0" }) : digits
    }

    /// How many payments somebody has to see to.
    func attention(in db: any Connection) throws -> Int {
        try db.one("SELECT count(*) FROM payment_payment WHERE \(sql: PaymentListFilter.attention.condition(at: site.clock.now()))")
    }

    /// Whether somebody has to see to this one.
    func isToDo(_ id: PaymentID, in db: any Connection) throws -> Bool {
        let condition = PaymentListFilter.attention.condition(at: site.clock.now())
        return try db.one("SELECT count(*) FROM payment_payment WHERE id = \(id) AND \(sql: condition)") > 0
    }

    /// Who paid, as far as it is known: the name of the account, else the one that was called out.
    func customers(of payments: [Payment], in db: any Connection) throws -> [PaymentID: String] {
        let names = try People.names(of: Set(payments.compactMap(\.person)), in: db)
        var found: [PaymentID: String] = [:]
        for payment in payments { if let person = payment.person { found[payment.id] = names[person] } }
        for (kind, others) in Dictionary(grouping: payments.filter { $0.person == nil }, by: \.subject.kind) {
            guard let payable = site.extensions[.payables].first(where: { $0.kind == kind }) else { continue }
            let called = try payable.customers(of: Set(others.map(\.subject.id)), in: db)
            for payment in others { found[payment.id] = called[payment.subject.id] }
        }
        return found
    }

    /// Where a member of staff looks after what was paid for; nil where there is no such page, or they may not open it.
    func staffPath(of subject: PaymentSubject, for member: Member) -> String? {
        guard let payable = site.extensions[.payables].first(where: { $0.kind == subject.kind }), let readers = payable.receiptReaders,
            member.may(readers)
        else { return nil }
        return payable.staffPath(of: subject.id)
    }

    /// Whether its provider can be asked how it stands, and may have news.
    func canAsk(about payment: Payment) -> Bool {
        guard gateway(of: payment) != nil, payment.reference != nil else { return false }
        return payment.isOpen || payment.status == .failed || payment.status == .expired || payment.status == .confirmed && payment.lacksNumber
    }

    /// Asks a provider once more for a refund that it refused, or that it may never have heard of.
    func retryRefund(_ id: PaymentID, in write: Write) throws {
        guard let payment = try find(id, in: write) else { throw Problem.notFound }
        if payment.status == .refundRequested { try take(.refundAnswered(.failed("No answer came.")), of: id, in: write) }
        try take(.refundRequested(payment.refund?.reason ?? ""), of: id, in: write)
    }

    /// What a thing is called in lists, by its kind.
    func name(of kind: String) -> Text { site.extensions[.payables].first { $0.kind == kind }?.name ?? .verbatim(kind) }

    /// What a way to pay is called once it was used, on receipts and in lists: “Cash”.
    public func name(ofProvider id: String) -> Text { site.extensions[.paymentProviders].first { $0.id == id }?.receiptName ?? .verbatim(id) }
}
