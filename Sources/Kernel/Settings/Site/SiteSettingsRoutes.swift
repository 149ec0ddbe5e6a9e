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

    private var guards: [any SettingGuard] { site.modules.flatMap(\.settingGuards) }

    func show(_ request: Request, _ member: Member) async throws -> SettingsPage { try await page(for: member) }

    func save(_ request: Request, _ member: Member) async throws -> Response {
        let fields = try request.formFields()
        let form = SettingsForm(
            fields, site: site, sentTo: SiteAddress.publicName(of: request), maySetAddress: member.may(.settingsAddress))
        guard form.wrong.isEmpty else {
            return try await page(for: member, typed: fields, problem: SettingsRefusal(form.wrong).problem).response(for: request)
        }
        let declared = form.declared
        let concerned = guards.filter { declared[$0.setting] != nil }
        do {
            try await apply(form.changes, by: member.id) { db in
                for guarding in concerned { try guarding.check(declared[guarding.setting] ?? "", by: member.id, in: db) }
                for guarding in concerned { try guarding.noted(declared[guarding.setting] ?? "", by: member.id, in: db) }
            }
        } catch let refusal as any ProblemConvertible where request.wantsPage {
            return try await page(for: member, typed: fields, problem: refusal.problem).response(for: request)
        }
        try await site.write(by: member.id) { write in
            for guarding in concerned { try guarding.applied(declared[guarding.setting] ?? "", in: write) }
        }
        let notes = try await site.database.read { db in try concerned.compactMap { try $0.note(in: db) } }
        return .seeOther(SettingsPaths.site(), flash: notes.reduce("The settings are saved.") { "\($0) \($1)" })
    }

    private func apply(
        _ changes: [SettingsForm.Change], by person: PersonID, check: @escaping @Sendable (any Connection) throws -> Void
    ) async throws {
        let entries = changes.map { AuditEntry(actor: person, action: .update, entity: $0.entity, entityID: $0.id, details: $0.details) }
        try await site.configure(noting: entries, check: check) { configuration in for change in changes { change.apply(&configuration) } }
    }

    /// The page with what the parts say about their settings as things are.
    private func page(for member: Member, typed: QueryItems? = nil, problem: Problem? = nil) async throws -> SettingsPage {
        let guards = guards
        let notes = try await site.database.read { db in
            try guards.reduce(into: [String: Text]()) { notes, guarding in notes[guarding.setting] = try guarding.note(in: db) }
        }
        return SettingsPage(site: site, maySetAddress: member.may(.settingsAddress), typed: typed, notes: notes, problem: problem)
    }
}
