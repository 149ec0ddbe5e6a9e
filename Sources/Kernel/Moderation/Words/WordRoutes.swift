import Audit
import Core
import Database
import Foundation
import Interface
import Localization
import Platform
import Web

/// The word lists in the staff portal, with a box to try a text (CORE-025).
struct WordRoutes: Sendable {
    let site: Site
    let words: WordKeeper

    var routes: [Route] {
        [
            .get(ModerationPaths.words, allow: .permission(ModerationPermissions.words), use: show),
            .post(ModerationPaths.changeWord, allow: .permission(ModerationPermissions.words), use: change),
            .post(ModerationPaths.tryWords, allow: .permission(ModerationPermissions.words), use: attempt),
        ]
    }

    struct WordForm: Decodable {
        var list: String
        var word: String
        var language: String?
        var app: String?
        var isListed: Bool
    }

    struct TryForm: Decodable {
        var text: String
        var language: String
        var app: String?
    }

    func show(_ request: Request, _ member: Member) async throws -> WordsPage { try await page(request) }

    func change(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(WordForm.self)
        do {
            guard let list = WordLists.List(rawValue: form.list) else { throw Problem.notFound }
            let pattern = try WordPattern(form.word.trimmingCharacters(in: .whitespaces))
            let language = form.language ?? ""
            let app = form.app ?? ""
            guard language.isEmpty || choices.languages.contains(where: { $0.value == language }),
                app.isEmpty || choices.apps.contains(where: { $0.value == app })
            else { throw Problem.notFound }
            let site = site
            let now = site.clock.now()
            try await site.database.write { db in
                try db.run(
                    """
                    INSERT INTO moderation_word (list, word, language, app, is_listed, changed_at, changed_by)
                    VALUES (\(list.rawValue), \(pattern.text), \(language), \(app), \(form.isListed), \(now), \(member.id))
                    ON CONFLICT (list, word, language, app) DO UPDATE SET is_listed = excluded.is_listed, changed_at = excluded.changed_at,
                        changed_by = excluded.changed_by
                    """)
                try site.audit.record(
                    AuditEntry(
                        actor: member.id, action: form.isListed ? .create : .delete, entity: "moderation.word", entityID: pattern.text,
                        details: ["list": list.rawValue, "language": language, "app": app]), in: db)
            }
            return .seeOther(
                ModerationPaths.words(), flash: form.isListed ? "“\(pattern.text)” is on the list." : "“\(pattern.text)” is off the list.")
        } catch let refusal as WordPattern.Refusal {
            var page = try await page(request)
            page.problem = refusal.problem
            page.word = form.word
            return try await page.response(for: request)
        }
    }

    func attempt(_ request: Request, _ member: Member) async throws -> WordsPage {
        let form = try request.form(TryForm.self)
        var page = try await page(request)
        let text = String(form.text.prefix(WordsPage.longestTry))
        let words = words
        let filter = try await site.database.read { try words.filter(in: $0) }
        page.attempt = WordsPage.Attempt(
            text: text, language: form.language, app: form.app ?? "",
            verdict: filter.judge(text, language: Language(form.language), app: form.app ?? ""))
        return page
    }

    private var choices: (languages: [Choice], apps: [Choice]) {
        let languages = FilterResources.languages.map { Choice($0.rawValue, .verbatim($0.nativeName)) }
        let moderated = Set(site.members.flatMap(\.moderatedSubjects).map(\.app))
        return (languages, site.manifests.filter { moderated.contains($0.id) }.map { Choice($0.id, $0.name) })
    }

    private func page(_ request: Request) async throws -> WordsPage {
        let words = words
        let lists = try await site.database.read { try words.lists(in: $0) }
        let search = (request.query["q"] ?? "").trimmingCharacters(in: .whitespaces)
        return WordsPage(
            entries: lists.entries.filter { search.isEmpty || $0.pattern.text.contains(search.lowercased()) }
                .sorted { $0.pattern.text < $1.pattern.text },
            seed: { words.isSeed($0) }, languages: choices.languages,
            apps: choices.apps, search: search)
    }
}
