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
            .get(MuseumPaths.give, allow: .members, use: choose),
            .post(MuseumPaths.give, allow: .members, use: buy),
            .get(MuseumPaths.giftCard, allow: .members, use: card),
            .post(MuseumPaths.redirectGift, allow: .members, use: redirect),
            .get(MuseumPaths.gift, allow: .everyone, use: show),
            .post(MuseumPaths.gift, allow: .members, use: claim),
        ]
    }

    func choose(_ request: Request, _ member: Member, _ id: TierID) async throws -> Response {
        try await answer(try await page(id, member, request.language), request)
    }

    private func answer(_ page: GiftPage, _ request: Request) async throws -> Response {
        try await page.response(for: request).lettingForms(leadTo: services.pageSources)
    }

    private func page(
        _ id: TierID, _ member: Member, _ language: Language, form: GiftForm = GiftForm(), problem: Problem? = nil
    ) async throws -> GiftPage {
        try await site.database.read { [services, site] db in
            guard let tier = try db.first(.tier(id)), tier.isSold, !tier.isRetired else { throw Problem.notFound }
            return GiftPage(
                tier: tier, terms: try services.openTerms(for: member.id, in: language, db), providers: services.providers(for: tier.cost),
                sendsEmail: site.configuration.mail != nil, form: form, problem: problem)
        }
    }

    func buy(_ request: Request, _ member: Member, _ id: TierID) async throws -> Response {
        let form = try request.form(GiftForm.self)
        do {
            let draft = try GiftDraft(form)
            let membership = try await site.write(by: member.id) { [services] write in
                guard let tier = try write.first(.tier(id)) else { throw Problem.notFound }
                try services.acceptTerms(form.terms, form.version, by: member.id, in: write)
                return try services.gifts.buy(tier, draft, by: member.id, with: form.provider ?? "", in: write)
            }
            return .seeOther(try await services.pageToPay(for: membership) ?? MuseumPaths.membership(membership))
        } catch let refusal as any ProblemConvertible where request.wantsPage && [.invalid, .conflict].contains(refusal.problem.kind) {
            return try await answer(try await page(id, member, request.language, form: form, problem: refusal.problem), request)
        }
    }

    func card(_ request: Request, _ member: Member, _ id: MembershipID) async throws -> GiftCardPage { try await card(id, member) }

    private func card(_ id: MembershipID, _ member: Member, email: String? = nil, problem: Problem? = nil) async throws -> GiftCardPage {
        try await site.database.read { [gifts, site] db in
            guard let membership = try db.first(.membership(id, of: member.id)), membership.buyer == member.id, let gift = try db.first(.gift(id)),
                membership.status == .unclaimed || gift.claimedAt != nil, let tier = try db.first(.tier(membership.tier))
            else { throw Problem.notFound }
            return GiftCardPage(
                gift: gift, tier: tier, giver: member.name, address: site.configuration.linkBase + gifts.link.path(of: membership),
                problem: problem, email: email)
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
            return try await card(id, member, email: typed, problem: problem).response(for: request)
        }
        try await site.write(by: member.id) { [gifts] write in
            guard try write.first(.membership(id, of: member.id))?.buyer == member.id else { throw Problem.notFound }
            try gifts.redirect(id, to: email, in: write)
        }
        return .seeOther(MuseumPaths.giftCard(id), flash: site.configuration.mail == nil ? "Saved." : "The gift has been sent.")
    }

    /// A gift by its link; forged ones look like none.
    private func found(_ id: MembershipID, _ token: String, in db: any Connection) throws -> (Gift, Membership) {
        guard let membership = try db.first(.membership(id)), gifts.link.fits(token, membership), let gift = try db.first(.gift(id)) else {
            throw Problem.notFound
        }
        return (gift, membership)
    }

    func show(_ request: Request, _ visitor: Visitor, _ id: MembershipID, _ token: String) async throws -> GiftClaimPage {
        try await site.database.read { db in
            let (gift, membership) = try found(id, token, in: db)
            guard let tier = try db.first(.tier(membership.tier)) else { throw Problem.notFound }
            return GiftClaimPage(
                gift: gift, membership: membership, tier: tier, giver: try membership.buyer.flatMap { try People.names(of: [$0], in: db)[$0] } ?? "",
                action: MuseumPaths.gift(id, token), isSignedIn: visitor.personID != nil)
        }
    }

    func claim(_ request: Request, _ member: Member, _ id: MembershipID, _ token: String) async throws -> Response {
        try await site.write(by: member.id) { [gifts] write in
            _ = try found(id, token, in: write)
            try gifts.claim(id, by: member.id, in: write)
        }
        return .seeOther(MuseumPaths.profile(), flash: "Welcome. Your membership has begun.")
    }
}
