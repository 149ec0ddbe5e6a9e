import Audit
import Core
import Database
import Platform

/// The identity of a tier.
typealias TierID = ID<Tier>

/// What one can be a member of: a price, how long it lasts and what it gives (MUS-011).
struct Tier: Sendable, Equatable {
    static let longestName = 60
    static let longestSummary = 200
    static let longestBenefits = 2_000
    static let mostGuests = 20

    let id: TierID
    /// Its number among the memberships of the museum's record; nil where it is kept here alone.
    let recordID: Int64?
    var name: String
    /// One line.
    var summary: String
    /// What it gives, one a line.
    var benefits: [String]
    /// In the currency's smallest unit.
    let price: Int
    let currency: String
    /// How long it lasts; 0 is for life.
    let months: Int
    /// Higher ones include more; what a code for the entrance needs is a setting.
    let level: Int
    /// Whom a member may bring along.
    let guests: Int
    /// Whether everybody can buy it; others are granted by managers only.
    let isSold: Bool
    let isRetired: Bool

    var cost: Money { Money(minor: price, currency: currency) }
    var isForLife: Bool { months == 0 }

    /// Whether its members get a code for the entrance (MUS-021).
    func includesEntry(on site: Site) -> Bool { level >= site.value(of: MuseumSettings.entryLevel) }

    /// As they are kept: one on each line.
    static func benefits(_ lines: String) -> [String] { lines.split(whereSeparator: \.isNewline).map { String($0).tidied() }.filter { !$0.isEmpty } }
}

extension [Tier] {
    /// Whether something is for sale, and all of it gets its member in.
    func sellEntry(on site: Site) -> Bool {
        let sold = filter { $0.isSold && !$0.isRetired }
        return !sold.isEmpty && sold.allSatisfy { $0.includesEntry(on: site) }
    }
}

extension Tier: Audited {
    static var auditEntity: String { "museum.tier" }
}

extension Tier: SQLRow {
    static let columns: SQL = """
        t.id, t.record_id, t.name, t.summary, t.benefits, t.price, t.currency, t.months, t.level, t.guests, t.is_sold, t.is_retired
        """

    init(row: inout RowReader) throws {
        id = try row.next()
        recordID = try row.next()
        name = try row.next()
        summary = try row.next()
        benefits = Self.benefits(try row.next())
        price = try row.next()
        currency = try row.next()
        months = try row.next()
        level = try row.next()
        guests = try row.next()
        isSold = try row.next()
        isRetired = try row.next()
    }
}

extension Query where Row == Tier {
    static func tier(_ id: TierID) -> Self { "SELECT \(Tier.columns) FROM museum_tier t WHERE t.id = \(id)" }

    /// Those that are offered or granted, the lowest first; retired ones follow where they are wanted.
    static func tiers(withRetired: Bool = false) -> Self {
        """
        SELECT \(Tier.columns) FROM museum_tier t WHERE t.is_retired = \(false) OR \(withRetired) = \(true)
        ORDER BY t.is_retired, t.level, t.price, t.id LIMIT 100
        """
    }
}

extension ReaderLanguage {
    /// The tiers, to name whom events are for; none where everyone can come to all of them.
    func tiers(askedForBy events: [Event], in db: any Connection) throws -> [Tier] {
        events.contains { $0.level > 0 } ? try self(db.all(.tiers()), in: db) : []
    }
}

extension [Tier] {
    /// The lowest on sale whose members can register for an event; nil where everyone can, or none on sale is enough.
    func lowest(for event: Event) -> Tier? { event.level == 0 ? nil : first { $0.isSold && $0.level >= event.level } }
}

extension Tier? {
    /// Whom an event is for, as its badge.
    var audience: Text { map { "Members: \($0.name) and above" } ?? "Members" }
}
