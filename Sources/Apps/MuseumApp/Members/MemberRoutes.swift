import Accounts
import Core
import Database
import Interface
import Mail
import Payments
import Platform
import Web

/// Memberships in the portal: who has which, and granting one (MUS-011, MUS-046).
struct MemberRoutes: Sendable {
    let services: MuseumServices

    private var site: Site { services.site }
    private var zone: DayZone { DayZone(zone: site.configuration.zone) }

    var routes: [Route] {
        [
            .get(MuseumPaths.adminMembers, allow: .permission(.museumMembers), use: list),
            .get(MuseumPaths.adminGrant, allow: .permission(.museumMembers), use: chooseGrant),
            .post(MuseumPaths.adminGrant, allow: .permission(.museumMembers), use: grant),
        ]
    }

    func list(_ request: Request, _ member: Member) async throws -> MemberListPage {
        let words = (request.query["q"] ?? "").tidied(limit: 200)
        let tier = request.query["tier"].flatMap { TierID($0) }
        let before = request.query["before"].flatMap { MembershipID($0) } ?? MembershipID(.max)
        let reader = ReaderLanguage(request, site)
        return try await site.database.read { [services, zone, now = site.clock.now()] db in
            let tiers = try reader(db.all(.tiers(withRetired: true)), in: db)
            var parts: [SQL] = ["m.id < \(before)", "m.status <> 'cancelled'"]
            if let tier { parts.append("m.tier_id = \(tier)") }
            if !words.isEmpty { parts.append(try Holders.matching(words, in: db)) }
            let rows = try db.all(
                """
                SELECT \(Membership.columns) FROM museum_membership m WHERE \(sql: parts.joined(by: " AND ")) ORDER BY m.id DESC
                LIMIT \(MemberListPage.size + 1)
                """ as Query<Membership>)
            var page = try Self.found(rows, words, tier, tiers, zone, now, in: db)
            if words.isEmpty, tier == nil, request.query["before"] == nil {
                page.wishes = try services.refunds.waiting(for: reader, in: db)
                page.payments = services.payments
            }
            return page
        }
    }

    private static func found(
        _ rows: [Membership], _ words: String, _ tier: TierID?, _ tiers: [Tier], _ zone: DayZone, _ now: Instant, in db: any Connection
    ) throws -> MemberListPage {
        let shown = Array(rows.prefix(MemberListPage.size))
        let counted = Set(
            try db.all(
                "SELECT t.id FROM museum_tier t WHERE EXISTS (SELECT 1 FROM museum_membership m WHERE m.tier_id = t.id) LIMIT 1000" as Query<TierID>))
        return MemberListPage(
            words: words, tier: tier, tiers: tiers, counted: counted, memberships: shown, names: try Holders.names(of: shown, in: db),
            numbers: try MemberNumbers.numbers(of: shown, in: db),
            next: rows.count > MemberListPage.size ? shown.last?.id : nil, now: now, zone: zone)
    }

    func chooseGrant(_ request: Request, _ member: Member) async throws -> GrantPage {
        try await grantPage(GrantForm(), for: ReaderLanguage(request, site))
    }

    private func grantPage(_ form: GrantForm, for reader: ReaderLanguage, problem: Problem? = nil) async throws -> GrantPage {
        GrantPage(
            tiers: try await site.database.read { try reader($0.all(.tiers()), in: $0) }, form: form, sendsEmail: site.configuration.mail != nil,
            problem: problem)
    }

    /// Grants a tier to whoever has an account with the address, else to somebody by name, who gets a link or a card to print.
    func grant(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(GrantForm.self)
        do {
            let id = try await site.write(by: member.id) { [services] write in
                guard let tier = try form.tier.flatMap({ TierID($0) }).flatMap({ try write.first(.tier($0)) }), !tier.isRetired else {
                    throw Self.refusal(["tier": "Choose a tier."])
                }
                if let person = try EmailAddress((form.email ?? "").trimmed).flatMap({ try write.first(.person($0)) }) {
                    return try services.memberships.grant(tier, to: person.id, in: write)
                }
                return try services.gifts.grant(tier, try Self.draft(form), in: write)
            }
            let hasCard = try await site.database.read { [services] in try services.memberships.find(id, in: $0).hasCard }
            return .seeOther(hasCard ? MuseumPaths.adminMemberCard(id) : MuseumPaths.adminMember(id), flash: "The membership has been granted.")
        } catch let problem as Problem where request.wantsPage && problem.kind == .invalid {
            return try await grantPage(form, for: ReaderLanguage(request, site), problem: problem).response(for: request)
        }
    }

    /// To somebody without an account.
    private static func draft(_ form: GrantForm) throws(Problem) -> GiftDraft {
        do { return try GiftDraft(GiftForm(name: form.name, email: form.email, message: form.message)) } catch {
            var fields = error.fields
            if (form.name ?? "").tidied().isEmpty, fields["email"] == nil {
                let isAddress = !(form.email ?? "").trimmed.isEmpty
                fields["name"] = isAddress ? "No account has this email address. Enter the person’s name as well." : "Enter an email or a name."
            }
            throw refusal(fields)
        }
    }

    private static func refusal(_ fields: [String: Text]) -> Problem {
        Problem(
            .invalid, "museum.grant-wrong", "The membership wasn’t granted.", remedy: "Correct what is marked and try again.", fields: fields)
    }
}
