import Accounts
import Core
import Database
import Events
import Foundation
import Interface
import Mail
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
            .get(MuseumPaths.buy, allow: .everyone, use: choose),
            .post(MuseumPaths.buy, allow: .members, use: buy),
            .get(MuseumPaths.profile, allow: .members, use: profile),
            .get(MuseumPaths.membership, allow: .members, use: show),
            .post(MuseumPaths.pay, allow: .members, use: pay),
            .get(MuseumPaths.cancel, allow: .members, use: confirmCancelling),
            .post(MuseumPaths.cancel, allow: .members, use: cancel),
        ]
    }

    func tiers(_ request: Request, _ visitor: Visitor) async throws -> TiersPage {
        let reader = ReaderLanguage(request, site)
        return try await site.database.read { [services, site] db in
            TiersPage(
                offers: try db.all(.tiers()).filter(\.isSold).map { tier in
                    let offer = try visitor.personID.map { try services.memberships.offer(of: tier, to: $0, in: db) }
                    return (try reader(offer ?? Offer(tier: tier, standing: .first), in: db), tier.includesEntry(on: site))
                }, current: try reader(visitor.personID.flatMap { try services.memberships.current(of: $0, in: db) }, in: db))
        }
    }

    func choose(_ request: Request, _ visitor: Visitor, _ id: TierID) async throws -> Response {
        try await answer(request, visitor.personID, id)
    }

    /// - Parameter person: nil for a guest, who learns what it costs before they make an account.
    private func answer(_ request: Request, _ person: PersonID?, _ id: TierID, problem: Problem? = nil) async throws -> Response {
        var page = try await page(id, person, request.language, problem: problem)
        let reader = ReaderLanguage(request, site)
        (page.offer, page.unpaid) = try await site.database.read { [offer = page.offer, unpaid = page.unpaid] db in
            (try reader(offer, in: db), try reader(unpaid, in: db))
        }
        return try await page.response(for: request).lettingForms(leadTo: services.pageSources)
    }

    private func page(_ id: TierID, _ person: PersonID?, _ language: Language, problem: Problem?) async throws -> BuyPage {
        try await site.database.read { [services, zone, site] db in
            guard let tier = try db.first(.tier(id)), tier.isSold, !tier.isRetired else { throw Problem.notFound }
            guard let person else {
                return BuyPage(
                    offer: Offer(tier: tier, standing: .first), unpaid: nil, zone: zone, terms: nil, providers: [],
                    hasEntry: tier.includesEntry(on: site), canRegister: site.configuration.registrationOpen, now: site.clock.now())
            }
            let offer = try services.memberships.offer(of: tier, to: person, in: db)
            let unpaid = try db.all(.memberships(of: person)).first { $0.status == .pending && $0.tier != tier.id }
            return BuyPage(
                offer: offer, unpaid: try unpaid.flatMap { try db.first(.tier($0.tier)) }, zone: zone,
                terms: try services.openTerms(for: person, in: language, db), providers: services.providers(for: offer.cost),
                hasEntry: tier.includesEntry(on: site), canRegister: nil, now: site.clock.now(), problem: problem)
        }
    }

    private struct BuyForm: Decodable {
        var provider: String?
        /// What the page said is to be paid, in the currency's smallest unit.
        var cost: Int?
        var terms: String?
        var version: String?
    }

    func buy(_ request: Request, _ member: Member, _ id: TierID) async throws -> Response {
        let form = try request.form(BuyForm.self)
        do {
            let membership = try await site.write(by: member.id) { [services] write in
                guard let tier = try write.first(.tier(id)) else { throw Problem.notFound }
                try services.acceptTerms(form.terms, form.version, by: member.id, in: write)
                if let seen = form.cost, try services.memberships.offer(of: tier, to: member.id, in: write).cost.minor != seen {
                    throw MembershipRefusal.costChanged
                }
                return try services.memberships.buy(tier, by: member.id, with: form.provider ?? "", in: write)
            }
            return .seeOther(try await services.pageToPay(for: membership) ?? MuseumPaths.membership(membership))
        } catch let refusal as any ProblemConvertible where request.wantsPage && Self.concernsForm(refusal) {
            return try await answer(request, member.id, id, problem: refusal.problem)
        }
    }

    private static func concernsForm(_ refusal: any ProblemConvertible) -> Bool { refusal is MembershipRefusal || refusal is PaymentRefusal }

    func profile(_ request: Request, _ member: Member) async throws -> ProfilePage {
        let reader = ReaderLanguage(request, site)
        return try await site.database.read { [services, site, zone] db in
            let record: ProfilePage.RecordView? =
                services.memberPress.isOn
                ? ProfilePage.RecordView(
                    failedSince: try SyncState.read(in: db)?.failedSince, isConfirmed: try db.first(.person(member.id))?.isVerified ?? false) : nil
            let tiers = Dictionary(try reader(db.all(.tiers(withRetired: true)), in: db).map { ($0.id, $0) }) { first, _ in first }
            let all = try db.all(.memberships(of: member.id)).filter { !$0.isUndone }.compactMap { membership in
                tiers[membership.tier].map { (membership: membership, tier: $0) }
            }
            let gifts = try db.all(.gifts(by: member.id))
            let words = Dictionary(gifts.isEmpty ? [] : try db.all(.gifts(gifts.map(\.id))).map { ($0.membership, $0) }) { first, _ in first }
            let given = try gifts.compactMap { one in
                try tiers[one.tier].map {
                    ProfilePage.Given(
                        membership: one, tier: $0, gift: words[one.id],
                        isRefundRequested: try one.status == .unclaimed && RefundRequest.isOpen(for: one.id, in: db))
                }
            }
            let now = site.clock.now()
            let current = try services.memberships.current(of: member.id, in: db)
            let standings = try MuseumEvents.standings(of: member.id, at: now, in: db)
            return ProfilePage(
                now: now, given: given, name: member.name, current: try reader(current, in: db),
                number: try (current?.membership ?? all.first?.membership).map { try MemberNumbers.number(for: $0, in: db) }, all: all,
                refundRequested: try RefundRequest.open(among: all.map(\.membership.id), in: db),
                events: try reader(standings.keys.compactMap { try db.first(.event($0)) }, in: db).sorted { $0.startsAt < $1.startsAt },
                standings: standings, clock: EventClock(now: now, zone: zone.zone, locale: Locale(identifier: request.language.rawValue)),
                rewards: try reader(services.rewards.current(of: member.id, in: db), in: db), zone: zone, record: record,
                hasLicence: try db.first(.licence(of: member.id)) != nil,
                museum: MemberCard.Museum(
                    name: site.museumName,
                    picture: try db.all(.onFrontPage()).first.flatMap { exhibit in exhibit.picture?.address(.large, of: exhibit.id) }),
                hasEntry: current?.tier.includesEntry(on: site) ?? false,
                isEntrySold: Array(tiers.values).sellEntry(on: site), canGive: tiers.values.contains(where: \.isSold))
        }
    }

    func show(_ request: Request, _ member: Member, _ id: MembershipID) async throws -> Response { try await answer(request, member, id) }

    private func answer(_ request: Request, _ member: Member, _ id: MembershipID, problem: Problem? = nil) async throws -> Response {
        let back = request.query[Payments.returnField].flatMap { PaymentReturn($0) }
        let page = try await page(id, member, back, ReaderLanguage(request, site), problem: problem)
        return try await page.response(for: request).lettingForms(leadTo: services.pageSources)
    }

    private func page(
        _ id: MembershipID, _ member: Member, _ back: PaymentReturn?, _ reader: ReaderLanguage, problem: Problem?
    ) async throws -> MembershipPage {
        try await site.database.read { [services, site, zone] db in
            guard let membership = try db.first(.membership(id, of: member.id)), let tier = try reader(db.first(.tier(membership.tier)), in: db)
            else { throw Problem.notFound }
            let isGiven = membership.source == .gift && membership.person == member.id
            let gift = membership.source == .gift && !isGiven ? try db.first(.gift(id)) : nil
            let giver = isGiven ? try membership.buyer.flatMap { try People.names(of: [$0], in: db)[$0] } : nil
            return MembershipPage(
                membership: membership, tier: tier, payments: try services.payments.all(for: membership.subject, in: db),
                receipts: try services.payments.receiptLinks(of: membership.subject, in: db), providers: services.providers(for: membership.cost),
                zone: zone, isOwn: membership.person == member.id, isPayer: membership.buyer == member.id,
                gift: gift, giver: giver, sendsEmail: site.configuration.mail != nil,
                startsAt: try membership.startsAt
                    ?? (membership.status == .pending ? try services.memberships.beginning(of: membership, tier, in: db) : nil),
                isRenewal: try services.memberships.isRenewal(membership, in: db),
                canAskRefund: (try? services.refunds.refundable(id, by: member.id, in: db)) != nil,
                refund: membership.buyer == member.id ? try db.first(.refundRequests(for: id)) : nil,
                before: try reader.restored(for: membership, at: site.clock.now(), in: db), back: back,
                sequence: try site.events.head(in: db), now: site.clock.now(), problem: problem)
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
}
