import Audit
import Core
import Database
import Events
import Payments
import Platform

/// Going from one tier to another (MUS-009).
extension Memberships {
    /// What a tier costs somebody now.
    func offer(of tier: Tier, to person: PersonID, in db: any Connection) throws -> Offer {
        Offer(tier: tier, standing: try standing(for: tier, of: person, in: db))
    }

    private func standing(for tier: Tier, of person: PersonID, in db: any Connection) throws -> Offer.Standing {
        guard let (membership, held) = try current(of: person, in: db) else {
            return try latestEnd(of: person, tier.id, in: db).map { .renewal($0) } ?? .first
        }
        if held.id == tier.id {
            guard membership.expiresAt != nil else { return .alreadyForLife(held) }
            return try latestEnd(of: person, tier.id, in: db).map { .renewal($0) } ?? .first
        }
        guard tier.isAbove(held) else {
            guard membership.expiresAt != nil, let end = try latestEnd(of: person, held.id, in: db) else { return .alreadyForLife(held) }
            return try .after(max(end, latestEnd(of: person, tier.id, in: db) ?? end), held)
        }
        let following = try db.all(.upcoming(of: person, at: site.clock.now())).filter { $0.tier == membership.tier }
        return change(from: membership, of: held, to: tier, paid: try exchangeable([membership] + following, in: db))
    }

    /// Going to a better tier: what was paid is taken off it where something is left of that.
    func change(from membership: Membership, of held: Tier, to tier: Tier, paid: [Exchange.Part]) -> Offer.Standing {
        let parts = paid.filter { $0.membership.currency == tier.currency && $0.unused > 0 }
        guard !parts.isEmpty, tier.price > 0 else { return .beside(membership, held, isPaid: !paid.isEmpty) }
        return .exchange(Exchange(tier: held, parts: parts, price: tier.cost))
    }

    /// What is left of memberships, as far as whoever has them paid: a gift is its giver's money.
    func exchangeable(_ terms: [Membership], in db: any Connection) throws -> [Exchange.Part] {
        let now = site.clock.now()
        return try terms.compactMap { one in
            guard let start = one.startsAt, let end = one.expiresAt, try isPaid(one, in: db) else { return nil }
            let price = Money(minor: one.price, currency: one.currency)
            return Exchange.Part(
                membership: one, unused: Exchange.unused(of: price, from: start, to: end, at: now, in: site.configuration.zone))
        }
    }

    /// Whether the member paid for one: here, or at the museum before there was an account, as MemberPress says.
    private func isPaid(_ membership: Membership, in db: any Connection) throws -> Bool {
        guard membership.source == .app || membership.source == .desk else { return false }
        if let payment = membership.payment { return try payments.find(payment, in: db)?.isPaid ?? false }
        return membership.credit > 0 || !membership.reference.hasPrefix(Self.ownPrefix)
    }

    /// Where a term begins that is paid now; nil for at once.
    func beginning(of membership: Membership, _ tier: Tier, in db: any Connection) throws -> Instant? {
        guard let person = membership.person else { return try MemberNumbers.latestEnd(onCardOf: membership, after: site.clock.now(), in: db) }
        guard membership.source == .app || membership.source == .desk, membership.credit == 0 else {
            return try latestEnd(of: person, tier.id, in: db)
        }
        return try offer(of: tier, to: person, in: db).startsAt
    }

    /// Ends what a membership was bought instead of, and tells nobody: the new one is what they are told of.
    func replaceWhatEnds(for membership: Membership, in write: Write) throws {
        let ended = try write.all(
            """
            SELECT \(Membership.columns) FROM museum_exchange e JOIN museum_membership m ON m.id = e.replaced_id
            WHERE e.membership_id = \(membership.id) AND m.status = 'active' ORDER BY m.id LIMIT 20
            """ as Query<Membership>)
        for one in ended {
            try write.run(
                """
                UPDATE museum_membership SET status = 'revoked', replaced_by = \(membership.id), ended_at = \(write.now), changed_at = \(write.now), changed_by = \(write.actor)
                WHERE id = \(one.id)
                """)
            try Passes.revoke(of: one.id, in: write)
            try tell(of: one, ["to": MembershipStatus.revoked.rawValue, "by": membership.id.description], in: write)
        }
        guard membership.credit > 0, membership.cost.minor == 0 else { return }
        try payments.issueReceipt(for: membership.subject, to: membership.person, in: write)
    }

    /// Lets what ended for a membership count again, until its own end.
    func restoreReplaced(by id: MembershipID, in write: Write) throws {
        for one in try write.all(.replaced(by: id)) where one.status == .revoked {
            try write.run(
                """
                UPDATE museum_membership SET status = 'active', replaced_by = \(nil as MembershipID?), ended_at = \(nil as Instant?), changed_at = \(write.now),
                    changed_by = \(write.actor)
                WHERE id = \(one.id)
                """)
            try tell(of: one, ["to": MembershipStatus.active.rawValue, "instead": id.description], in: write)
        }
    }

    /// Takes back one that nothing was paid for, because what was left of another was enough.
    func takeBack(_ id: MembershipID, because reason: Text, in write: Write) throws {
        let membership = try find(id, in: write)
        try restoreReplaced(by: id, in: write)
        try payments.creditReceipt(of: membership.subject, because: reason, in: write)
        try move(membership, to: .revoked, in: write)
    }

    private func tell(of membership: Membership, _ facts: [String: String], in write: Write) throws {
        let name = try write.first(.tier(membership.tier))?.name ?? ""
        try write.audit(.update, membership.id, facts.merging(["tier": name]) { first, _ in first })
        if let person = membership.person { try write.emit(membership.topic, to: .person(person), kind: "membership", [String: String]()) }
    }
}

extension MuseumMigrations {
    /// What is taken off a price because other memberships end for it. `cut_at` is the end that MemberPress was told for such a one.
    static let changes = Migration("museum-050-changes") { d in
        """
        ALTER TABLE museum_membership ADD COLUMN credit \(d.integer) NOT NULL DEFAULT 0 CHECK (credit >= 0);
        ALTER TABLE museum_membership ADD COLUMN replaced_by \(d.integer) REFERENCES museum_membership (id);
        CREATE INDEX museum_membership_replaced ON museum_membership (replaced_by) WHERE replaced_by IS NOT NULL;
        CREATE TABLE museum_exchange (
            membership_id \(d.integer) NOT NULL REFERENCES museum_membership (id),
            replaced_id \(d.integer) NOT NULL REFERENCES museum_membership (id),
            amount \(d.integer) NOT NULL CHECK (amount >= 0),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (membership_id, replaced_id)
        );
        CREATE INDEX museum_exchange_replaced ON museum_exchange (replaced_id);
        ALTER TABLE museum_memberpress_transaction ADD COLUMN cut_at \(d.integer);
        """
    }
}
