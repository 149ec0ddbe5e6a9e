import Core
import Database
import Payments
import Platform
import Web

extension Desk {
    /// Something that was sold at the desk.
    struct Sale: Sendable {
        let membership: Membership
        let tier: Tier
        /// Who has it or is given it; nil where nobody said, and once the account is gone.
        let name: String?
        let at: Instant
        /// The cash that was taken for it; nil where nothing was to pay.
        let payment: Payment?
    }

    /// What the desk sold since midnight by the museum's clock.
    struct Sales: Sendable {
        /// Newest first.
        let all: [Sale]
        /// Also what was given back today for sales of other days: it left the same till.
        let cash: Takings
        let currency: String
    }

    private static let mostSales = 500

    /// How many sales of today stand: those that were undone are in the list, and don't count.
    func countSales(in db: any Connection) throws -> Int {
        let taken = try Payments.countTaken(for: Membership.kind, with: Membership.cash, after: Ledger.last(before: midnight, db), in: db)
        let undone = try db.all(
            """
            SELECT m.payment_id FROM museum_membership m WHERE m.is_undone = 1 AND m.ended_at >= \(midnight) AND m.payment_id IS NOT NULL
            ORDER BY m.ended_at LIMIT \(Self.mostSales)
            """ as Query<PaymentID>)
        // Just after midnight one of the day before can still be undone.
        let undoneToday = try undone.filter { try payments.find($0, in: db)?.receipt.map { $0.at >= midnight } ?? false }
        return try taken - undoneToday.count + db.one("SELECT count(*) \(sql: freeToday) AND m.is_undone = 0" as Query<Int>)
    }

    /// Today's sales, and no other day's: whoever serves there can undo them and print them again.
    func sales(for reader: ReaderLanguage, in db: any Connection) throws -> Sales {
        let tiers = try tiers(for: reader, in: db)
        let taken = try Payments.taken(for: Membership.kind, with: Membership.cash, after: Ledger.last(before: midnight, db), in: db)
        let paidFor = Dictionary(
            try db.all(.memberships(taken.map { MembershipID($0.subject.id) })).map { ($0.id.number, $0) }
        ) { first, _ in first }
        let paid = taken.compactMap { payment in
            paidFor[payment.subject.id].map { (membership: $0, payment: payment as Payment?) }
        }
        let free = try db.all(
            "SELECT \(Membership.columns) \(sql: freeToday) ORDER BY m.id DESC LIMIT \(Self.mostSales)" as Query<Membership>)
        let all = paid + free.map { ($0, nil) }
        let names = try Holders.names(of: all.map(\.membership), in: db)
        let gifts = Dictionary(
            try db.all(.gifts(all.map(\.membership).filter { $0.source == .gift }.map(\.id))).map { ($0.membership, $0.name) }
        ) { first, _ in first }
        let sales = all.compactMap { one, payment in
            tiers[one.tier].map {
                Sale(
                    membership: one, tier: $0, name: gifts[one.id] ?? names[one.id], at: payment?.receipt?.at ?? one.createdAt, payment: payment)
            }
        }
        let currency = sales.first?.membership.currency ?? MuseumSettings.currency(site)
        let takings = try Payments.takings(
            of: Membership.kind, currency, after: Ledger.last(before: midnight, db), through: Ledger.last(db), in: db)
        return Sales(
            all: sales.sorted { ($0.at, $0.membership.id.number) > ($1.at, $1.membership.id.number) },
            cash: takings.first { $0.provider == Membership.cash } ?? .none(Membership.cash), currency: currency)
    }

    private var midnight: Instant { Day(site.clock.now(), in: site.configuration.zone).start(in: site.configuration.zone, after: 0) }

    /// Those that cost nothing, of the newest memberships: there is no payment to find them by.
    private var freeToday: SQL {
        """
        FROM museum_membership m
        WHERE m.id IN (SELECT n.id FROM (SELECT id FROM museum_membership ORDER BY id DESC LIMIT \(Self.mostSales)) n)
            AND (m.source = 'desk' OR m.source = 'gift' AND m.buyer_id IS NULL) AND m.payment_id IS NULL AND m.price <= m.credit
            AND m.status NOT IN ('pending', 'cancelled') AND m.created_at >= \(midnight) AND m.reference LIKE \(Memberships.ownPrefix + "%")
        """
    }
}
