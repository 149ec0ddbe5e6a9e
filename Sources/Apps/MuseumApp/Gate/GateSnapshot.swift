import Accounts
import Core
import Crypto
import Database
import Platform
import Web

/// What a gate keeps to decide by itself: numbers, tiers, ends and revocations. No names, so that whoever finds the device learns nothing.
struct GateSnapshot: JSONAnswer, Codable {
    struct Key: Codable, Sendable {
        let id: Int
        /// The point, uncompressed, base64url.
        let publicKey: String
    }

    struct Tier: Codable, Sendable {
        let id: TierID
        let name: String
        let guests: Int
        let hasEntry: Bool
    }

    struct Member: Codable, Sendable {
        let id: MembershipID
        /// On the member's card; absent where it is the membership's own.
        let number: Int64?
        let tier: TierID
        /// Milliseconds since 1970; absent for life.
        let end: Int64?
        /// When the day's admission was; absent where there was none.
        let used: Int64?
        /// How many guests came today; absent where none did.
        let guests: Int?
        /// Whether a printed card lets them in: nobody with an account has it. Absent where none does.
        let isCard: Bool?
    }

    /// By the server's clock, in milliseconds since 1970.
    let now: Int64
    let day: String
    /// When the next day begins, likewise.
    let dayEnds: Int64
    let keys: [Key]
    let tiers: [Tier]
    /// Whoever may come in.
    let members: [Member]
    /// Ids of passes that were taken away, base64url, of memberships that still run.
    let revoked: [String]
    let conflicts: Int
}

extension Gate {
    /// How many members a gate keeps at most.
    private static let mostMembers = 50_000

    func snapshot(for reader: ReaderLanguage = .originals) async throws -> GateSnapshot {
        let keys = try await keys.all().map { GateSnapshot.Key(id: Int($0.id), publicKey: $0.secret.publicKey.uncompressed.base64URL) }
        let now = site.clock.now(), zone = site.configuration.zone
        let day = Day(now, in: zone)
        return try await site.database.readInBackground { [self] db in
            let members = try db.all(
                """
                SELECT \(Membership.columns) FROM museum_membership m
                WHERE m.status = 'active' AND m.starts_at <= \(now) AND (m.expires_at IS NULL OR m.expires_at > \(now))
                ORDER BY m.id LIMIT \(Self.mostMembers)
                """ as Query<Membership>)
            let numbers = Dictionary(
                try db.all(
                    "SELECT person_id, number FROM museum_member ORDER BY number LIMIT \(Self.mostMembers)" as Query<Row2<PersonID, Int64>>
                ).map { ($0.first, $0.second) }
            ) { first, _ in first }
            let cards = Dictionary(
                try db.all(
                    """
                    SELECT membership_id, renews_id FROM museum_gift WHERE renews_id IS NOT NULL ORDER BY membership_id LIMIT \(Self.mostMembers)
                    """ as Query<Row2<MembershipID, MembershipID>>
                ).map { ($0.first, $0.second) }
            ) { first, _ in first }
            let (used, guests) = try entries(on: day, cards: cards, in: db)
            let revoked = try db.all(
                """
                SELECT p.code FROM museum_pass p JOIN museum_membership m ON m.id = p.membership_id
                WHERE p.revoked_at IS NOT NULL AND (m.expires_at IS NULL OR m.expires_at > \(now)) ORDER BY p.id LIMIT \(Self.mostMembers)
                """ as Query<[UInt8]>)
            return GateSnapshot(
                now: now.milliseconds, day: day.description, dayEnds: day.start(in: zone, after: 1).milliseconds, keys: keys,
                tiers: try reader(db.all(.tiers(withRetired: true)), in: db).map {
                    .init(id: $0.id, name: $0.name, guests: $0.guests, hasEntry: $0.includesEntry(on: site))
                },
                members: members.map { one in
                    let number = one.person.map { numbers[$0] } ?? cards[one.id]?.number
                    let holder = Holder(one.id, one.person, cards: cards)
                    return .init(
                        id: one.id, number: number == one.id.number ? nil : number, tier: one.tier, end: one.expiresAt?.milliseconds,
                        used: used[holder], guests: guests[holder], isCard: one.person == nil ? true : nil)
                },
                revoked: revoked.map(\.base64URL), conflicts: try conflicts(in: db).count)
        }
    }

    /// When whoever has a membership was admitted on a day, and how many guests came with them, by whichever of their memberships.
    private func entries(
        on day: Day, cards: [MembershipID: MembershipID], in db: any Connection
    ) throws -> (used: [Holder: Int64], guests: [Holder: Int]) {
        let first = try db.all(
            """
            SELECT s.membership_id, m.person_id, s.scanned_at FROM museum_scan s JOIN museum_membership m ON m.id = s.membership_id
            WHERE s.day = \(day.description) AND s.is_first = 1 ORDER BY s.id LIMIT \(Self.mostMembers)
            """ as Query<Row3<MembershipID, PersonID?, Instant>>)
        let guests = try db.all(
            """
            SELECT s.membership_id, m.person_id, SUM(s.guests) FROM museum_scan s JOIN museum_membership m ON m.id = s.membership_id
            WHERE s.day = \(day.description) AND s.is_let_in = 1 AND s.guests > 0
            GROUP BY s.membership_id, m.person_id ORDER BY s.membership_id LIMIT \(Self.mostMembers)
            """ as Query<Row3<MembershipID, PersonID?, Int>>)
        return (
            Dictionary(first.map { (Holder($0.first, $0.second, cards: cards), $0.third.milliseconds) }, uniquingKeysWith: min),
            Dictionary(guests.map { (Holder($0.first, $0.second, cards: cards), $0.third) }, uniquingKeysWith: +)
        )
    }
}
