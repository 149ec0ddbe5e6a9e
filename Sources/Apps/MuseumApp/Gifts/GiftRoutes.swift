import Accounts
import Core
import Database
import Interface
import Mail
import Payments
import Platform
import Web

/// Gifts: buying one, its card, and accepting one.
struct GiftRoutes: Sendable {
    let services: MuseumServices

    private var site: Site { services.site }
    private var gifts: Gifts { services.gifts }

    var routes: [Route] {
        [
            .get(MuseumPaths.gifts, allow: .everyone, use: list),
            .get(MuseumPaths.give, allow: .everyone, use: choose),
            .post(MuseumPaths.give, allow: .members, use: buy),
            .get(MuseumPaths.giftCard, allow: .members, use: card),
            .post(MuseumPaths.redirectGift, allow: .members, use: redirect),
            .get(MuseumPaths.giftCode, allow: .everyone, use: find),
            .get(MuseumPaths.gift, allow: .everyone, use: show),
            .post(MuseumPaths.gift, allow: .members, use: claim),
        ]
    }

    func list(_ request: Request, _ visitor: Visitor) async throws -> GiftsPage {
        let reader = ReaderLanguage(request, site)
        let tiers = try await site.database.read { try reader($0.all(.tiers()).filter(\.isSold), in: $0) }
        return GiftsPage(tiers: tiers.map { ($0, $0.includesEntry(on: site)) })
    }

    func choose(_ request: Request, _ visitor: Visitor, _ id: TierID) async throws -> Response {
        try await answer(try await page(id, visitor.personID, request), request)
    }

    private func answer(_ page: GiftPage, _ request: Request) async throws -> Response {
        try await page.response(for: request).lettingForms(leadTo: services.pageSources)
    }

    private func page(
        _ id: TierID, _ person: PersonID?, _ request: Request, form: GiftForm = GiftForm(), problem: Problem? = nil
    ) async throws -> GiftPage {
        let reader = ReaderLanguage(request, site)
        return try await site.database.read { [services, site] db in
            guard let tier = try reader(db.first(.tier(id)), in: db), tier.isSold, !tier.isRetired else { throw Problem.notFound }
            return GiftPage(
                tier: tier, terms: try person.flatMap { try services.openTerms(for: $0, in: request.language, db) },
                providers: services.providers(for: tier.cost), sendsEmail: site.configuration.mail != nil,
                canRegister: person == nil ? site.configuration.registrationOpen : nil, form: form, problem: problem)
        }
    }

    func buy(_ request: Request, _ member: Member, _ id: TierID) async throws -> Response {
        let form = try request.form(GiftForm.self)
        do {
            let draft = try GiftDraft(form)
            try gifts.count(draft.email, by: member.id)
            let membership = try await site.write(by: member.id) { [services] write in
                guard let tier = try write.first(.tier(id)) else { throw Problem.notFound }
                try services.acceptTerms(form.terms, form.version, by: member.id, in: write)
                return try services.gifts.buy(tier, draft, by: member.id, with: form.provider ?? "", in: write)
            }
            return .seeOther(try await services.pageToPay(for: membership) ?? MuseumPaths.membership(membership))
        } catch let refusal as any ProblemConvertible
            where request.wantsPage && [.invalid, .conflict, .tooManyRequests].contains(refusal.problem.kind)
        {
            return try await answer(try await page(id, member.id, request, form: form, problem: refusal.problem), request)
        }
    }

    func card(_ request: Request, _ member: Member, _ id: MembershipID) async throws -> GiftCardPage { try await card(id, member, request) }

    private func card(
        _ id: MembershipID, _ member: Member, _ request: Request, email: String? = nil, problem: Problem? = nil
    ) async throws -> GiftCardPage {
        let reader = ReaderLanguage(request, site)
        return try await site.database.read { [gifts, site] db in
            guard let membership = try db.first(.membership(id, of: member.id)), membership.buyer == member.id, let gift = try db.first(.gift(id)),
                membership.isClaimable || gift.claimedAt != nil, let tier = try reader(db.first(.tier(membership.tier)), in: db)
            else { throw Problem.notFound }
            return GiftCardPage(
                gift: gift, tier: tier, giver: member.name, museum: site.museumName, place: site.value(of: MuseumSettings.address),
                address: site.configuration.linkBase + gifts.link.path(of: membership), code: gifts.link.code(of: membership),
                site: site.configuration.linkBase, isRefundRequested: try RefundRequest.isOpen(for: id, in: db), problem: problem, email: email)
        }
    }

    private struct AddressForm: Decodable {
        var email: String?
    }

    func redirect(_ request: Request, _ member: Member, _ id: MembershipID) async throws -> Response {
        let typed = (try request.form(AddressForm.self).email ?? "").trimmed
        guard let email = EmailAddress(typed) else {
            let problem = Problem(
                .invalid, "museum.gift-address", "The gift wasn’t sent.", remedy: "Correct the address.",
                fields: ["email": "Enter an email address like name@example.org."])
            guard request.wantsPage else { throw problem }
            return try await card(id, member, request, email: typed, problem: problem).response(for: request)
        }
        do throws(MembershipRefusal) { try gifts.count(email, by: member.id) } catch {
            guard request.wantsPage else { throw error }
            return try await card(id, member, request, email: typed, problem: error.problem).response(for: request)
        }
        do {
            try await site.write(by: member.id) { [gifts] write in
                guard try write.first(.membership(id, of: member.id))?.buyer == member.id else { throw Problem.notFound }
                try gifts.redirect(id, to: email, in: write)
            }
        } catch let refusal as MembershipRefusal where request.wantsPage && [.giftClaimed, .giftRefundRequested].contains(refusal) {
            return try await card(id, member, request, email: typed, problem: refusal.problem).response(for: request)
        }
        return .seeOther(MuseumPaths.giftCard(id), flash: site.configuration.mail == nil ? "Saved." : "The gift has been sent.")
    }

    /// A gift by its link, or what counts on the card by now; forged ones look like none.
    private func found(_ id: MembershipID, _ token: String, in db: any Connection) throws -> (Gift, Membership) {
        guard let membership = try db.first(.membership(id)), gifts.link.fits(token, membership) else { throw Problem.notFound }
        let term = try MemberNumbers.term(onCardOf: membership, at: site.clock.now(), in: db)
        guard let gift = try db.first(.gift(term.id)) else { throw Problem.notFound }
        return (gift, term)
    }

    /// Leads from the code on a printed card to the gift.
    func find(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard let typed = request.query["code"]?.trimmed, !typed.isEmpty else { return try await GiftCodePage().response(for: request) }
        if let seconds = gifts.codes.take(request.network) { throw MembershipRefusal.tooManyCodes(seconds: seconds) }
        let path = try await site.database.read { [gifts] db -> String? in
            guard let (id, code) = GiftLink.membership(in: typed), let membership = try db.first(.membership(id)),
                gifts.link.fits(code: code, membership), try db.first(.gift(id)) != nil
            else { return nil }
            return gifts.link.path(of: membership)
        }
        if let path { return .seeOther(path) }
        let problem = Problem(
            .invalid, "museum.gift-code", "No gift has this code.", remedy: "Check the code on the card and try again.",
            fields: ["code": "No gift has this code. Check the card and try again."])
        guard request.wantsPage else { throw problem }
        return try await GiftCodePage(code: typed, problem: problem).response(for: request)
    }

    func show(_ request: Request, _ visitor: Visitor, _ id: MembershipID, _ token: String) async throws -> GiftClaimPage {
        let page = try await page(request, visitor.personID, visitor.identity.name, id, token)
        if let refusal = page.refusal, !page.isMine, !request.wantsPage { throw refusal }
        return page
    }

    private func page(
        _ request: Request, _ person: PersonID?, _ name: String, _ id: MembershipID, _ token: String
    ) async throws -> GiftClaimPage {
        let reader = ReaderLanguage(request, site)
        return try await site.database.read { [gifts] db in
            let (gift, membership) = try found(id, token, in: db)
            guard let tier = try reader(db.first(.tier(membership.tier)), in: db) else { throw Problem.notFound }
            return GiftClaimPage(
                gift: gift, membership: membership, tier: tier, giver: try membership.buyer.flatMap { try People.names(of: [$0], in: db)[$0] } ?? "",
                museum: site.museumName, action: MuseumPaths.gift(id, token), reader: person == nil ? nil : name,
                isMine: person != nil && membership.person == person, refusal: try gifts.refusal(of: membership, in: db)?.problem)
        }
    }

    func claim(_ request: Request, _ member: Member, _ id: MembershipID, _ token: String) async throws -> Response {
        do {
            let claimed = try await site.write(by: member.id) { [gifts] write in
                let term = try found(id, token, in: write).1.id
                try gifts.claim(term, by: member.id, in: write)
                return term
            }
            let membership = try await site.database.read { [gifts] in try gifts.memberships.find(claimed, in: $0) }
            return .seeOther(MuseumPaths.profile(), flash: welcome(to: membership))
        } catch let refusal as MembershipRefusal where request.wantsPage {
            let page = try await page(request, member.id, member.name, id, token)
            guard page.refusal != nil else { throw refusal }
            return try await page.response(for: request)
        }
    }

    private func welcome(to membership: Membership) -> Text {
        if membership.source != .gift { return "Your membership is in your account now." }
        let start = membership.startsAt ?? site.clock.now()
        return start > site.clock.now()
            ? "You’ve accepted the gift. It begins on \(Day(start, in: site.configuration.zone))." : "Welcome. Your membership has begun."
    }
}
