import Accounts
import Core
import Database
import Interface
import Payments
import Platform
import Web

/// Memberships in the portal: who has which, granting one, ending one (MUS-011, MUS-046).
struct MemberRoutes: Sendable {
    let services: MuseumServices

    private var site: Site { services.site }
    private var zone: DayZone { DayZone(zone: site.configuration.zone) }

    var routes: [Route] {
        [
            .get(MuseumPaths.adminMembers, allow: .permission(.museumMembers), use: list),
            .post(MuseumPaths.adminMembers, allow: .permission(.museumMembers), use: grant),
            .get(MuseumPaths.adminMember, allow: .permission(.museumMembers), use: show),
            .post(MuseumPaths.adminEndMember, allow: .permission(.museumMembers), use: end),
        ]
    }

    func list(_ request: Request, _ member: Member) async throws -> MemberListPage { try await page(request) }

    private func page(_ request: Request, form: GrantForm = GrantForm(), problem: Problem? = nil) async throws -> MemberListPage {
        let words = (request.query["q"] ?? "").tidied(limit: 200)
        let tier = request.query["tier"].flatMap { TierID($0) }
        let before = request.query["before"].flatMap { MembershipID($0) } ?? MembershipID(.max)
        return try await site.database.read { [zone, now = site.clock.now()] db in
            let tiers = try db.all(.tiers(withRetired: true))
            var parts: [SQL] = ["m.id < \(before)", "m.status <> 'cancelled'"]
            if let tier { parts.append("m.tier_id = \(tier)") }
            if !words.isEmpty {
                let people = try People.search(words, limit: 200, in: db).map(\.id)
                guard !people.isEmpty else { parts.append("1 = 0"); return try Self.found([], words, tier, tiers, form, problem, zone, now, in: db) }
                parts.append("m.person_id IN \(list: people)")
            }
            let rows = try db.all(
                """
                SELECT \(Membership.columns) FROM museum_membership m WHERE \(sql: parts.joined(by: " AND ")) ORDER BY m.id DESC
                LIMIT \(MemberListPage.size + 1)
                """ as Query<Membership>)
            return try Self.found(rows, words, tier, tiers, form, problem, zone, now, in: db)
        }
    }

    private static func found(
        _ rows: [Membership], _ words: String, _ tier: TierID?, _ tiers: [Tier], _ form: GrantForm, _ problem: Problem?, _ zone: DayZone,
        _ now: Instant, in db: any Connection
    ) throws -> MemberListPage {
        let shown = Array(rows.prefix(MemberListPage.size))
        return MemberListPage(
            words: words, tier: tier, tiers: tiers, memberships: shown, names: try People.names(of: Set(shown.compactMap(\.person)), in: db),
            next: rows.count > MemberListPage.size ? shown.last?.id : nil, now: now, zone: zone, form: form, problem: problem)
    }

    /// Grants a tier to whoever has an account with the address.
    func grant(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(GrantForm.self)
        do {
            let name = try await site.write(by: member.id) { [services] write in
                guard let person = try EmailAddress((form.email ?? "").trimmed).flatMap({ try write.first(.person($0)) }) else {
                    throw Problem(
                        .invalid, "museum.grant-nobody", "The membership wasn’t granted.", remedy: "Correct what is marked and try again.",
                        fields: ["email": "No account has this email address."])
                }
                guard let tier = try form.tier.flatMap({ TierID($0) }).flatMap({ try write.first(.tier($0)) }), !tier.isRetired else {
                    throw Problem(
                        .invalid, "museum.grant-tier", "The membership wasn’t granted.", remedy: "Correct what is marked and try again.",
                        fields: ["tier": "Choose a tier."])
                }
                _ = try services.memberships.grant(tier, to: person.id, in: write)
                return person.name
            }
            return .seeOther(MuseumPaths.adminMembers(), flash: "\(name) is now a member.")
        } catch let problem as Problem where request.wantsPage && problem.kind == .invalid {
            return try await page(request, form: form, problem: problem).response(for: request)
        }
    }

    func show(_ request: Request, _ member: Member, _ id: MembershipID) async throws -> MemberPage {
        try await site.database.read { [services, zone] db in
            let membership = try services.memberships.find(id, in: db)
            guard let tier = try db.first(.tier(membership.tier)) else { throw Problem.notFound }
            let names = try People.names(of: Set([membership.person, membership.buyer].compactMap(\.self)), in: db)
            return MemberPage(
                membership: membership, tier: tier, name: membership.person.flatMap { names[$0] },
                buyer: membership.buyer == membership.person ? nil : membership.buyer.flatMap { names[$0] },
                payment: try membership.payment.flatMap { try services.payments.find($0, in: db) },
                receipts: try services.payments.receiptLinks(of: membership.subject, in: db), zone: zone)
        }
    }

    /// Ends a membership; what was paid for it goes back.
    func end(_ request: Request, _ member: Member, _ id: MembershipID) async throws -> Response {
        try await site.write(by: member.id) { [services] write in
            let membership = try services.memberships.find(id, in: write)
            if let payment = try membership.payment.flatMap({ try services.payments.find($0, in: write) }), payment.isPaid {
                try services.payments.refund(payment.id, because: "The museum ended the membership.", in: write)
            } else {
                try services.memberships.revoke(id, in: write)
            }
        }
        return .seeOther(MuseumPaths.adminMember(id), flash: "The membership has ended.")
    }
}

/// The form that grants a tier.
struct GrantForm: Decodable, Sendable {
    var email: String?
    var tier: String?
}
