import Audit
import Core
import Database
import Foundation
import Interface
import Localization
import Platform
import Web

/// The site's own settings, the policies of its apps and whatever parts and apps declare.
struct SiteSettingsRoutes: Sendable {
    let site: Site

    var routes: [Route] {
        [
            .get(SettingsPaths.site, allow: .permission(.settingsChange), use: show),
            .post(SettingsPaths.site, allow: .permission(.settingsChange), use: save),
            .post(SettingsPaths.app, allow: .permission(.settingsChange), use: saveApp),
            .post(SettingsPaths.declared, allow: .permission(.settingsChange), use: saveDeclared),
        ]
    }

    struct SiteForm: Decodable, Sendable {
        var name: String
        var languages: [Language]
        var timeZone: String
        var baseURL: String
        var registrationOpen: Bool
        var uploadMegabytes: Int
        var currency: String?
    }

    struct AppForm: Decodable {
        var guests: GuestAccess?
        var languages: [Language]
        var asksForTerms: Bool
    }

    private var guards: [any SettingGuard] { site.members.flatMap(\.settingGuards) }

    func show(_ request: Request, _ member: Member) async throws -> SettingsPage { try await page() }

    /// The page with what the parts say about their settings as things are.
    private func page(form: SiteForm? = nil, declared: [String: String] = [:], problem: Problem? = nil) async throws -> SettingsPage {
        let guards = guards
        let notes = try await site.database.read { db in
            try guards.reduce(into: [String: Text]()) { notes, guarding in notes[guarding.setting] = try guarding.note(in: db) }
        }
        return SettingsPage(site: site, form: form, declared: declared, notes: notes, problem: problem)
    }

    func save(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(SiteForm.self)
        var wrong: [String: Text] = [:]
        let name = form.name.trimmed
        if !(1...80).contains(name.length) { wrong["name"] = "A name of 1 to 80 characters." }
        let known = Set(site.translations.languages)
        if form.languages.isEmpty || !known.isSuperset(of: form.languages) { wrong["languages"] = "Choose at least one language." }
        if TimeZone(identifier: form.timeZone) == nil { wrong["timeZone"] = "A time zone such as Europe/Stockholm or Africa/Nairobi." }
        let address = form.baseURL.trimmed
        if !address.isEmpty, !SiteAddress.isValid(address) { wrong["baseURL"] = "An address such as https://stoa.example, without a path." }
        if !(1...4096).contains(form.uploadMegabytes) { wrong["uploadMegabytes"] = "A number from 1 to 4,096." }
        let currency = (form.currency ?? site.configuration.currency).trimmingCharacters(in: .whitespaces).uppercased()
        if !Locale.Currency.isoCurrencies.contains(where: { $0.identifier == currency }) { wrong["currency"] = "Three letters, such as SEK or ZMW." }
        guard wrong.isEmpty else {
            return try await page(form: form, problem: SettingsRefusal(wrong).problem).response(for: request)
        }
        try await apply(by: member, entity: "settings.site", id: "site") { configuration in
            configuration.name = name
            configuration.languages = form.languages
            configuration.timeZone = form.timeZone
            configuration.baseURL = address.isEmpty ? nil : address
            configuration.registrationOpen = form.registrationOpen
            configuration.currency = currency
            configuration.uploadLimit = Int64(form.uploadMegabytes) << 20
        }
        return .seeOther(SettingsPaths.site(), flash: "The settings are saved.")
    }

    func saveApp(_ request: Request, _ member: Member, _ app: String) async throws -> Response {
        guard site.app(app) != nil else { throw Problem.notFound }
        let form = try request.form(AppForm.self)
        let known = Set(site.translations.languages)
        var policy = site.policy(of: app)
        policy.guests = form.guests ?? policy.guests
        policy.languages = form.languages.filter(known.contains)
        policy.asksForTerms = form.asksForTerms
        let chosen = policy
        try await apply(by: member, entity: "settings.app", id: app) { $0.policies[app] = chosen }
        return .seeOther(SettingsPaths.site() + "#app-\(app)", flash: "The settings are saved.")
    }

    func saveDeclared(_ request: Request, _ member: Member, _ part: String) async throws -> Response {
        guard let group = SettingGroup.all(of: site).first(where: { $0.id == part }) else { throw Problem.notFound }
        let form = try request.form([String: String].self)
        var values: [String: String] = [:]
        var wrong: [String: Text] = [:]
        for setting in group.settings {
            if let value = setting.read(form[setting.id] ?? "") {
                values[setting.id] = value
            } else {
                wrong[setting.id] = setting.control.limits
            }
        }
        guard wrong.isEmpty else {
            return try await page(declared: form, problem: SettingsRefusal(wrong).problem).response(for: request)
        }
        let chosen = values
        let old = site.configuration.settings
        let initial = Dictionary(group.settings.map { ($0.id, $0.initial) }) { first, _ in first }
        let changes = chosen.filter { $1 != old[$0] ?? initial[$0] }.reduce(into: [String: [String: String]]()) { changes, setting in
            changes[setting.key] = ["from": old[setting.key] ?? initial[setting.key] ?? "", "to": setting.value]
        }
        let concerned = guards.filter { changes[$0.setting] != nil }
        do {
            try await apply(by: member, entity: "settings.part", id: part, details: changes, guards: concerned) { $0.settings.merge(chosen) { $1 } }
        } catch let refusal as any ProblemConvertible where request.wantsPage {
            return try await page(declared: form, problem: refusal.problem).response(for: request)
        }
        let notes = try await site.database.read { db in try concerned.compactMap { try $0.note(in: db) } }
        return .seeOther(SettingsPaths.site() + "#part-\(part)", flash: notes.reduce("The settings are saved.") { "\($0) \($1)" })
    }

    private func apply(
        by member: Member, entity: String, id: String, details: [String: [String: String]] = [:], guards: [any SettingGuard] = [],
        _ change: @Sendable (inout SiteConfiguration) -> Void
    ) async throws {
        let entry = AuditEntry(actor: member.id, action: .update, entity: entity, entityID: id, details: details)
        try await site.configure(
            noting: entry,
            check: { db in
                let choices = guards.map { (guarding: $0, value: details[$0.setting]?["to"] ?? "") }
                for choice in choices { try choice.guarding.check(choice.value, by: member.id, in: db) }
                for choice in choices { try choice.guarding.noted(choice.value, by: member.id, in: db) }
            }, change)
    }
}
