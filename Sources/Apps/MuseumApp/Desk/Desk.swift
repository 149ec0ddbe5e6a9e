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
    let gifts: Gifts
    let payments: Payments
    let roles: Roles

    /// Why nothing was sold to somebody whose address an account has.
    static let hasAccount = "museum.sale-account"

    /// Somebody as the desk sees them.
    struct Visitor: Sendable {
        let name: String
        let email: String
        /// The first membership of somebody without an account, whose number is on their card; nil for whoever has one.
        var card: MembershipID?
        /// The number on their card; nil for whoever has never been a member.
        let number: Int64?
        /// Their page, and where a sale to them is sent.
        let path: String, sale: String
        let current: (membership: Membership, tier: Tier)?
        /// Whether what they are a member by lets them in.
        let hasEntry: Bool
        /// Newest first.
        let all: [(membership: Membership, tier: Tier)]
        /// What waits for money at the desk.
        var waiting: [(membership: Membership, tier: Tier)] { all.filter { $0.membership.status == .pending } }
        /// Whether they are or were a member, or wait to pay.
        var isKnown: Bool { !all.isEmpty || !others.isEmpty }
        /// What they have by other cards.
        var others: [Visitor] = []
    }

    /// All tiers, in the words of a reader.
    func tiers(for reader: ReaderLanguage, in db: any Connection) throws -> [TierID: Tier] {
        Dictionary(try reader(db.all(.tiers(withRetired: true)), in: db).map { ($0.id, $0) }) { first, _ in first }
    }

    func visitor(_ person: PersonRecord, _ tiers: [TierID: Tier], in db: any Connection) throws -> Visitor {
        let current = try memberships.current(of: person.id, in: db)
            .flatMap { one in tiers[one.tier.id].map { (membership: one.membership, tier: $0) } }
        return Visitor(
            name: person.name, email: person.email,
            number: try db.first("SELECT number FROM museum_member WHERE person_id = \(person.id)" as Query<Int64>),
            path: MuseumPaths.deskPerson(person.id), sale: MuseumPaths.deskSell(person.id),
            current: current, hasEntry: current?.tier.includesEntry(on: site) ?? false,
            all: try db.all(.memberships(of: person.id)).filter { !$0.isUndone }.compactMap { one in
                tiers[one.tier].map { (membership: one, tier: $0) }
            })
    }

    /// What is for sale to somebody.
    func offers(to person: PersonID, for reader: ReaderLanguage, in db: any Connection) throws -> [Offer] {
        try db.all(.tiers()).filter(\.isSold).map { try reader(memberships.offer(of: $0, to: person, in: db), in: db) }
    }

    func find(_ id: PersonID, for reader: ReaderLanguage, in db: any Connection) throws -> Visitor {
        guard let person = try db.first(.person(id)) else { throw Problem.notFound }
        return try visitor(person, tiers(for: reader, in: db), in: db)
    }

    /// Somebody who chose to pay at the desk.
    struct Reservation: Sendable {
        /// Who pays: for a gift, whoever gives it.
        let name: String
        let membership: Membership
        let tier: Tier
        /// Whom it is for; nil for what isn't a gift.
        let receiver: String?
    }

    /// Those who chose to pay at the desk, the longest wait first.
    func waiting(for reader: ReaderLanguage, in db: any Connection) throws -> [Reservation] {
        let rows = try db.all(
            """
            SELECT \(Membership.columns) FROM museum_membership m JOIN payment_payment p ON p.kind = \(Membership.kind) AND p.subject_id = m.id
            WHERE m.status = 'pending' AND p.provider = 'cash' AND p.status = 'prompted' AND COALESCE(m.person_id, m.buyer_id) IS NOT NULL
            ORDER BY m.created_at, m.id LIMIT 100
            """ as Query<Membership>)
        let names = try People.names(of: Set(rows.compactMap { $0.person ?? $0.buyer }), in: db)
        return try rows.compactMap { membership in
            guard let person = membership.person ?? membership.buyer, let tier = try reader(db.first(.tier(membership.tier)), in: db) else {
                return nil
            }
            let receiver = membership.source == .gift ? try db.first(.gift(membership.id))?.name ?? "" : nil
            return Reservation(name: names[person] ?? "", membership: membership, tier: tier, receiver: receiver)
        }
    }

    /// Takes the money for a membership that waits for it.
    func takeCash(_ id: MembershipID, in write: Write) throws {
        let membership = try memberships.find(id, in: write)
        guard membership.status == .pending else { throw MembershipRefusal.notAllowed(from: membership.status, to: .active) }
        var open = try payments.all(for: membership.subject, in: write).first { $0.isOpen }
        if open.map({ !$0.isCash }) ?? true {
            // It was begun another way, which nobody follows any more.
            try payments.beginAgain(membership.subject, by: membership.person, with: Membership.cash, in: write)
            open = try payments.all(for: membership.subject, in: write).first { $0.isOpen }
        }
        guard let open else { throw PaymentRefusal.tooLate }
        try payments.takeCash(open.id, in: write)
    }

    /// Makes somebody a member who has no account, and pays now.
    /// - Throws: the refusal that says whose account has the address: what they hold already may be renewed or changed, and nobody’s is by accident.
    func sell(_ choice: TierChoice, to draft: GiftDraft, in write: Write) throws -> MembershipID {
        if let known = try draft.email.flatMap({ try write.first(.person($0)) }) {
            throw Problem(
                .invalid, Self.hasAccount, "The membership wasn’t sold.",
                remedy: "Choose them in the list above and sell it there, or leave the email empty.",
                fields: ["email": "This is the email address of \(known.name)."])
        }
        guard let tier = try write.first(.tier(choice.tier)) else { throw Problem.notFound }
        try choice.check(tier.cost)
        let id = try gifts.sell(tier, draft, in: write)
        if tier.price > 0 { try takeCash(id, in: write) }
        try gifts.welcome(id, in: write)
        return id
    }

    /// Makes somebody a member who pays now.
    func sell(_ choice: TierChoice, to person: PersonID, in write: Write) throws -> MembershipID {
        guard let tier = try write.first(.tier(choice.tier)) else { throw Problem.notFound }
        try choice.check(memberships.offer(of: tier, to: person, in: write).cost)
        let id = try memberships.buy(tier, by: person, with: Membership.cash, as: .desk, in: write)
        if try memberships.find(id, in: write).status == .pending { try takeCash(id, in: write) }
        return id
    }
}
