import Core
import Interface
import Platform
import Web

/// Tiers in the portal.
struct TierRoutes: Sendable {
    let editing: TierEditing

    private var site: Site { editing.site }
    private var currency: String { MuseumSettings.currency(site) }

    var routes: [Route] {
        [
            .get(MuseumPaths.adminTiers, allow: .permission(.museumMembers), use: list),
            .post(MuseumPaths.adminTiers, allow: .permission(.museumMembers), use: add),
            .get(MuseumPaths.adminTier, allow: .permission(.museumMembers), use: show),
            .post(MuseumPaths.adminTier, allow: .permission(.museumMembers), use: save),
        ]
    }

    func list(_ request: Request, _ member: Member) async throws -> TierListPage {
        TierListPage(tiers: try await editing.all(), form: TierForm(months: "12", level: "1", guests: "0", isSold: true), currency: currency)
    }

    func add(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(TierForm.self)
        do {
            let draft = try TierDraft(form, currency: currency)
            try await editing.add(draft, by: member.id)
            return .seeOther(MuseumPaths.adminTiers(), flash: "Saved: \(draft.name)")
        } catch let problem as Problem where request.wantsPage && problem.kind == .invalid {
            var page = try await list(request, member)
            (page.form, page.problem) = (form, problem)
            return try await page.response(for: request)
        }
    }

    func show(_ request: Request, _ member: Member, _ id: TierID) async throws -> TierPage {
        let tier = try await editing.find(id)
        return TierPage(tier: tier, form: TierForm(tier), currency: tier.currency)
    }

    func save(_ request: Request, _ member: Member, _ id: TierID) async throws -> Response {
        let form = try request.form(TierForm.self)
        let tier = try await editing.find(id)
        do {
            let draft = try TierDraft(form, currency: tier.currency)
            try await editing.update(id, draft, by: member.id)
            return .seeOther(MuseumPaths.adminTiers(), flash: "Saved: \(draft.name)")
        } catch let problem as Problem where request.wantsPage && problem.kind == .invalid {
            return try await TierPage(tier: tier, form: form, currency: tier.currency, problem: problem).response(for: request)
        }
    }
}
