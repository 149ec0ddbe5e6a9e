import Core
import Database
import Interface
import Markup
import Platform
import Web

/// An app's terms, and the form that accepts them.
struct ConsentRoutes: Sendable {
    let site: Site
    let consents: Consents
    let editor: TermsEditor

    var routes: [Route] {
        [
            .get(AccountsPaths.allTerms, allow: .everyone, use: list),
            .get(AccountsPaths.terms, allow: .everyone, use: show),
            .post(AccountsPaths.terms, allow: .members, use: accept),
        ]
    }

    struct AcceptanceForm: Decodable {
        var version: Int
        var accepted: Bool?
        var then: String?
    }

    func list(_ request: Request, _ visitor: Visitor) async throws -> TermsIndex {
        let rows = try await site.database.read { db in
            try site.apps.compactMap { app in
                try consents.version(of: app.id, in: db).map { TermsIndex.Row(app: app.id, name: app.name, version: $0) }
            }
        }
        let chosen = site.configuration.settings
        let periods = site.manifests.flatMap(\.settings).filter { $0.topic == .retention }.compactMap { setting in
            Int(chosen[setting.id] ?? setting.initial).flatMap { $0 > 0 ? TermsIndex.Period(label: setting.label, days: $0) : nil }
        }
        return TermsIndex(
            siteName: site.configuration.name, responsible: site.value(of: AccountsSettings.responsible),
            contact: site.value(of: AccountsSettings.dataContact), rows: rows, periods: periods)
    }

    func show(_ request: Request, _ visitor: Visitor, _ app: String) async throws -> Response {
        try await page(request, visitor.personID, app, then: request.query["then"])
    }

    func accept(_ request: Request, _ member: Member, _ app: String) async throws -> Response {
        let form = try request.form(AcceptanceForm.self)
        guard form.accepted == true else {
            return try await page(request, member.id, app, then: form.then, isUnticked: true)
        }
        try await site.write(by: member.id) { write in try consents.accept(app: app, version: form.version, by: member.id, in: write) }
        return .seeOther(place(after: form.then, app), flash: "Thank you. You accepted the terms.")
    }

    private func page(_ request: Request, _ person: PersonID?, _ app: String, then: String?, isUnticked: Bool = false) async throws -> Response {
        let model: TermsModel? = try await site.database.read { db -> TermsModel? in
            guard let terms = try consents.terms(of: app, in: request.language, in: db),
                let name = site.manifests.first(where: { $0.id == app })?.name
            else { return nil }
            let accepted = try person.flatMap { person in
                try consents.history(of: person, in: db).last { $0.app == app && $0.version == terms.version }?.acceptedAt
            }
            let change = try person.flatMap { try editor.change(of: terms, for: $0, in: db) }
            return TermsModel(
                appName: name, terms: terms, change: change, acceptedAt: accepted, isMember: person != nil, then: place(after: then, app),
                isUnticked: isUnticked)
        }
        guard let model else { throw ConsentRefusal.noTerms }
        var response = try await Page("Terms for \(model.appName)", shell: .site) { TermsPage(model: model) }.response(for: request)
        if isUnticked { response.status = .unprocessableContent }
        return response
    }

    /// Where to go on: the place that was asked for, else the app.
    private func place(after then: String?, _ app: String) -> String {
        let wish = LocalPath(then).text
        return wish == "/" ? site.manifests.first { $0.id == app }?.path ?? "/" : wish
    }
}

/// What the page of an app's terms shows.
struct TermsModel: Sendable {
    var appName: Text
    var terms: Terms
    /// For whoever is asked again.
    var change: TermsChange?
    var acceptedAt: Instant?
    var isMember: Bool
    var then: String
    var isUnticked: Bool
}

/// An app's terms.
struct TermsPage: HTML {
    let model: TermsModel

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader("Terms for \(model.appName)", lead: "Version \(String(model.terms.version))")
            if let change = model.change { TermsChangeAlert(change: change, changedAt: model.terms.changedAt) }
            TermsText(parts: model.terms.parts, added: model.change?.added ?? [])
            if let moment = model.acceptedAt {
                Alert(.success, title: "You accepted these terms on \(moment: moment).") { a(.href(model.then)) { "Continue" } }
            } else if model.isMember {
                form
            } else {
                p(.class("muted")) { "You accept them after signing in, when the app asks for it." }
            }
        }
    }

    private var form: some HTML {
        Form(AccountsPaths.terms(model.terms.app)) {
            if model.isUnticked { Alert(.danger, title: "Tick the box if you accept the terms.") {} }
            input(.type("hidden"), .name("version"), .value(String(model.terms.version)))
            input(.type("hidden"), .name("then"), .value(model.then))
            Checkbox("I have read the terms and accept them.", name: "accepted", .flag("required"), .saying("Tick the box to accept the terms."))
            Actions { Button("Accept", icon: .check) }
        }
    }
}

/// Why somebody is asked again, and what was taken out.
private struct TermsChangeAlert: HTML {
    let change: TermsChange
    let changedAt: Instant?

    private var title: Text {
        guard let changedAt else {
            return "These terms have changed since you accepted version \(String(change.version)) on \(day: change.acceptedAt)."
        }
        return "Changed on \(day: changedAt). You accepted version \(String(change.version)) on \(day: change.acceptedAt)."
    }

    private var detail: Text? {
        guard let added = change.added else { return nil }
        if change.isSame { return "The text in your language hasn’t changed, only that in another language." }
        return added.isEmpty ? "Some of it was removed. The rest is unchanged." : "What is new or says something else has a line beside it."
    }

    var body: some HTML {
        Alert(.info, title: title) {
            if let detail { p { detail } }
            if !change.removed.isEmpty {
                details(.class("terms-gone")) {
                    summary { "What is no longer there" }
                    for words in change.removed { p { del { words } } }
                }
            }
        }
    }
}
