import Analytics
import Core
import Database
import Platform
import Web

/// Those who come along with a member: as many a day as the tier says, whichever gates they come by.
extension Gate {
    /// How many guests were let in on a day with whoever holds a membership.
    static func guests(of membership: Membership, on day: Day, in db: any Connection) throws -> Int {
        try db.one(.guests(of: membership, on: day))
    }

    /// Notes how many come along with somebody who was let in; a number that is there already is replaced.
    ///
    /// What a gate decided by itself is kept as it happened. Those above what the tier allows are noted, for somebody to look at.
    /// - Throws: ``GateRefusal/tooManyGuests`` where the gate asks first.
    func bring(_ look: Look, in write: Write) throws {
        guard let guests = look.guests, let scan = try write.first(.scan(look.nonce, at: look.gate)), scan.isLetIn, scan.guests != guests,
            let membership = try scan.membership.flatMap({ try write.first(.membership($0)) }), let tier = try write.first(.tier(membership.tier))
        else { return }
        let others = try Self.guests(of: membership, on: Day(scan.scannedAt, in: zone), in: write) - scan.guests
        let over = max(0, guests - max(0, tier.guests - others))
        guard (0...Tier.mostGuests).contains(guests), over == 0 || look.decided != nil else { throw GateRefusal.tooManyGuests }
        try write.run(
            """
            UPDATE museum_scan SET guests = \(guests), guests_over = \(over), changed_at = \(write.now), changed_by = \(write.actor)
            WHERE id = \(scan.id)
            """)
        try site.counts.add(guests - scan.guests, to: .museumGuests, at: scan.scannedAt, in: write)
    }

    /// How many may come along with an admission that stands, and how many did.
    func guests(of scan: Scan, _ membership: Membership, _ tier: Tier?, in db: any Connection) throws -> (left: Int, brought: Int) {
        guard let tier, tier.guests > 0, scan.isLetIn else { return (0, scan.guests) }
        let others = try Self.guests(of: membership, on: Day(scan.scannedAt, in: zone), in: db) - scan.guests
        return (max(0, tier.guests - others), scan.guests)
    }
}

extension Query where Row == Int {
    /// How many guests were let in on a day with whoever holds a membership, by whichever of theirs.
    static func guests(of membership: Membership, on day: Day) -> Self {
        """
        SELECT COALESCE(SUM(guests), 0) FROM museum_scan
        WHERE membership_id IN (\(sql: Holders.memberships(with: membership))) AND day = \(day.description) AND is_let_in = 1
        """
    }
}

extension MuseumMigrations {
    /// Guests who came along, and how many of them were more than the tier allows.
    static let guests = Migration("museum-061-guests") { d in
        """
        ALTER TABLE museum_scan ADD COLUMN guests \(d.integer) NOT NULL DEFAULT 0 CHECK (guests BETWEEN 0 AND 20);
        ALTER TABLE museum_scan ADD COLUMN guests_over \(d.integer) NOT NULL DEFAULT 0 CHECK (guests_over BETWEEN 0 AND 20);
        DROP INDEX museum_scan_conflict;
        CREATE INDEX museum_scan_conflict ON museum_scan (id)
            WHERE is_let_in = 1 AND seen_at IS NULL AND (result NOT IN ('admitted', 'reentry') OR guests_over > 0);
        """
    }

    /// Every admission counts the guests of the day, which were looked for among everybody's.
    static let memberScans = Migration("museum-067-member-scans") { _ in
        "CREATE INDEX museum_scan_membership ON museum_scan (membership_id, day)"
    }
}
