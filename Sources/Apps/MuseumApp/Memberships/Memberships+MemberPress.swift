import Audit
import Core
import Database
import Events
import Platform

/// Memberships that MemberPress knows of: bought at the museum, or changed there.
extension Memberships {
    /// What every reference of ours begins with.
    static let ownPrefix = "stoa-"

    /// The reference under which a membership is kept that was not bought here.
    static func reference(of transaction: Int64) -> String { "memberpress-\(transaction)" }

    /// Puts down a membership that was bought at the museum. One that is over is history, and nobody is told of it.
    func adopt(_ transaction: MirroredTransaction, _ tier: Tier, for person: PersonID, in write: Write) throws -> MembershipID? {
        let start = min(transaction.startsAt ?? write.now, write.now)
        if let end = transaction.expiresAt, end <= start { return nil }
        let id: MembershipID = try write.insert(
            """
            INSERT INTO museum_membership (tier_id, person_id, status, source, price, currency, starts_at, expires_at, payable_until, created_at,
                reference, changed_at, changed_by)
            VALUES (\(tier.id), \(person), 'active', \(MembershipSource.desk.rawValue), \(max(0, transaction.total)), \(tier.currency), \(start),
                \(transaction.expiresAt), \(start), \(start), \(Self.reference(of: transaction.id)), \(write.now), \(write.actor))
            """)
        try write.audit(.create, id, ["tier": tier.name, "source": MembershipSource.desk.rawValue])
        if try find(id, in: write).isValid(at: write.now) { try changed(id, .active, tier, in: write) }
        return id
    }

    /// Takes over when a membership ends. Codes that say another day stop working; devices get new ones.
    func setEnd(_ end: Instant?, of membership: Membership, in write: Write) throws {
        guard let start = membership.startsAt, end.map({ start < $0 }) ?? true else { return }
        try write.run(
            """
            UPDATE museum_membership SET expires_at = \(end), changed_at = \(write.now), changed_by = \(write.actor) WHERE id = \(membership.id)
            """)
        try Passes.revoke(of: membership.id, in: write)
        try write.audit(.update, membership.id, ["expires": end?.rfc3339 ?? "never"])
        if let person = membership.person {
            try write.emit(Membership.topic(membership.id), to: .person(person), kind: "membership", [String: String]())
        }
    }

    /// Takes over which tier a membership is of. Codes that say another one stop working.
    func setTier(_ tier: Tier, of membership: Membership, in write: Write) throws {
        try write.run(
            """
            UPDATE museum_membership SET tier_id = \(tier.id), changed_at = \(write.now), changed_by = \(write.actor) WHERE id = \(membership.id)
            """)
        try Passes.revoke(of: membership.id, in: write)
        try write.audit(.update, membership.id, ["tier": tier.name])
    }

    /// Lets a membership count again that MemberPress had ended, and grants once more.
    func restore(_ membership: Membership, in write: Write) throws {
        guard let tier = try write.first(.tier(membership.tier)) else { return }
        try write.run(
            """
            UPDATE museum_membership SET status = 'active', ended_at = \(nil as Instant?), changed_at = \(write.now), changed_by = \(write.actor)
            WHERE id = \(membership.id) AND status IN ('refunded', 'revoked') AND starts_at IS NOT NULL
            """)
        try changed(membership.id, .active, tier, in: write)
    }
}
