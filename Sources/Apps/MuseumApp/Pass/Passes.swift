import Core
import Crypto
import Database
import Platform
import Web

/// Gives devices passes, and takes them away.
struct Passes: Sendable {
    /// A phone, a tablet and what was before them; the oldest makes room.
    static let mostDevices = 5

    let site: Site
    let memberships: Memberships
    let keys: PassKeys

    /// What somebody is admitted by.
    /// - Throws: ``PassRefusal``, whose words the code page shows in place of a code (MUS-023, MUS-025).
    func entitlement(of person: PersonID, in db: any Connection) throws -> (membership: Membership, tier: Tier) {
        guard let current = try memberships.current(of: person, in: db) else {
            if let start = try db.first(.upcoming(of: person, at: site.clock.now()))?.startsAt { throw PassRefusal.notBegun(start) }
            let last = try db.all(.memberships(of: person)).first { $0.status == .active || $0.hasEnded }
            if let last, let end = last.endedAt { throw last.status == .refunded ? PassRefusal.refunded(end) : .ended(end) }
            throw last.flatMap(\.expiresAt).map { PassRefusal.expired($0) } ?? PassRefusal.notMember
        }
        guard current.tier.includesEntry(on: site) else { throw PassRefusal.tierTooLow(current.tier.name) }
        return current
    }

    /// Gives a device a pass; the same one again where it has one.
    func issue(to device: P256PublicKey, of person: PersonID, for reader: ReaderLanguage) async throws -> IssuedPass {
        let key = try await keys.signing()
        return try await site.write(by: person) { [self] write in
            let (membership, tier) = try entitlement(of: person, in: write)
            let point = device.compressed
            let known = try write.first(
                """
                SELECT code FROM museum_pass WHERE membership_id = \(membership.id) AND device_key = \(point) AND revoked_at IS NULL
                """ as Query<[UInt8]>)
            let id = try known ?? add(point, for: membership, in: write)
            return IssuedPass(
                pass: EntryCode.pass(id, of: membership, for: device, by: key).base64URL, tier: try reader(tier, in: write).name,
                expiresAt: membership.expiresAt,
                now: write.now.milliseconds)
        }
    }

    private func add(_ point: [UInt8], for membership: Membership, in write: Write) throws -> [UInt8] {
        let id = randomBytes(8)
        try write.run(
            """
            UPDATE museum_pass SET revoked_at = \(write.now), changed_at = \(write.now), changed_by = \(write.actor)
            WHERE membership_id = \(membership.id) AND revoked_at IS NULL AND id NOT IN (
                SELECT id FROM museum_pass WHERE membership_id = \(membership.id) AND revoked_at IS NULL ORDER BY id DESC LIMIT \(Self.mostDevices - 1))
            """)
        try write.run(
            """
            INSERT INTO museum_pass (code, membership_id, device_key, created_at, changed_at, changed_by)
            VALUES (\(id), \(membership.id), \(point), \(write.now), \(write.now), \(write.actor))
            """)
        return id
    }

    /// A code that the site signs, for a device that can't.
    func shortCode(for person: PersonID) async throws -> (text: String, membership: Membership, tier: Tier) {
        let key = try await keys.signing()
        let (membership, tier) = try await site.database.read { [self] db in try entitlement(of: person, in: db) }
        return (EntryCode.text(of: membership, at: site.clock.now(), by: key), membership, tier)
    }

    /// Takes away every pass of a membership that has ended.
    static func revoke(of membership: MembershipID, in write: Write) throws {
        try write.run(
            """
            UPDATE museum_pass SET revoked_at = \(write.now), changed_at = \(write.now), changed_by = \(write.actor)
            WHERE membership_id = \(membership) AND revoked_at IS NULL
            """)
    }
}

/// A pass as its device gets it. It says nothing about whose it is.
struct IssuedPass: JSONAnswer, Codable {
    /// The bytes of the pass, base64url.
    let pass: String
    let tier: String
    /// Absent for life.
    let expiresAt: Instant?
    /// By the server's clock, in milliseconds since 1970: a phone whose clock is wrong is told so.
    let now: Int64
}

/// Why there is no code.
enum PassRefusal: Error, Equatable {
    case notMember
    case expired(Instant)
    case refunded(Instant)
    /// Taken away by the museum.
    case ended(Instant)
    /// It is paid, and begins then.
    case notBegun(Instant)
    case tierTooLow(String)
    /// What came isn't a key on the curve.
    case badKey
}

extension PassRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .notMember:
            Problem(
                .conflict, "museum.no-membership", "You’re not a member yet.", remedy: "Members get a code for the entrance.",
                link: .init("See memberships", path: MuseumPaths.tiers()))
        case .expired(let end):
            Problem(
                .conflict, "museum.membership-expired", "Your membership ended on \(day: end).", remedy: "Renew it to get a code again.",
                link: .init("Renew", path: MuseumPaths.tiers()))
        case .refunded(let end):
            Problem(
                .conflict, "museum.membership-refunded", "Your membership was refunded on \(day: end).",
                remedy: "Members get a code for the entrance.", link: .init("See memberships", path: MuseumPaths.tiers()))
        case .ended(let end):
            Problem(
                .conflict, "museum.membership-ended", "The museum ended your membership on \(day: end).",
                remedy: "Contact the museum if you have questions.", link: .init("Show my membership", path: MuseumPaths.profile()))
        case .notBegun(let start):
            Problem(
                .conflict, "museum.membership-not-begun", "Your membership begins on \(day: start).", remedy: "You get a code on that day.",
                link: .init("Show my membership", path: MuseumPaths.profile()))
        case .tierTooLow(let tier):
            Problem(
                .conflict, "museum.tier-without-entry", "“\(tier)” doesn’t include free entry.", remedy: "Choose a membership that does.",
                link: .init("See memberships", path: MuseumPaths.tiers()))
        case .badKey:
            Problem(.invalid, "museum.bad-device-key", "This device’s key can’t be read.", remedy: "Reload the page.")
        }
    }
}
