import Core
import Database
import Interface
import Markup
import Platform
import Web

/// The portal's pages on which the terms of apps are written, looked at and published.
struct TermsEditorRoutes: Sendable {
    let site: Site
    let editor: TermsEditor

    var routes: [Route] {
        let allow = Access<Member>.permission(AccountsPermissions.terms)
        return [
            .get(AccountsPaths.termsEditor, allow: allow, use: list),
            .get(AccountsPaths.termsOfApp, allow: allow, use: show),
            // Every language may be as long as terms get, and percent-encoding makes more of it.
            .post(AccountsPaths.termsOfApp, allow: allow, body: .form(limit: 4 << 20), use: keep),
            .get(AccountsPaths.termsPreview, allow: allow, use: preview),
            .post(AccountsPaths.termsPreview, allow: allow, use: publish),
            .post(AccountsPaths.discardTerms, allow: allow, use: discard),
            .get(AccountsPaths.termsVersion, allow: allow, use: showVersion),
        ]
    }

    struct PublishForm: Decodable {
        var stamp: String
        var confirmed: Bool
    }

    func list(_ request: Request, _ member: Member) async throws -> TermsListPage {
        let rows = try await site.database.read { db in
            try site.apps.map { app in
                TermsListPage.Row(
                    id: app.id, name: app.name, current: try editor.versions(of: app, in: db).first,
                    hasDraft: try !editor.draft(of: app, in: db).isEmpty, isAskedFor: site.policy(of: app.id).asksForTerms)
            }
        }
        return TermsListPage(
            rows: rows, responsible: site.value(of: AccountsSettings.responsible), contact: site.value(of: AccountsSettings.dataContact),
            maySetResponsible: member.may(.settingsChange))
    }

    func show(_ request: Request, _ member: Member, _ id: String) async throws -> TermsEditorPage { try await page(for: id) }

    func keep(_ request: Request, _ member: Member, _ id: String) async throws -> Response {
        let app = try editor.app(id)
        let fields = try request.formFields()
        let texts = site.languages(of: app).reduce(into: TermsEditor.Texts()) { texts, language in
            texts[language] = fields["text-\(language.rawValue)"] ?? ""
        }
        do {
            try await editor.keep(texts, of: app, by: member.id)
        } catch let refusal as ConsentRefusal {
            var page = try await page(for: id)
            (page.texts, page.problem) = (texts, refusal.problem)
            return try await page.response(for: request)
        }
        return .seeOther(AccountsPaths.termsPreview(id))
    }

    func preview(_ request: Request, _ member: Member, _ id: String) async throws -> Response { try await preview(request, id, nil) }

    func publish(_ request: Request, _ member: Member, _ id: String) async throws -> Response {
        let app = try editor.app(id)
        let form = try request.form(PublishForm.self)
        guard form.confirmed else { return try await preview(request, id, ConsentRefusal.notConfirmed.problem) }
        do {
            let version = try await editor.publish(app, stamp: form.stamp, by: member.id)
            return .seeOther(AccountsPaths.termsOfApp(id), flash: "Version \(String(version)) is now the current one.")
        } catch let refusal as ConsentRefusal {
            return try await preview(request, id, refusal.problem)
        }
    }

    func discard(_ request: Request, _ member: Member, _ id: String) async throws -> Response {
        try await editor.discard(try editor.app(id), by: member.id)
        return .seeOther(AccountsPaths.termsOfApp(id), flash: "Draft discarded.")
    }

    func showVersion(_ request: Request, _ member: Member, _ id: String, _ number: Int) async throws -> TermsVersionPage {
        let app = try editor.app(id)
        let (texts, version) = try await site.database.read { db in
            (try editor.texts(of: app, version: number, in: db), try editor.versions(of: app, in: db).first { $0.number == number })
        }
        guard let version else { throw Problem.notFound }
        return TermsVersionPage(
            app: app.id, name: app.name, version: version, reader: TermsReader(texts: texts, languages: site.languages(of: app), request))
    }

    private func page(for id: String) async throws -> TermsEditorPage {
        let app = try editor.app(id)
        return try await site.database.read { db in
            let versions = try editor.versions(of: app, in: db)
            let draft = try editor.draft(of: app, in: db)
            let present = try versions.first.map { try editor.texts(of: app, version: $0.number, in: db) } ?? [:]
            return TermsEditorPage(
                app: app.id, name: app.name, languages: site.languages(of: app), texts: draft.isEmpty ? present : draft, isDraft: !draft.isEmpty,
                isAskedFor: site.policy(of: id).asksForTerms, versions: versions,
                names: try People.names(of: Set(versions.compactMap(\.publishedBy)), in: db))
        }
    }

    private func preview(_ request: Request, _ id: String, _ problem: Problem?) async throws -> Response {
        let app = try editor.app(id)
        let (draft, versions, now) = try await site.database.read { db in
            let versions = try editor.versions(of: app, in: db)
            return (
                try editor.draft(of: app, in: db), versions, try versions.first.map { try editor.texts(of: app, version: $0.number, in: db) } ?? [:]
            )
        }
        guard !draft.isEmpty else {
            return .seeOther(
                AccountsPaths.termsOfApp(id), flash: problem == nil ? nil : "The draft no longer exists: someone published or discarded it.",
                tone: .warning)
        }
        let page = TermsPreviewPage(
            app: id, name: app.name, present: versions.first, stamp: TermsEditor.stamp(of: draft),
            reader: TermsReader(texts: draft, languages: site.languages(of: app), request),
            unchanged: site.languages(of: app).filter { draft[$0] != nil && draft[$0] == now[$0] },
            isAskedFor: site.policy(of: id).asksForTerms,
            problem: problem)
        return try await page.response(for: request)
    }
}
