import Core
import Database
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

    private var languages: [Language] { site.languages(of: MuseumApp.manifest) }

    func list(_ request: Request, _ member: Member) async throws -> TierListPage {
        let (tiers, reader) = (try await editing.all(), ReaderLanguage(request, site))
        return TierListPage(
            tiers: try await site.database.read { try reader(tiers, in: $0) }, form: TierForm(months: "12", level: "1", guests: "0", isSold: true),
            currency: currency,
            languages: languages)
    }

    func add(_ request: Request, _ member: Member) async throws -> Response {
        let (form, words) = (try request.form(TierForm.self), TranslationForm(Tier.self, try request.formFields(), languages))
        do {
            let draft = try words.checked { () throws(Problem) in try TierDraft(form, currency: currency) }
            try await editing.add(draft, words.words, by: member.id)
            return .seeOther(MuseumPaths.adminTiers(), flash: "Saved: \(draft.name)")
        } catch let problem as Problem where request.wantsPage && problem.kind == .invalid {
            var page = try await list(request, member)
            (page.form, page.words, page.problem) = (form, words.words, problem)
            return try await page.response(for: request)
        }
    }

    func show(_ request: Request, _ member: Member, _ id: TierID) async throws -> TierPage {
        let (tier, words) = try await editing.edited(id)
        return TierPage(tier: tier, form: TierForm(tier), currency: tier.currency, languages: languages, words: words)
    }

    func save(_ request: Request, _ member: Member, _ id: TierID) async throws -> Response {
        let (form, words) = (try request.form(TierForm.self), TranslationForm(Tier.self, try request.formFields(), languages))
        let tier = try await editing.find(id)
        do {
            let draft = try words.checked { () throws(Problem) in try TierDraft(form, currency: tier.currency) }
            try await editing.update(id, draft, words.words, by: member.id)
            return .seeOther(MuseumPaths.adminTiers(), flash: "Saved: \(draft.name)")
        } catch let problem as Problem where request.wantsPage && problem.kind == .invalid {
            return try await TierPage(
                tier: tier, form: form, currency: tier.currency, languages: languages, words: words.words, problem: problem
            ).response(for: request)
        }
    }
}
