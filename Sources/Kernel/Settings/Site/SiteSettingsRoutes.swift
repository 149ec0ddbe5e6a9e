import Audit
import Core
import Database
import Interface
import Platform
import Web

/// The site's own settings, the policies of its apps and whatever parts and apps declare: one page, one form.
struct SiteSettingsRoutes: Sendable {
    let site: Site

    var routes: [Route] {
        [
            .get(SettingsPaths.site, allow: .permission(.settingsChange), use: show),
            .post(SettingsPaths.site, allow: .permission(.settingsChange), use: save),
        ]
    }

    private var guards: [any SettingGuard] { site.extensions[.settingGuards] }

    func show(_ request: Request, _ member: Member) async throws -> SettingsPage {
        var page = try await page(for: member)
        (page.only, page.opened, page.comesFromSetup) = (request.query["only"], request.query["open"], request.comesFromSetup)
        page.reviews = request.query[SetupReturn.reviewed]
        return page
    }

    func save(_ request: Request, _ member: Member) async throws -> Response {
        let fields = try request.formFields()
        let form = SettingsForm(
            fields, site: site, sentTo: SiteAddress.publicName(of: request), maySetAddress: member.may(.settingsAddress),
            mayTurnApps: member.may(.settingsApps))
        guard form.wrong.isEmpty else {
            return try await page(for: member, typed: fields, problem: SettingsRefusal(form.wrong).problem).response(for: request)
        }
        let declared = form.declared
        let concerned = guards.filter { declared[$0.setting] != nil }
        let earlier = site.configuration
        do {
            let changes = form.changes
            var reviewed: Set<SetupStep.Kind> = fields.all(SettingsForm.card).contains { $0.hasPrefix("app-") } ? [.apps] : []
            if let step = fields[SetupReturn.reviewed].flatMap(SetupStep.Kind.init(rawValue:)) { reviewed.insert(step) }
            let (done, followers) = (reviewed, site.extensions[.currencyFollowers])
            try await site.configure(by: member.id) { configuration, write in
                for guarding in concerned { try guarding.check(declared[guarding.setting] ?? "", by: member.id, in: write) }
                for guarding in concerned { try guarding.noted(declared[guarding.setting] ?? "", by: member.id, in: write) }
                let earlier = configuration.currency
                for change in changes {
                    let before = configuration
                    change.apply(&configuration)
                    try write.audit(.update, AuditName(change.entity, change.id), change.steps(from: before, to: configuration, on: site))
                }
                // What nothing has a price in yet takes the currency of the site with it.
                if configuration.currency != earlier || done.contains(.languages) {
                    for follower in followers where try follower.follows(configuration, in: write) {
                        configuration.settings[follower.setting] = configuration.currency
                    }
                }
                guard !done.isEmpty else { return }
                configuration[ReviewedSteps.self] = ReviewedSteps((configuration[ReviewedSteps.self]?.steps ?? []).union(done))
            }
        } catch let refusal as any ProblemConvertible where request.wantsPage {
            return try await page(for: member, typed: fields, problem: refusal.problem).response(for: request)
        }
        try await site.write(by: member.id) { write in
            for guarding in concerned { try guarding.applied(declared[guarding.setting] ?? "", in: write) }
        }
        let notes = try await site.database.read { db in try concerned.compactMap { try $0.note(in: db) } }
        let comesFromSetup = SetupReturn.isWanted(fields[SetupReturn.field])
        let saved = form.section.map(SitePaths.settings) ?? SettingsPaths.site()
        let news = site.news(from: earlier, to: site.configuration) + notes
        return .seeOther(comesFromSetup ? SitePaths.start() : saved, flash: news.reduce("The settings are saved.") { "\($0) \($1)" })
    }

    /// The page with what the parts say about their settings as things are.
    private func page(for member: Member, typed: QueryItems? = nil, problem: Problem? = nil) async throws -> SettingsPage {
        let guards = guards
        let (notes, facts) = try await site.database.read { db in
            (
                try guards.reduce(into: [String: Text]()) { $0[$1.setting] = try $1.note(in: db) },
                try guards.reduce(into: [String: Text]()) { $0[$1.setting] = try $1.fact(in: db) }
            )
        }
        return SettingsPage(
            site: site, maySetAddress: member.may(.settingsAddress), mayTurnApps: member.may(.settingsApps), typed: typed, notes: notes, facts: facts,
            problem: problem, only: typed?["only"],
            reviews: typed?[SetupReturn.reviewed],
            comesFromSetup: SetupReturn.isWanted(typed?[SetupReturn.field]))
    }
}
