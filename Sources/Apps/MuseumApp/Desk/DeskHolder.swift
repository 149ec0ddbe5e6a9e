import Accounts
import Core
import Database
import Interface
import Mail
import Platform
import Web

/// Somebody with a membership and no account: found, admitted and renewed at the desk as everybody else.
extension Desk {
    /// Those without an account who have these words in their name or address, or this number.
    func holders(_ words: String, _ tiers: [TierID: Tier], in db: any Connection) throws -> [Visitor] {
        let rows = try db.all(
            """
            SELECT \(Membership.columns) FROM museum_membership m JOIN museum_gift c ON c.membership_id = m.id
            WHERE m.person_id IS NULL AND m.status IN ('active', 'refunded', 'revoked') AND m.is_undone = 0 AND c.name <> ''
                AND \(sql: try Holders.matching(words, in: db))
            ORDER BY m.id DESC LIMIT 40
            """ as Query<Membership>)
        let cards = try MemberNumbers.cards(of: rows.map(\.id), in: db)
        var seen: Set<MembershipID> = []
        return try rows.map { cards[$0.id] ?? $0.id }.filter { seen.insert($0).inserted }.prefix(Self.mostFound).map {
            try holder($0, tiers, in: db)
        }
    }

    /// - Parameter card: any membership of theirs.
    func holder(_ card: MembershipID, _ tiers: [TierID: Tier], in db: any Connection) throws -> Visitor {
        let card = try MemberNumbers.cards(of: [card], in: db)[card] ?? card
        let all = try db.all(.held(byCard: card)).compactMap { one in tiers[one.tier].map { (membership: one, tier: $0) } }
        guard let newest = all.first, let gift = try db.first(.gift(newest.membership.id)) else { throw Problem.notFound }
        let now = site.clock.now()
        let current = all.filter { $0.membership.isValid(at: now) }.max { $0.tier.level < $1.tier.level }
        return Visitor(
            name: gift.name, email: gift.email, card: card, number: card.number, path: MuseumPaths.deskHolder(card),
            sale: MuseumPaths.deskRenew(card),
            current: current, hasEntry: current?.tier.includesEntry(on: site) ?? false, all: all)
    }

    /// What is for sale to them, on the terms of those with an account.
    func offers(to holder: Visitor, for reader: ReaderLanguage, in db: any Connection) throws -> [Offer] {
        try db.all(.tiers()).filter(\.isSold).map { try reader(Offer(tier: $0, standing: standing(for: $0, of: holder, in: db)), in: db) }
    }

    private func standing(for tier: Tier, of holder: Visitor, in db: any Connection) throws -> Offer.Standing {
        let now = site.clock.now()
        let terms = holder.all.filter { $0.membership.status == .active && !$0.membership.isOver(at: now) }
        if let last = MemberNumbers.last(covering: tier, of: terms) {
            guard let end = last.membership.expiresAt else { return .alreadyForLife(last.tier) }
            return last.tier.id == tier.id ? .renewal(end) : .after(end, last.tier)
        }
        guard let (membership, held) = holder.current else { return .first }
        let paid = try memberships.exchangeable(terms.filter { $0.tier.id == held.id }.map(\.membership), in: db)
        return memberships.change(from: membership, of: held, to: tier, paid: paid)
    }

    /// Sells them another term, which keeps the number on their card, and pays now.
    /// - Throws: ``MembershipRefusal/isForLife``, ``MembershipRefusal/notSold``.
    func renew(_ choice: TierChoice, for holder: Visitor, in write: Write) throws -> MembershipID {
        guard let card = holder.card, let tier = try write.first(.tier(choice.tier)) else { throw Problem.notFound }
        let offer = Offer(tier: tier, standing: try standing(for: tier, of: holder, in: write))
        if case .alreadyForLife = offer.standing { throw MembershipRefusal.isForLife }
        try choice.check(offer.cost)
        let draft = try GiftDraft(GiftForm(name: holder.name, email: holder.email))
        let id = try gifts.sell(tier, draft, renewing: card, exchange: offer.exchange, in: write)
        if offer.cost.minor > 0 { try takeCash(id, in: write) }
        return id
    }
}

extension DeskRoutes {
    func holder(_ request: Request, _ member: Member, _ id: MembershipID) async throws -> DeskPersonPage {
        try await holderPage(id, for: ReaderLanguage(request, desk.site), seenBy: member)
    }

    private func holderPage(
        _ id: MembershipID, for reader: ReaderLanguage, seenBy member: Member, problem: Problem? = nil
    ) async throws -> DeskPersonPage {
        let site = desk.site
        return try await site.database.read { [desk] db in
            let visitor = try desk.holder(id, desk.tiers(for: reader, in: db), in: db)
            return DeskPersonPage(
                visitor: visitor, admission: try visitor.current.flatMap { try desk.admission($0.membership, $0.tier, in: db) },
                offers: try desk.offers(to: visitor, for: reader, in: db), managers: try desk.managers(for: member, of: visitor, in: db),
                now: site.clock.now(), zone: DayZone(zone: site.configuration.zone), problem: problem)
        }
    }

    private struct RenewalForm: Decodable {
        var tier: TierChoice
    }

    func renew(_ request: Request, _ member: Member, _ id: MembershipID) async throws -> Response {
        let form = try request.form(RenewalForm.self)
        do {
            let membership = try await desk.site.write(by: member.id) { [desk] write in
                try desk.renew(form.tier, for: desk.holder(id, desk.tiers(for: .originals, in: write), in: write), in: write)
            }
            return .seeOther(MuseumPaths.deskSold(membership))
        } catch let refusal as any ProblemConvertible where request.wantsPage && Self.concernsDesk(refusal) {
            return try await holderPage(id, for: ReaderLanguage(request, desk.site), seenBy: member, problem: refusal.problem).response(for: request)
        }
    }
}
