import Accounts
import Core
import Database
import Events
import Interface
import Payments
import Platform
import Web

/// Choosing a membership, paying for it, and one's own (MUS-008 to MUS-016).
struct MembershipRoutes: Sendable {
    let services: MuseumServices

    private var site: Site { services.site }
    private var zone: DayZone { DayZone(zone: site.configuration.zone) }

    var routes: [Route] {
        [
            .get(MuseumPaths.tiers, allow: .everyone, use: tiers),
            .get(MuseumPaths.buy, allow: .members, use: choose),
            .post(MuseumPaths.buy, allow: .members, use: buy),
            .get(MuseumPaths.profile, allow: .members, use: profile),
            .get(MuseumPaths.membership, allow: .members, use: show),
            .post(MuseumPaths.pay, allow: .members, use: pay),
            .post(MuseumPaths.cancel, allow: .members, use: cancel),
        ]
    }

    func tiers(_ request: Request, _ visitor: Visitor) async throws -> TiersPage {
        try await site.database.read { [services] db in
            TiersPage(
                tiers: try db.all(.tiers()).filter(\.isSold),
                current: try visitor.personID.flatMap { try services.memberships.current(of: $0, in: db) })
        }
    }

    func choose(_ request: Request, _ member: Member, _ id: TierID) async throws -> Response { try await answer(request, member, id) }

    private func answer(_ request: Request, _ member: Member, _ id: TierID, problem: Problem? = nil) async throws -> Response {
        let page = try await page(id, member, request.language, problem: problem)
        return try await page.response(for: request).lettingForms(leadTo: services.pageSources)
    }

    private func page(_ id: TierID, _ member: Member, _ language: Language, problem: Problem?) async throws -> BuyPage {
        try await site.database.read { [services, zone] db in
            guard let tier = try db.first(.tier(id)), tier.isSold, !tier.isRetired else { throw Problem.notFound }
            let end = try services.memberships.latestEnd(of: member.id, tier.id, in: db)
            return BuyPage(
                tier: tier, renewsAt: end.map { Day($0, in: zone.zone) },
                terms: try services.openTerms(for: member.id, in: language, db),
                providers: services.providers(for: tier.cost), problem: problem)
        }
    }

    private struct BuyForm: Decodable {
        var provider: String?
        var terms: String?
        var version: String?
    }

    func buy(_ request: Request, _ member: Member, _ id: TierID) async throws -> Response {
        let form = try request.form(BuyForm.self)
        do {
            let membership = try await site.write(by: member.id) { [services] write in
                guard let tier = try write.first(.tier(id)) else { throw Problem.notFound }
                try services.acceptTerms(form.terms, form.version, by: member.id, in: write)
                return try services.memberships.buy(tier, by: member.id, with: form.provider ?? "", in: write)
            }
            return .seeOther(try await services.pageToPay(for: membership) ?? MuseumPaths.membership(membership))
        } catch let refusal as any ProblemConvertible where request.wantsPage && Self.concernsForm(refusal) {
            return try await answer(request, member, id, problem: refusal.problem)
        }
    }

    private static func concernsForm(_ refusal: any ProblemConvertible) -> Bool { refusal is MembershipRefusal || refusal is PaymentRefusal }

    func profile(_ request: Request, _ member: Member) async throws -> ProfilePage {
        try await site.database.read { [services, zone] db in
            let tiers = Dictionary(try db.all(.tiers(withRetired: true)).map { ($0.id, $0) }) { first, _ in first }
            let all = try db.all(.memberships(of: member.id)).compactMap { membership in
                tiers[membership.tier].map { (membership: membership, tier: $0) }
            }
            let given = try db.all(.gifts(by: member.id)).compactMap { membership in tiers[membership.tier].map { (membership: membership, tier: $0) }
            }
            return ProfilePage(
                given: given, name: member.name, current: try services.memberships.current(of: member.id, in: db), all: all, zone: zone)
        }
    }

    func show(_ request: Request, _ member: Member, _ id: MembershipID) async throws -> Response { try await answer(request, member, id) }

    private func answer(_ request: Request, _ member: Member, _ id: MembershipID, problem: Problem? = nil) async throws -> Response {
        let back = request.query[Payments.returnField].flatMap { PaymentReturn($0) }
        let page = try await page(id, member, back, problem: problem)
        return try await page.response(for: request).lettingForms(leadTo: services.pageSources)
    }

    private func page(_ id: MembershipID, _ member: Member, _ back: PaymentReturn?, problem: Problem?) async throws -> MembershipPage {
        try await site.database.read { [services, site, zone] db in
            guard let membership = try db.first(.membership(id, of: member.id)), let tier = try db.first(.tier(membership.tier)) else {
                throw Problem.notFound
            }
            return MembershipPage(
                membership: membership, tier: tier, payments: try services.payments.all(for: membership.subject, in: db),
                receipts: try services.payments.receiptLinks(of: membership.subject, in: db), providers: services.providers(for: membership.cost),
                zone: zone, isOwn: membership.person == member.id, back: back, sequence: try site.events.head(in: db), problem: problem)
        }
    }

    private struct PayForm: Decodable {
        var provider: String?
    }

    /// Another attempt, after one that failed or was left.
    func pay(_ request: Request, _ member: Member, _ id: MembershipID) async throws -> Response {
        let form = try request.form(PayForm.self)
        do {
            try await site.write(by: member.id) { [services] write in
                guard let membership = try write.first(.membership(id, of: member.id)) else { throw Problem.notFound }
                try services.memberships.pay(membership, by: member.id, with: form.provider ?? "", in: write)
            }
            return .seeOther(try await services.pageToPay(for: id) ?? MuseumPaths.membership(id))
        } catch let refusal as any ProblemConvertible where request.wantsPage && Self.concernsForm(refusal) {
            return try await answer(request, member, id, problem: refusal.problem)
        }
    }

    func cancel(_ request: Request, _ member: Member, _ id: MembershipID) async throws -> Response {
        try await site.write(by: member.id) { [services] write in
            guard try write.first(.membership(id, of: member.id)) != nil else { throw Problem.notFound }
            try services.memberships.cancel(id, in: write)
        }
        return .seeOther(MuseumPaths.tiers(), flash: "The purchase has been cancelled.")
    }
}
