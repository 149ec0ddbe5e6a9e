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
        let all = try db.all(
            """
            SELECT \(Membership.columns) FROM museum_membership m
            WHERE m.id IN (SELECT c.membership_id FROM museum_gift c WHERE (c.membership_id = \(card) OR c.renews_id = \(card)) AND c.name <> '')
                AND m.person_id IS NULL AND m.status IN ('active', 'refunded', 'revoked') AND m.is_undone = 0
            ORDER BY m.id DESC LIMIT 100
            """ as Query<Membership>
        ).compactMap { one in tiers[one.tier].map { (membership: one, tier: $0) } }
        guard let newest = all.first, let gift = try db.first(.gift(newest.membership.id)) else { throw Problem.notFound }
        let now = site.clock.now()
        return Visitor(
            name: gift.name, email: gift.email, card: card, number: card.number, path: MuseumPaths.deskHolder(card),
            sale: MuseumPaths.deskRenew(card),
            current: all.filter { $0.membership.isValid(at: now) }.max { $0.tier.level < $1.tier.level }, all: all)
    }

    /// What is for sale to them: one of the tier that they have begins when that ends.
    func offers(to holder: Visitor, for reader: ReaderLanguage, in db: any Connection) throws -> [Offer] {
        let now = site.clock.now()
        return try reader(db.all(.tiers()).filter(\.isSold), in: db).map { tier in
            let terms = holder.all.map(\.membership).filter { $0.tier == tier.id && $0.status == .active && !$0.isOver(at: now) }
            if terms.contains(where: { $0.expiresAt == nil }) { return Offer(tier: tier, standing: .alreadyForLife(tier)) }
            if let end = terms.compactMap(\.expiresAt).max() { return Offer(tier: tier, standing: .renewal(end)) }
            return Offer(tier: tier, standing: holder.current.map { .beside($0.membership, $0.tier, isPaid: true) } ?? .first)
        }
    }

    /// Sells them another term, which keeps the number on their card, and pays now.
    func renew(_ tier: TierID, for holder: Visitor, in write: Write) throws -> MembershipID {
        guard let card = holder.card, let tier = try write.first(.tier(tier)) else { throw Problem.notFound }
        let draft = try GiftDraft(GiftForm(name: holder.name, email: holder.email))
        let id = try gifts.sell(tier, draft, renewing: card, in: write)
        if tier.price > 0 { try takeCash(id, in: write) }
        return id
    }
}

extension DeskRoutes {
    func holder(_ request: Request, _ member: Member, _ id: MembershipID) async throws -> DeskPersonPage {
        try await holderPage(id, for: ReaderLanguage(request, desk.site))
    }

    private func holderPage(_ id: MembershipID, for reader: ReaderLanguage, problem: Problem? = nil) async throws -> DeskPersonPage {
        let site = desk.site
        return try await site.database.read { [desk] db in
            let visitor = try desk.holder(id, desk.tiers(for: reader, in: db), in: db)
            return DeskPersonPage(
                visitor: visitor, admission: try visitor.current.flatMap { try desk.admission($0.membership, $0.tier, in: db) },
                offers: try desk.offers(to: visitor, for: reader, in: db), now: site.clock.now(),
                zone: DayZone(zone: site.configuration.zone), problem: problem)
        }
    }

    private struct RenewalForm: Decodable {
        var tier: TierID
    }

    func renew(_ request: Request, _ member: Member, _ id: MembershipID) async throws -> Response {
        let form = try request.form(RenewalForm.self)
        do {
            let membership = try await desk.site.write(by: member.id) { [desk] write in
                let holder = try desk.holder(id, desk.tiers(for: .originals, in: write), in: write)
                let offer = try desk.offers(to: holder, for: .originals, in: write).first { $0.tier.id == form.tier }
                if case .alreadyForLife = offer?.standing { throw MembershipRefusal.isForLife }
                return try desk.renew(form.tier, for: holder, in: write)
            }
            return .seeOther(MuseumPaths.deskSold(membership))
        } catch let refusal as any ProblemConvertible where request.wantsPage && Self.concernsDesk(refusal) {
            return try await holderPage(id, for: ReaderLanguage(request, desk.site), problem: refusal.problem).response(for: request)
        }
    }
}
