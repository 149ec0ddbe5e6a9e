import Core
import Database
import Platform

/// The number on a member's card: their own from their first membership on, through renewals and changes. It is the number of that first
/// membership, so that a card that was printed for it stays right.
enum MemberNumbers {
    /// Gives whoever holds a membership its number, if they have none yet.
    static func give(_ membership: Membership, in write: Write) throws {
        guard let person = membership.person else { return }
        try write.run(
            """
            INSERT INTO museum_member (number, person_id, changed_at, changed_by)
            VALUES (\(try cards(of: [membership.id], in: write)[membership.id] ?? membership.id), \(person), \(write.now), \(write.actor)) ON CONFLICT DO NOTHING
            """)
    }

    /// The number of whoever holds a membership; its own where nobody with an account does.
    static func number(for membership: Membership, in db: any Connection) throws -> Int64 {
        try numbers(of: [membership], in: db)[membership.id] ?? membership.id.number
    }

    /// Memberships `m` of whoever has a number: that of their card, or of any membership they have or had.
    static func matching(_ number: MembershipID) -> SQL {
        let found: SQL = """
            (m.id = \(number) OR m.person_id = (SELECT x.person_id FROM museum_membership x WHERE x.id = \(number)) \
            OR m.id IN (SELECT r.membership_id FROM museum_gift r WHERE r.renews_id = \(number)))
            """
        return found
    }

    /// Those on the cards of whoever holds each of these.
    static func numbers(of memberships: [Membership], in db: any Connection) throws -> [MembershipID: Int64] {
        let people = Array(Set(memberships.compactMap(\.person)))
        let own: [(PersonID, Int64)] =
            people.isEmpty
            ? []
            : try db.all(
                "SELECT person_id, number FROM museum_member WHERE person_id IN \(list: people) LIMIT \(people.count)" as Query<Row2<PersonID, Int64>>
            ).map { ($0.first, $0.second) }
        let numbers = Dictionary(own) { first, _ in first }
        let cards = try cards(of: memberships.filter { $0.person == nil }.map(\.id), in: db)
        return Dictionary(
            memberships.map { one in (one.id, one.person.flatMap { numbers[$0] } ?? (cards[one.id] ?? one.id).number) }
        ) { first, _ in first }
    }

    /// The first memberships of those without an account that these renew; nothing for all others.
    static func cards(of ids: [MembershipID], in db: any Connection) throws -> [MembershipID: MembershipID] {
        guard !ids.isEmpty else { return [:] }
        let rows = try db.all(
            """
            SELECT r.membership_id, r.renews_id FROM museum_gift r WHERE r.renews_id IS NOT NULL AND r.membership_id IN \(list: ids)
            LIMIT \(ids.count)
            """ as Query<Row2<MembershipID, MembershipID>>)
        return Dictionary(rows.map { ($0.first, $0.second) }) { first, _ in first }
    }

    /// The term that counts on the card of another one, for those without an account; the other one where none does.
    static func term(onCardOf membership: Membership, at moment: Instant, in db: any Connection) throws -> Membership {
        let card = try cards(of: [membership.id], in: db)[membership.id] ?? membership.id
        return try db.first(.current(onCard: card, at: moment)) ?? membership
    }

    /// When the last term of the same tier, or of a better one, ends that somebody without an account has by the same card; nil where there is none.
    static func latestEnd(onCardOf membership: Membership, after now: Instant, in db: any Connection) throws -> Instant? {
        guard let card = try cards(of: [membership.id], in: db)[membership.id], let tier = try db.first(.tier(membership.tier)) else { return nil }
        let terms = try db.all(.held(byCard: card)).filter { $0.status == .active && !$0.isOver(at: now) }
        return try last(covering: tier, of: terms.compactMap { one in try db.first(.tier(one.tier)).map { (membership: one, tier: $0) } })?.membership
            .expiresAt
    }

    /// The term of the same tier, or of a better one, that ends last: a new one begins then.
    static func last(
        covering tier: Tier, of terms: [(membership: Membership, tier: Tier)]
    ) -> (membership: Membership, tier: Tier)? {
        terms.filter { $0.tier.id == tier.id || !tier.isAbove($0.tier) }
            .max { ($0.membership.expiresAt?.milliseconds ?? .max) < ($1.membership.expiresAt?.milliseconds ?? .max) }
    }
}

extension MuseumMigrations {
    static let memberNumbers = Migration("museum-051-member-numbers") { d in
        """
        CREATE TABLE museum_member (
            number \(d.integer) PRIMARY KEY,
            person_id \(d.integer) NOT NULL UNIQUE,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        INSERT INTO museum_member (number, person_id, changed_at)
            SELECT min(id), person_id, max(changed_at) FROM museum_membership WHERE person_id IS NOT NULL AND starts_at IS NOT NULL
            GROUP BY person_id;
        """
    }
}
