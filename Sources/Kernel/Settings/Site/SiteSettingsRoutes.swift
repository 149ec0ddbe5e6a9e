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

    func show(_ request: Request, _ member: Member) async throws -> SettingsPage { SettingsPage(site: site) }

    func save(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(SiteForm.self)
        var wrong: [String: Text] = [:]
        let name = form.name.trimmingCharacters(in: .whitespacesAndNewlines)
        if !(1...80).contains(name.length) { wrong["name"] = "A name of 1 to 80 characters." }
        let known = Set(site.translations.languages)
        if form.languages.isEmpty || !known.isSuperset(of: form.languages) { wrong["languages"] = "Choose at least one language." }
        if TimeZone(identifier: form.timeZone) == nil { wrong["timeZone"] = "A time zone such as Europe/Stockholm or Africa/Nairobi." }
        let address = form.baseURL.trimmingCharacters(in: .whitespacesAndNewlines)
        if !address.isEmpty, !SiteAddress.isValid(address) { wrong["baseURL"] = "An address such as https://stoa.example, without a path." }
        if !(1...4096).contains(form.uploadMegabytes) { wrong["uploadMegabytes"] = "A number from 1 to 4,096." }
        let currency = (form.currency ?? site.configuration.currency).trimmingCharacters(in: .whitespaces).uppercased()
        if !Locale.Currency.isoCurrencies.contains(where: { $0.identifier == currency }) { wrong["currency"] = "Three letters, such as SEK or ZMW." }
        guard wrong.isEmpty else {
            return try await SettingsPage(site: site, form: form, problem: SettingsRefusal(wrong).problem).response(for: request)
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
        guard site.manifests.contains(where: { $0.id == app && $0.path != nil }) else { throw Problem.notFound }
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
            return try await SettingsPage(site: site, declared: form, problem: SettingsRefusal(wrong).problem).response(for: request)
        }
        let chosen = values
        let old = site.configuration.settings
        let initial = Dictionary(group.settings.map { ($0.id, $0.initial) }) { first, _ in first }
        let changes = chosen.filter { $1 != old[$0] ?? initial[$0] }.reduce(into: [String: [String: String]]()) { changes, setting in
            changes[setting.key] = ["from": old[setting.key] ?? initial[setting.key] ?? "", "to": setting.value]
        }
        try await apply(by: member, entity: "settings.part", id: part, details: changes) { $0.settings.merge(chosen) { $1 } }
        return .seeOther(SettingsPaths.site() + "#part-\(part)", flash: "The settings are saved.")
    }

    /// Writes the audit entry first: a change that nobody can account for must not happen.
    private func apply(
        by member: Member, entity: String, id: String, details: [String: [String: String]] = [:],
        _ change: @Sendable (inout SiteConfiguration) -> Void
    ) async throws {
        let (audit, actor) = (site.audit, member.id)
        try await site.database.write { db in
            _ = try audit.record(AuditEntry(actor: actor, action: .update, entity: entity, entityID: id, details: details), in: db)
        }
        try site.configure(change)
    }
}
