import Accounts
import Core
import Database
import Platform
import Web

/// Somebody who was found by name, email or number.
struct FoundMember: Codable, Sendable {
    let membership: MembershipID
    let name: String?
    let tier: String
    let expiresAt: Instant?
    /// When it begins; absent once it has.
    var startsAt: Instant?
    let hasEntry: Bool
    let usedAt: Instant?
    /// Whose payment the desk waits for; absent for members.
    var unpaid: PersonID?
    /// Where the desk serves them; absent for those who are let in.
    var desk: String?
    /// Where the desk accepts it, and who gave it; absent for what isn't a gift that waits.
    var gift: String?, giver: String?
    /// When it was refunded or taken away; absent where its last day has passed.
    var endedAt: Instant?
    /// Why they aren't let in; absent for those who are.
    var result: ScanResult?
    /// How many guests can still come today; absent where none can.
    var guests: Int?
    /// What else the same person has or had; absent where that is nothing.
    var others: [FoundMember]?
}

extension Gate {
    /// Whoever is a member now or later, or waits to pay, by words of the name, by email or by number: each once, with what counts now. Gifts that
    /// nobody has accepted follow.
    func search(_ words: String, for reader: ReaderLanguage, in db: any Connection) throws -> [FoundMember] {
        let words = words.tidied(), now = site.clock.now()
        guard !words.isEmpty else { return [] }
        let all = try db.all(
            """
            SELECT \(Membership.columns) FROM museum_membership m
            WHERE (m.status = 'active' AND (m.expires_at IS NULL OR m.expires_at > \(now))
                OR m.status = 'pending' AND m.source <> 'gift' AND m.payable_until > \(now))
                AND \(sql: try Holders.matching(words, in: db))
            ORDER BY m.id DESC LIMIT 40
            """ as Query<Membership>)
        let ended = try ended(words, beside: Set(all.compactMap(\.person)), at: now, in: db)
        let tiers = Dictionary(try reader(db.all(.tiers(withRetired: true)), in: db).map { ($0.id, $0) }) { first, _ in first }
        let (names, holders) = (try Holders.names(of: all + ended, in: db), try holders(of: all + ended, in: db))
        var order: [Holder] = []
        var theirs: [Holder: [Membership]] = [:]
        for membership in all + ended {
            let holder = holders[membership.id] ?? .card(membership.id)
            if theirs[holder] == nil { order.append(holder) }
            theirs[holder, default: []].append(membership)
        }
        // Today's scans and guests are asked for only of those who are shown.
        let members: [FoundMember] = try order.prefix(20).compactMap { holder in
            let rows = try (theirs[holder] ?? []).map { one in
                (membership: one, found: try found(one, tiers[one.tier], called: names[one.id], at: now, in: db))
            }
            let sorted = rows.sorted { one, other in
                let (level, least) = (tiers[one.membership.tier]?.level ?? 0, tiers[other.membership.tier]?.level ?? 0)
                return (one.found.rank, -level, -(one.membership.expiresAt?.milliseconds ?? .max))
                    < (other.found.rank, -least, -(other.membership.expiresAt?.milliseconds ?? .max))
            }
            guard var first = sorted.first?.found else { return nil }
            let others = sorted.dropFirst().map(\.found)
            first.others = others.isEmpty ? nil : others
            return first
        }
        return try members
            + gifts.waiting(words, tiers, in: db).map { one in
                FoundMember(
                    membership: one.membership.id, name: one.name, tier: one.tier.name, expiresAt: nil, hasEntry: false, usedAt: nil,
                    gift: gifts.gatePath(of: one.membership), giver: one.giver.isEmpty ? nil : one.giver, result: .gift)
            }
    }

    private func found(_ membership: Membership, _ tier: Tier?, called name: String?, at now: Instant, in db: any Connection) throws -> FoundMember {
        if membership.hasEnded || membership.isOver(at: now) {
            return FoundMember(
                membership: membership.id, name: name, tier: tier?.name ?? "", expiresAt: membership.expiresAt, hasEntry: false, usedAt: nil,
                desk: try Holders.deskPath(of: membership, in: db), endedAt: membership.endedAt,
                result: membership.status == .refunded ? .refunded : membership.status == .revoked ? .ended : .expired)
        }
        let day = Day(now, in: zone)
        let hasEntry = membership.isValid(at: now) && (tier?.includesEntry(on: site) ?? false)
        let guests = hasEntry ? tier?.guests ?? 0 : 0
        let isAhead = membership.startsAt.map { $0 > now } ?? false
        return FoundMember(
            membership: membership.id, name: name, tier: tier?.name ?? "", expiresAt: membership.expiresAt,
            startsAt: isAhead ? membership.startsAt : nil, hasEntry: hasEntry,
            usedAt: try db.first(.first(of: membership, on: day))?.scannedAt, unpaid: membership.status == .pending ? membership.person : nil,
            desk: hasEntry ? nil : try Holders.deskPath(of: membership, in: db),
            result: hasEntry ? nil : membership.status == .pending ? .unpaid : isAhead ? .upcoming : .tier,
            guests: guests > 0 ? max(0, guests - (try Self.guests(of: membership, on: day, in: db))) : nil)
    }

    /// Whose a membership is.
    enum Holder: Hashable {
        case person(PersonID)
        case card(MembershipID)

        init(_ membership: MembershipID, _ person: PersonID?, cards: [MembershipID: MembershipID]) {
            self = person.map { .person($0) } ?? .card(cards[membership] ?? membership)
        }
    }

    /// Whose each is: an account's, also by the address of a card, or that of the card that it renews.
    private func holders(of memberships: [Membership], in db: any Connection) throws -> [MembershipID: Holder] {
        let unclaimed = memberships.filter { $0.person == nil }.map(\.id)
        let cards = try MemberNumbers.cards(of: unclaimed, in: db)
        let gifts = unclaimed.isEmpty ? [] : try db.all(.gifts(unclaimed))
        let emails = Dictionary(gifts.map { ($0.membership, $0.email) }) { first, _ in first }
        let addresses = Set(emails.values.compactMap { EmailAddress($0)?.text }).sorted()
        let accounts = Dictionary(
            try db.all(
                "SELECT p.email, p.id FROM account_person p WHERE p.email IN \(list: addresses) ORDER BY p.id LIMIT \(addresses.count)"
                    as Query<Row2<String, PersonID>>
            ).map { ($0.first, $0.second) }
        ) { first, _ in first }
        let holders = memberships.map { membership -> (MembershipID, Holder) in
            if let person = membership.person { return (membership.id, .person(person)) }
            let known = emails[membership.id].flatMap { EmailAddress($0) }.flatMap { accounts[$0.text] }
            return (membership.id, known.map { .person($0) } ?? .card(cards[membership.id] ?? membership.id))
        }
        return Dictionary(holders) { first, _ in first }
    }

    /// The last membership of each who was a member in the two years before, also of those who got their money back, so that the gate can say why
    /// they aren't let in and send them on to the desk.
    private func ended(_ words: String, beside known: Set<PersonID>, at now: Instant, in db: any Connection) throws -> [Membership] {
        var known = known
        return try db.all(
            """
            SELECT \(Membership.columns) FROM museum_membership m
            WHERE (m.status = 'active' AND m.person_id IS NOT NULL AND m.expires_at <= \(now) AND m.expires_at > \(now - .days(730))
                    OR m.status IN ('refunded', 'revoked') AND m.replaced_by IS NULL AND m.is_undone = 0 AND m.ended_at > \(now - .days(730)))
                AND \(sql: try Holders.matching(words, in: db))
            ORDER BY COALESCE(m.ended_at, m.expires_at) DESC, m.id DESC LIMIT 40
            """ as Query<Membership>
        ).filter { $0.person.map { known.insert($0).inserted } ?? true }
    }
}

extension FoundMember {
    /// What matters most at the gate comes first: who may come in, then what is to be paid, then why not.
    fileprivate var rank: Int {
        if hasEntry { return 0 }
        return switch result {
        case .unpaid: 1
        case .tier: 2
        case .upcoming: 3
        default: 4
        }
    }
}
