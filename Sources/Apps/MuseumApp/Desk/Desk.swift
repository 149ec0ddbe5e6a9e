import Accounts
import Core
import Database
import Payments
import Platform
import Web

/// What is done at the museum's desk: find somebody, take their money, make them a member.
struct Desk: Sendable {
    let site: Site
    let memberships: Memberships
    let payments: Payments

    /// Somebody as the desk sees them.
    struct Visitor: Sendable {
        let person: PersonRecord
        let current: (membership: Membership, tier: Tier)?
        /// Newest first.
        let all: [(membership: Membership, tier: Tier)]
        /// What waits for money at the desk.
        var waiting: (membership: Membership, tier: Tier)? { all.first { $0.membership.status == .pending } }
    }

    static let mostFound = 20

    func search(_ words: String, in db: any Connection) throws -> [Visitor] {
        guard !words.isEmpty else { return [] }
        return try People.search(words, limit: Self.mostFound, in: db).map { try visitor($0, in: db) }
    }

    func visitor(_ person: PersonRecord, in db: any Connection) throws -> Visitor {
        let tiers = Dictionary(try db.all(.tiers(withRetired: true)).map { ($0.id, $0) }) { first, _ in first }
        return Visitor(
            person: person, current: try memberships.current(of: person.id, in: db),
            all: try db.all(.memberships(of: person.id)).compactMap { one in tiers[one.tier].map { (membership: one, tier: $0) } })
    }

    func find(_ id: PersonID, in db: any Connection) throws -> Visitor {
        guard let person = try db.first(.person(id)) else { throw Problem.notFound }
        return try visitor(person, in: db)
    }

    /// Those who chose to pay at the desk, the longest wait first.
    func waiting(in db: any Connection) throws -> [(name: String, membership: Membership, tier: Tier)] {
        let rows = try db.all(
            """
            SELECT \(Membership.columns) FROM museum_membership m JOIN payment_payment p ON p.kind = \(Membership.kind) AND p.subject_id = m.id
            WHERE m.status = 'pending' AND p.provider = 'cash' AND p.status = 'prompted' AND m.person_id IS NOT NULL
            ORDER BY m.created_at, m.id LIMIT 100
            """ as Query<Membership>)
        let names = try People.names(of: Set(rows.compactMap(\.person)), in: db)
        return try rows.compactMap { membership in
            guard let person = membership.person, let tier = try db.first(.tier(membership.tier)) else { return nil }
            return (names[person] ?? "", membership, tier)
        }
    }

    /// Takes the money for a membership that waits for it.
    func takeCash(_ id: MembershipID, in write: Write) throws {
        let membership = try memberships.find(id, in: write)
        guard membership.status == .pending else { throw MembershipRefusal.notAllowed(from: membership.status, to: .active) }
        var open = try payments.all(for: membership.subject, in: write).first { $0.isOpen }
        if open.map({ !$0.isCash }) ?? true {
            // It was begun another way, which nobody follows any more.
            try payments.beginAgain(membership.subject, by: membership.person, with: "cash", in: write)
            open = try payments.all(for: membership.subject, in: write).first { $0.isOpen }
        }
        guard let open else { throw PaymentRefusal.tooLate }
        try payments.takeCash(open.id, in: write)
    }

    /// Makes somebody a member who pays now.
    func sell(_ tier: TierID, to person: PersonID, in write: Write) throws -> MembershipID {
        guard let tier = try write.first(.tier(tier)) else { throw Problem.notFound }
        let id = try memberships.buy(tier, by: person, with: "cash", as: .desk, in: write)
        if tier.price > 0 { try takeCash(id, in: write) }
        return id
    }
}
