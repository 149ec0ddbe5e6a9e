import Audit
import Core
import Crypto
import Database
import Payments
import Platform

/// Brings back what waited to be paid at the desk, after a slip there.
extension Memberships {
    /// How long one can be paid at least that waits again.
    private static let leastTime = Duration.seconds(3600)

    /// Reserves again what was paid by mistake: the same tier for the same person at the same price, to be paid as long as before. What was paid
    /// stays in the records, and is refunded.
    func reserveAgain(_ paid: Membership, in write: Write) throws {
        let end = max(paid.payableUntil, write.now + Self.leastTime)
        let id = try add(again: paid, payableUntil: end, in: write)
        try write.run(
            """
            INSERT INTO museum_exchange (membership_id, replaced_id, amount, changed_at, changed_by)
            SELECT \(id), replaced_id, amount, \(write.now), \(write.actor) FROM museum_exchange WHERE membership_id = \(paid.id)
            """)
        try write.run(
            """
            INSERT INTO museum_gift (membership_id, email, name, message, changed_at, changed_by)
            SELECT \(id), email, name, message, \(write.now), \(write.actor) FROM museum_gift WHERE membership_id = \(paid.id)
            """)
        try wait(id, paidBy: paid.buyer, until: end, in: write)
    }

    /// Brings back what somebody had reserved when they were sold something else.
    func restoreDropped(for id: MembershipID, in write: Write) throws {
        let dropped = try write.all(
            """
            SELECT \(Membership.columns) FROM museum_membership m WHERE m.dropped_for = \(id) AND m.status = 'cancelled' ORDER BY m.id LIMIT 5
            """ as Query<Membership>)
        for one in dropped where try payments.all(for: one.subject, in: write).first?.isCash == true {
            let end = max(one.payableUntil, write.now + Self.leastTime)
            try write.run(
                """
                UPDATE museum_membership SET status = 'pending', dropped_for = \(nil as MembershipID?), payable_until = \(end),
                    changed_at = \(write.now), changed_by = \(write.actor)
                WHERE id = \(one.id)
                """)
            try write.audit(.update, one.id, ["to": MembershipStatus.pending.rawValue, "tier": write.first(.tier(one.tier))?.name ?? ""])
            try wait(one.id, paidBy: one.buyer, until: end, in: write)
        }
    }

    /// Puts down once more what somebody chose, on its terms.
    private func add(again one: Membership, payableUntil end: Instant, in write: Write) throws -> MembershipID {
        let id: MembershipID = try write.insert(
            """
            INSERT INTO museum_membership (tier_id, person_id, buyer_id, status, source, price, credit, currency, payable_until, created_at, reference,
                changed_at, changed_by)
            VALUES (\(one.tier), \(one.source == .gift ? nil : one.person), \(one.buyer), 'pending', \(one.source.rawValue), \(one.price), \(one.credit), \(one.currency),
                \(end), \(write.now), \("stoa-" + randomBytes(12).hex), \(write.now), \(write.actor))
            """)
        try write.audit(.create, id, ["tier": write.first(.tier(one.tier))?.name ?? "", "source": one.source.rawValue])
        return id
    }

    private func wait(_ id: MembershipID, paidBy buyer: PersonID?, until end: Instant, in write: Write) throws {
        try payments.begin(PaymentSubject(Membership.kind, id.number), by: buyer, with: Membership.cash, in: write)
        try write.withdraw(Self.deadline, key: id.description)
        try write.enqueue(Self.deadline, Payload(membership: id), at: end, key: id.description)
    }

    /// Whether one follows without a gap on another of its tier.
    func isRenewal(_ membership: Membership, in db: any Connection) throws -> Bool {
        guard let person = membership.person, let start = membership.startsAt else { return false }
        return try db.first(
            """
            SELECT 1 FROM museum_membership WHERE person_id = \(person) AND tier_id = \(membership.tier) AND status = 'active'
                AND expires_at = \(start) AND id <> \(membership.id) LIMIT 1
            """ as Query<Int>) != nil
    }

    /// What somebody chose of a tier and hasn't paid yet.
    func waiting(_ tier: TierID, of person: PersonID, in db: any Connection) throws -> Membership? {
        try db.first(
            """
            SELECT \(Membership.columns) FROM museum_membership m WHERE m.person_id = \(person) AND m.tier_id = \(tier) AND m.status = 'pending'
            ORDER BY m.id DESC LIMIT 1
            """ as Query<Membership>)
    }
}

extension MuseumMigrations {
    /// When memberships ended before their day, sales that were undone, and what was dropped because something else was bought.
    static let endings = Migration("museum-062-endings") { d in
        """
        ALTER TABLE museum_membership ADD COLUMN ended_at \(d.integer);
        ALTER TABLE museum_membership ADD COLUMN is_undone \(d.integer) NOT NULL DEFAULT 0 CHECK (is_undone IN (0, 1));
        ALTER TABLE museum_membership ADD COLUMN dropped_for \(d.integer) REFERENCES museum_membership (id);
        UPDATE museum_membership SET ended_at = changed_at WHERE status IN ('refunded', 'revoked');
        CREATE INDEX museum_membership_dropped ON museum_membership (dropped_for) WHERE dropped_for IS NOT NULL;
        CREATE INDEX museum_membership_ended ON museum_membership (ended_at) WHERE ended_at IS NOT NULL;
        """
    }
}
