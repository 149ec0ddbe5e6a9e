import Analytics
import Audit
import Core
import Database
import Payments
import Platform

/// Closes cash-ups and finds them again.
struct CashUps: Sendable {
    /// Shown at once.
    static let page = 30
    /// In the file: one a day for ten years.
    static let mostExported = 4000

    let site: Site

    /// What the next cash-up covers: everything since the one before, or since the day began where there is none.
    struct Open: Sendable {
        /// Numbers of transfers of the ledger. Moments would count one twice, or not at all, that is posted as the drawer is counted.
        let after: Int64
        let through: Int64
        let from: Instant
        let sums: CashUpSums
        /// What came in and went out by no sale, the latest first.
        let movements: [CashMovement]
        /// What customers still have to get back, which lies in the drawer.
        let owed: [OwedCash]
        /// What stayed in the drawer last time.
        let float: Int?

        var cashIn: Int { movements.reduce(0) { $0 + max(0, $1.amount) } }
        var cashOut: Int { movements.reduce(0) { $0 - min(0, $1.amount) } }
        /// What should be in the drawer besides the float.
        var kept: Int { sums.cash.kept + cashIn - cashOut }

        var owedSum: Money { Money(minor: owed.reduce(0) { $0 + $1.amount.minor }, currency: sums.currency) }
    }

    /// The form of a cash-up, as it is sent.
    struct Fields: Decodable, Sendable {
        /// When what it covers begins, in milliseconds since 1970: another one once somebody else has closed it.
        var from: String?
        /// The last transfer that the page showed: what is sold while somebody counts belongs to the next one.
        var through: String?
        var float: String?
        var counted: String?
        var remark: String?
        /// Whether who counts knows that money to be given back is in the drawer.
        var owed: Bool?
        /// What stays in the drawer for the next day; empty for as much as there was this time.
        var remaining: String?
        /// Notes and coins, where they were counted one by one.
        var pieces: [Int: String] = [:]

        private enum CodingKeys: String, CodingKey { case from, through, float, counted, remark, owed, remaining }
    }

    /// What the first step of a cash-up has to say: the float and the count, in the smallest unit.
    struct Count: Sendable {
        let float: Int
        let counted: Int
    }

    /// - Parameter through: the last transfer to be covered; the newest if not said.
    func open(through: Int64? = nil, in db: any Connection) throws -> Open {
        let currency = CafeteriaSettings.currency(site)
        let last = try db.first(
            """
            SELECT through_transfer, closed_at, COALESCE(remaining, float_amount) FROM cafeteria_cash_up WHERE currency = \(currency)
            ORDER BY id DESC LIMIT 1
            """ as Query<Row3<Int64, Instant, Int>>)
        let from = last?.second ?? site.counts.today.start(in: site.configuration.zone)
        let after = try last?.first ?? Ledger.last(before: from, db)
        let head = try Ledger.last(db)
        let through = min(max(through ?? head, after), head)
        return Open(
            after: after, through: through, from: from,
            sums: CashUpSums(takings: try Payments.takings(of: Order.kind, currency, after: after, through: through, in: db), currency: currency),
            movements: try db.all(.movements(currency, after: after, through: through)),
            owed: try OwedCash.all(in: db).filter { $0.isInDrawer && $0.amount.currency == currency }, float: last?.third)
    }

    /// Keeps what was counted. Once closed it stays as it is.
    /// - Throws: ``CashUpRefusal``.
    func close(_ fields: Fields, by person: PersonID) async throws -> CashUpID {
        try await site.write(by: person) { write in
            let open = try open(through: fields.through.flatMap { Int64($0) }, in: write)
            guard fields.from == String(open.from.milliseconds) else { throw CashUpRefusal.closedAlready }
            let count = try count(fields, open)
            let money = { (minor: Int) in Money(minor: minor, currency: open.sums.currency) }
            var wrong: [String: Text] = [:]
            let remark = (fields.remark ?? "").tidied()
            if remark.length > CashUp.longestRemark { wrong["remark"] = "Write at most \(CashUp.longestRemark) characters." }
            let remaining =
                fields.remaining.flatMap { $0.trimmed.isEmpty ? nil : $0 }
                .map { Self.amount($0, open.sums.currency) } ?? min(count.float, count.counted)
            if remaining.map({ $0 > count.counted }) ?? true { wrong["remaining"] = "Enter an amount from 0 to \(money(count.counted))." }
            guard let remaining, wrong.isEmpty else { throw CashUpRefusal.invalid(wrong) }
            let difference = count.counted - count.float - open.kept
            guard difference == 0 || !remark.isEmpty else { throw CashUpRefusal.unexplained(money(difference)) }
            guard open.owed.isEmpty || fields.owed == true else { throw CashUpRefusal.owes(open.owedSum) }
            let id: CashUpID? = try write.first(
                """
                INSERT INTO cafeteria_cash_up (currency, after_transfer, through_transfer, from_at, closed_at, float_amount, counted, takings,
                    remark, owed, cash_in, cash_out, remaining, changed_at, changed_by)
                VALUES (\(open.sums.currency), \(open.after), \(open.through), \(open.from), \(write.now), \(count.float), \(count.counted),
                    \(try StoredJSON(open.sums.takings)), \(remark), \(open.owedSum.minor), \(open.cashIn), \(open.cashOut), \(remaining),
                    \(write.now), \(person))
                ON CONFLICT (currency, from_at) DO NOTHING RETURNING id
                """ as Query<CashUpID>)
            guard let id else { throw CashUpRefusal.closedAlready }
            try write.audit(.create, id, ["counted": String(count.counted), "difference": String(difference), "currency": open.sums.currency])
            return id
        }
    }

    /// Notes in the log what somebody counted and was told of the difference: whoever counts again after that leaves both counts there.
    func note(_ count: Count, _ open: Open, by person: PersonID) async throws {
        let (counted, difference) = (String(count.counted), String(count.counted - count.float - open.kept))
        try await site.write(by: person, once: nil) { write in
            try write.audit(
                .update, AuditName(CashUp.auditEntity, "count"),
                ["counted": counted, "difference": difference, "currency": open.sums.currency])
        }
    }

    /// The float and the count, which are wanted before anything is said of what should be there.
    /// - Throws: ``CashUpRefusal/invalid(_:)``.
    func count(_ fields: Fields, _ open: Open) throws(CashUpRefusal) -> Count {
        var wrong: [String: Text] = [:]
        let float = Self.amount(fields.float, open.sums.currency)
        if float == nil { wrong["float"] = Self.fault(fields.float, "Enter what was in the drawer before the first sale.", open) }
        let isAddedUp = (fields.counted ?? "").trimmed.isEmpty && !fields.pieces.isEmpty
        let sum = Denominations.sum(fields.pieces).flatMap { $0 <= CashUp.most ? $0 : nil }
        let counted = isAddedUp ? sum : Self.amount(fields.counted, open.sums.currency)
        if counted == nil {
            wrong["counted"] =
                isAddedUp ? "Enter whole numbers of notes and coins." : Self.fault(fields.counted, "Enter what you counted in the drawer.", open)
        }
        guard let float, let counted else { throw .invalid(wrong) }
        return Count(float: float, counted: counted)
    }

    /// What is wrong with an amount that isn't one.
    private static func fault(_ text: String?, _ missing: Text, _ open: Open) -> Text {
        if (text ?? "").trimmed.isEmpty { return missing }
        let example = Money(minor: 0, currency: open.sums.currency).decimals == 0 ? "1250" : "1250.50"
        return "Enter an amount such as \(example), at most \(Money(minor: CashUp.most, currency: open.sums.currency))."
    }

    private static func amount(_ text: String?, _ currency: String) -> Int? {
        guard let money = Money(typed: text ?? "", currency: currency), (0...CashUp.most).contains(money.minor) else { return nil }
        return money.minor
    }

    /// The newest first.
    func all(before: CashUpID = CashUpID(.max), limit: Int = page, in db: any Connection) throws -> [CashUp] {
        try db.all("SELECT \(CashUp.columns) FROM cafeteria_cash_up WHERE id < \(before) ORDER BY id DESC LIMIT \(limit)" as Query<CashUp>)
    }

    func find(_ id: CashUpID, in db: any Connection) throws -> CashUp {
        guard let found = try db.first("SELECT \(CashUp.columns) FROM cafeteria_cash_up WHERE id = \(id)" as Query<CashUp>) else {
            throw Problem.notFound
        }
        return found
    }
}
