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
    /// How long a sale is undone with one tap: whoever was served may still be standing there.
    static let timeToUndo = Duration.seconds(900)

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
        /// Newest first.
        let all: [(membership: Membership, tier: Tier)]
        /// What waits for money at the desk.
        var waiting: [(membership: Membership, tier: Tier)] { all.filter { $0.membership.status == .pending } }
        /// What they have by other cards.
        var others: [Visitor] = []
    }

    /// All tiers, in the words of a reader.
    func tiers(for reader: ReaderLanguage, in db: any Connection) throws -> [TierID: Tier] {
        Dictionary(try reader(db.all(.tiers(withRetired: true)), in: db).map { ($0.id, $0) }) { first, _ in first }
    }

    func visitor(_ person: PersonRecord, _ tiers: [TierID: Tier], in db: any Connection) throws -> Visitor {
        Visitor(
            name: person.name, email: person.email,
            number: try db.first("SELECT number FROM museum_member WHERE person_id = \(person.id)" as Query<Int64>),
            path: MuseumPaths.deskPerson(person.id), sale: MuseumPaths.deskSell(person.id),
            current: try memberships.current(of: person.id, in: db).flatMap { one in tiers[one.tier.id].map { (one.membership, $0) } },
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

    /// Those who chose to pay at the desk, the longest wait first.
    func waiting(for reader: ReaderLanguage, in db: any Connection) throws -> [(name: String, membership: Membership, tier: Tier)] {
        let rows = try db.all(
            """
            SELECT \(Membership.columns) FROM museum_membership m JOIN payment_payment p ON p.kind = \(Membership.kind) AND p.subject_id = m.id
            WHERE m.status = 'pending' AND p.provider = 'cash' AND p.status = 'prompted' AND COALESCE(m.person_id, m.buyer_id) IS NOT NULL
            ORDER BY m.created_at, m.id LIMIT 100
            """ as Query<Membership>)
        // A gift is paid by whoever gives it.
        let names = try People.names(of: Set(rows.compactMap { $0.person ?? $0.buyer }), in: db)
        return try rows.compactMap { membership in
            guard let person = membership.person ?? membership.buyer, let tier = try reader(db.first(.tier(membership.tier)), in: db) else {
                return nil
            }
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
            try payments.beginAgain(membership.subject, by: membership.person, with: Membership.cash, in: write)
            open = try payments.all(for: membership.subject, in: write).first { $0.isOpen }
        }
        guard let open else { throw PaymentRefusal.tooLate }
        try payments.takeCash(open.id, in: write)
    }

    /// Makes somebody a member who has no account, and pays now. Whoever has one by the address gets it there.
    func sell(_ tier: TierID, to draft: GiftDraft, in write: Write) throws -> MembershipID {
        if let known = try draft.email.flatMap({ try write.first(.person($0)) }) { return try sell(tier, to: known.id, in: write) }
        guard let tier = try write.first(.tier(tier)) else { throw Problem.notFound }
        let id = try gifts.sell(tier, draft, in: write)
        if tier.price > 0 { try takeCash(id, in: write) }
        try gifts.welcome(id, in: write)
        return id
    }

    /// Takes a sale back that was a slip: the money goes back from the till, the membership ends, and what was reserved before waits again.
    /// - Throws: ``MembershipRefusal/notAllowed(from:to:)`` once it is too late for that.
    func undo(_ id: MembershipID, in write: Write) throws {
        let membership = try memberships.find(id, in: write)
        guard try canUndo(membership, in: write) else { throw MembershipRefusal.notAllowed(from: membership.status, to: .refunded) }
        try memberships.restoreDropped(for: id, in: write)
        if let payment = membership.payment {
            // It was reserved elsewhere, and only paid here.
            if membership.source != .desk { try memberships.reserveAgain(membership, in: write) }
            try payments.refund(payment, because: "The sale was a mistake.", in: write)
            try payments.handBackCash(payment, in: write)
        } else {
            try memberships.takeBack(id, because: "The sale was a mistake.", in: write)
        }
        try write.run("UPDATE museum_membership SET is_undone = 1 WHERE id = \(id)")
    }

    func canUndo(_ membership: Membership, in db: any Connection) throws -> Bool {
        guard membership.status == .active || membership.status == .unclaimed else { return false }
        let payment = try membership.payment.flatMap { try payments.find($0, in: db) }
        if let payment, !payment.isCash || !payment.isPaid { return false }
        // One that costs nothing was sold when it was made.
        let sold = payment?.receipt?.at ?? membership.createdAt
        return (payment != nil || membership.source == .desk) && site.clock.now() - sold < Self.timeToUndo
    }

    /// What is to be given back by hand after a sale was undone; nil where nothing is, or it was long ago.
    func undone(_ id: MembershipID, in db: any Connection) throws -> Undone? {
        guard let membership = try db.first(.membership(id)), membership.status == .refunded,
            let payment = try membership.payment.flatMap({ try payments.find($0, in: db) }), payment.isCash,
            let at = payment.refund?.receipt?.at, site.clock.now() - at < .days(1)
        else { return nil }
        return Undone(amount: payment.amount, name: try Holders.name(of: membership, in: db))
    }

    /// Money that staff hold in their hand.
    struct Undone: Sendable {
        let amount: Money
        /// Whose it is; nil where nobody said.
        let name: String?
    }

    /// Makes somebody a member who pays now.
    func sell(_ tier: TierID, to person: PersonID, in write: Write) throws -> MembershipID {
        guard let tier = try write.first(.tier(tier)) else { throw Problem.notFound }
        let id = try memberships.buy(tier, by: person, with: Membership.cash, as: .desk, in: write)
        if try memberships.find(id, in: write).status == .pending { try takeCash(id, in: write) }
        return id
    }
}
