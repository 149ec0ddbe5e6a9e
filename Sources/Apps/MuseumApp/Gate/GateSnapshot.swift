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
        let tier: TierID
        /// Milliseconds since 1970; absent for life.
        let end: Int64?
        /// When the day's admission was; absent where there was none.
        let used: Int64?
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

/// A member who was found by name or number.
struct FoundMember: Codable, Sendable {
    let membership: MembershipID
    let name: String?
    let tier: String
    let expiresAt: Instant?
    let hasEntry: Bool
    let usedAt: Instant?
}

extension Gate {
    /// How many members a gate keeps at most.
    private static let mostMembers = 50_000

    func snapshot() async throws -> GateSnapshot {
        let keys = try await keys.all().map { GateSnapshot.Key(id: Int($0.id), publicKey: $0.secret.publicKey.uncompressed.base64URL) }
        let now = site.clock.now(), zone = site.configuration.zone, level = site.value(of: MuseumSettings.entryLevel)
        let day = Day(now, in: zone)
        return try await site.database.readInBackground { [self] db in
            let used = Dictionary(
                try db.all(
                    """
                    SELECT membership_id, scanned_at FROM museum_scan
                    WHERE day = \(day.description) AND is_first = 1 AND membership_id IS NOT NULL ORDER BY id LIMIT \(Self.mostMembers)
                    """ as Query<Row2<MembershipID, Instant>>
                ).map { ($0.first, $0.second.milliseconds) }
            ) { first, _ in first }
            let members = try db.all(
                """
                SELECT \(Membership.columns) FROM museum_membership m
                WHERE m.status = 'active' AND m.starts_at <= \(now) AND (m.expires_at IS NULL OR m.expires_at > \(now))
                ORDER BY m.id LIMIT \(Self.mostMembers)
                """ as Query<Membership>)
            let revoked = try db.all(
                """
                SELECT p.code FROM museum_pass p JOIN museum_membership m ON m.id = p.membership_id
                WHERE p.revoked_at IS NOT NULL AND (m.expires_at IS NULL OR m.expires_at > \(now)) ORDER BY p.id LIMIT \(Self.mostMembers)
                """ as Query<[UInt8]>)
            return GateSnapshot(
                now: now.milliseconds, day: day.description, dayEnds: day.start(in: zone, after: 1).milliseconds, keys: keys,
                tiers: try db.all(.tiers(withRetired: true)).map { .init(id: $0.id, name: $0.name, guests: $0.guests, hasEntry: $0.level >= level) },
                members: members.map { .init(id: $0.id, tier: $0.tier, end: $0.expiresAt?.milliseconds, used: used[$0.id]) },
                revoked: revoked.map(\.base64URL), conflicts: try conflicts(in: db).count)
        }
    }

    /// Whoever is a member now, by words of the name or by number.
    func search(_ words: String, in db: any Connection) throws -> [FoundMember] {
        let words = words.tidied(), now = site.clock.now()
        guard !words.isEmpty else { return [] }
        let wanted: SQL =
            if let number = MembershipID(words) {
                "m.id = \(number)"
            } else {
                "m.person_id IN (SELECT p.id FROM account_person p WHERE \(sql: PersonRecord.isNamed(words)))"
            }
        let found = try db.all(
            """
            SELECT \(Membership.columns) FROM museum_membership m
            WHERE m.status = 'active' AND m.starts_at <= \(now) AND (m.expires_at IS NULL OR m.expires_at > \(now)) AND \(sql: wanted)
            ORDER BY m.id DESC LIMIT 20
            """ as Query<Membership>)
        let names = try People.names(of: Set(found.compactMap(\.person)), in: db)
        let tiers = Dictionary(try db.all(.tiers(withRetired: true)).map { ($0.id, $0) }) { first, _ in first }
        let day = Day(now, in: site.configuration.zone), level = site.value(of: MuseumSettings.entryLevel)
        return try found.map { membership in
            let tier = tiers[membership.tier]
            return FoundMember(
                membership: membership.id, name: membership.person.flatMap { names[$0] }, tier: tier?.name ?? "", expiresAt: membership.expiresAt,
                hasEntry: (tier?.level ?? 0) >= level, usedAt: try db.first(.first(of: membership.id, on: day))?.scannedAt)
        }
    }
}
