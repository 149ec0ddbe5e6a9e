import Accounts
import Core
import Database
import Interface
import Mail
import Payments
import Platform
import Web

/// The desk, for those who serve there.
struct DeskRoutes: Sendable {
    let desk: Desk
    /// Where whoever accepted a gift is let in.
    let entrance: GateRoutes

    private var site: Site { desk.site }
    private var zone: DayZone { DayZone(zone: site.configuration.zone) }

    var routes: [Route] {
        [
            .get(MuseumPaths.desk, allow: .permission(.museumDesk), use: show),
            .get(MuseumPaths.deskSuggest, allow: .permission(.museumDesk), use: suggest),
            .get(MuseumPaths.deskSales, allow: .permission(.museumDesk), use: sales),
            .get(MuseumPaths.deskOffline, allow: .permission(.museumDesk), use: offline),
            .get(MuseumPaths.deskHolder, allow: .permission(.museumDesk), use: holder),
            .post(MuseumPaths.deskRenew, allow: .permission(.museumDesk), use: renew),
            .post(MuseumPaths.deskNew, allow: .permission(.museumDesk), use: sellToNewcomer),
            .get(MuseumPaths.deskGive, allow: .permission(.museumDesk), use: chooseGift),
            .post(MuseumPaths.deskGive, allow: .permission(.museumDesk), use: give),
            .get(MuseumPaths.deskPerson, allow: .permission(.museumDesk), use: person),
            .post(MuseumPaths.deskSell, allow: .permission(.museumDesk), use: sell),
            .post(MuseumPaths.takeCash, allow: .permission(.museumDesk), use: takeCash),
            .get(MuseumPaths.deskSold, allow: .permission(.museumDesk), use: sold),
            .post(MuseumPaths.deskUndo, allow: .permission(.museumDesk), use: undo),
            .get(MuseumPaths.deskGift, allow: .permission(.museumDesk), use: gift),
            .post(MuseumPaths.deskGift, allow: .permission(.museumDesk), use: accept),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> Response {
        let words = Self.words(of: request)
        if let path = try await site.database.read({ [desk] db in try desk.path(onCard: words, in: db) }) { return .seeOther(path) }
        return try await page(words: words, for: ReaderLanguage(request, site), undone: UndoneSale(request)).response(for: request)
    }

    private func page(
        words: String, for reader: ReaderLanguage, form: NewcomerForm = NewcomerForm(), undone: UndoneSale? = nil, problem: Problem? = nil
    ) async throws -> DeskPage {
        try await site.database.read { [desk, site, zone] db in
            let undone = try desk.undone(undone, in: db)
            return DeskPage(
                words: words, found: try desk.search(words, for: reader, in: db), gifts: try desk.waitingGifts(words, for: reader, in: db),
                waiting: try desk.waiting(for: reader, in: db),
                tiers: try reader(db.all(.tiers()).filter(\.isSold), in: db), sales: try desk.countSales(in: db),
                sendsEmail: site.configuration.mail != nil, form: undone?.typed ?? form, zone: zone, undone: undone, problem: problem)
        }
    }

    func person(_ request: Request, _ member: Member, _ id: PersonID) async throws -> DeskPersonPage {
        try await page(id, for: ReaderLanguage(request, site), seenBy: member, undone: UndoneSale(request))
    }

    private func page(
        _ id: PersonID, for reader: ReaderLanguage, seenBy member: Member, undone: UndoneSale? = nil, problem: Problem? = nil
    ) async throws -> DeskPersonPage {
        try await site.database.read { [desk, zone, now = site.clock.now()] db in
            let visitor = try desk.find(id, for: reader, in: db)
            return DeskPersonPage(
                visitor: visitor, admission: try visitor.current.flatMap { try desk.admission($0.membership, $0.tier, in: db) },
                offers: try desk.offers(to: id, for: reader, in: db), managers: try desk.managers(for: member, of: visitor, in: db), now: now,
                zone: zone, undone: try desk.undone(undone, in: db), problem: problem)
        }
    }

    private struct SaleForm: Decodable {
        var tier: TierChoice
    }

    func sell(_ request: Request, _ member: Member, _ id: PersonID) async throws -> Response {
        let form = try request.form(SaleForm.self)
        do {
            let membership = try await site.write(by: member.id) { [desk] write in
                _ = try desk.find(id, for: .originals, in: write)
                return try desk.sell(form.tier, to: id, in: write)
            }
            return .seeOther(MuseumPaths.deskSold(membership))
        } catch let refusal as any ProblemConvertible where request.wantsPage && Self.concernsDesk(refusal) {
            return try await page(id, for: ReaderLanguage(request, site), seenBy: member, problem: refusal.problem).response(for: request)
        }
    }

    func sellToNewcomer(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(NewcomerForm.self)
        do {
            let (draft, tier) = try Self.checked(GiftForm(name: form.name, email: form.email), form.tier)
            let membership = try await site.write(by: member.id) { [desk] write in try desk.sell(tier, to: draft, in: write) }
            return .seeOther(MuseumPaths.deskSold(membership))
        } catch let refusal as any ProblemConvertible where request.wantsPage && Self.concernsSale(refusal) {
            let words = refusal.problem.code == Desk.hasAccount ? form.email : form.name
            return try await page(
                words: words ?? "", for: ReaderLanguage(request, site), form: form, problem: refusal.problem
            ).response(for: request)
        }
    }

    /// Checks the form of a sale to somebody without an account.
    /// - Throws: the refusal that names every wrong field.
    static func checked(_ form: GiftForm, _ tier: TierChoice?) throws(Problem) -> (draft: GiftDraft, tier: TierChoice) {
        var wrong: [String: Text] = [:]
        do throws(Problem) {
            let draft = try GiftDraft(form)
            if let tier { return (draft, tier) }
        } catch {
            wrong = error.fields
        }
        if tier == nil { wrong[TierButtons.field] = "Choose a membership." }
        throw Problem(
            .invalid, "museum.sale-wrong", "The membership wasn’t sold.", remedy: "Correct what is marked and try again.", fields: wrong)
    }

    static func concernsSale(_ refusal: any ProblemConvertible) -> Bool { concernsDesk(refusal) || refusal.problem.kind == .invalid }

    static func concernsDesk(_ refusal: any ProblemConvertible) -> Bool { refusal is MembershipRefusal || refusal is PaymentRefusal }

    func takeCash(_ request: Request, _ member: Member, _ id: MembershipID) async throws -> Response {
        try await site.write(by: member.id) { [desk] write in try desk.takeCash(id, in: write) }
        return .seeOther(MuseumPaths.deskSold(id))
    }

    func sold(_ request: Request, _ member: Member, _ id: MembershipID) async throws -> DeskSoldPage {
        let reader = ReaderLanguage(request, site)
        return try await site.database.read { [self] db in
            let membership = try desk.memberships.find(id, in: db)
            guard let tier = try reader(db.first(.tier(membership.tier)), in: db) else { throw Problem.notFound }
            let number = try MemberNumbers.number(for: membership, in: db)
            let origin = DeskOrigin(request)
            // Whoever buys a gift isn't who is let in by it.
            let isForOther = membership.source == .gift && origin != .gift && origin != .person
            return DeskSoldPage(
                origin: origin, back: back(to: origin, of: membership, request),
                admission: isForOther ? nil : try desk.admission(after: membership, tier, in: db), membership: membership, tier: tier,
                hasEntry: tier.includesEntry(on: site), number: number,
                before: try reader(db.first(.replaced(by: id)).flatMap { try db.first(.tier($0.tier)) }, in: db),
                name: try Holders.name(of: membership, in: db), card: try PrintedCard(membership, tier, number, desk.gifts.link, on: site, in: db),
                receipts: try desk.payments.receiptLinks(of: membership.subject, in: db), undoing: try desk.undoing(membership, for: reader, in: db),
                managers: try desk.managers(for: member, of: id, in: db), now: site.clock.now(), zone: zone)
        }
    }

    private func back(to origin: DeskOrigin?, of membership: Membership, _ request: Request) -> String {
        switch origin {
        case .sales: MuseumPaths.deskSales()
        case .person:
            membership.person.map { MuseumPaths.deskPerson($0) }
                ?? request.query["card"].flatMap { MembershipID($0) }.map { MuseumPaths.deskHolder($0) } ?? MuseumPaths.desk()
        case .gift, .gate, nil: MuseumPaths.desk()
        }
    }

    func undo(_ request: Request, _ member: Member, _ id: MembershipID) async throws -> Response {
        let person = try await site.write(by: member.id) { [desk] write in
            try desk.undo(id, in: write)
            let membership = try desk.memberships.find(id, in: write)
            return membership.source == .gift ? nil : membership.person
        }
        let isDue = try await site.database.read { [desk] db in try desk.undone(id, in: db) } != nil
        let page = person.map { MuseumPaths.deskPerson($0) } ?? MuseumPaths.desk()
        return isDue ? .seeOther(UndoneSale(sale: id).link(page)) : .seeOther(page, flash: "Sale undone.")
    }
}

/// The form of a sale to somebody without an account.
struct NewcomerForm: Decodable, Sendable {
    var name: String?
    var email: String?
    var tier: TierChoice?
}
