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
    let words: WordListCache

    var routes: [Route] {
        [
            .get(ModerationPaths.words, allow: .permission(ModerationPermissions.words), use: show),
            .get(ModerationPaths.rules, allow: .permission(ModerationPermissions.words), use: showRules),
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

    func showRules(_ request: Request, _ member: Member) async throws -> RulesPage {
        let lists = try await site.database.read { try words.lists(in: $0) }
        return RulesPage(lists, search: (request.query["q"] ?? "").trimmingCharacters(in: .whitespaces))
    }

    func change(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(WordForm.self)
        do {
            guard let list = WordLists.List(rawValue: form.list) else { throw Problem.notFound }
            let pattern = try WordPattern(form.word.trimmingCharacters(in: .whitespaces))
            let choices = choices
            guard form.language.map({ wish in choices.languages.contains { $0.value == wish } }) ?? true,
                form.app.map({ wish in choices.apps.contains { $0.value == wish } }) ?? true
            else { throw Problem.notFound }
            let entry = WordLists.Entry(list, pattern, language: form.language.map { Language($0) }, app: form.app)
            try await site.write(by: member.id) { write in
                try WordListCache.say(entry, isListed: form.isListed, by: member.id, on: site, in: write)
            }
            return .seeOther(
                ModerationPaths.words(),
                flash: form.isListed ? "“\(pattern.text)” was added to the list." : "“\(pattern.text)” was removed from the list.")
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
        let filter = try await site.database.read { try words.filter(in: $0) }
        page.attempt = WordsPage.Attempt(
            text: text, language: form.language, app: form.app ?? "",
            verdict: filter.judge(text, language: Language(form.language), app: form.app ?? "", policy: policy(of: form.app)))
        return page
    }

    /// What counts in an app: what counts for the first kind of thing that people write there.
    private func policy(of app: String?) -> FilterPolicy {
        site.extensions[.moderatedSubjects].first { $0.app == app }?.filterPolicy ?? FilterPolicy()
    }

    private var choices: (languages: [Choice], apps: [Choice]) {
        let languages = FilterResources.languages.map { Choice($0.rawValue, .verbatim($0.nativeName)) }
        let moderated = Set(site.moderatedSubjects.map(\.app))
        return (languages, site.manifests.filter { moderated.contains($0.id) }.map { Choice($0.id, $0.name) })
    }

    private func page(_ request: Request) async throws -> WordsPage {
        let lists = try await site.database.read { try words.lists(in: $0) }
        let search = (request.query["q"] ?? "").trimmingCharacters(in: .whitespaces)
        return WordsPage(
            entries: lists.entries.filter { search.isEmpty || $0.pattern.text.contains(search.lowercased()) }
                .sorted { $0.pattern.text < $1.pattern.text },
            seed: try words.seedEntries(), languages: choices.languages, apps: choices.apps, search: search)
    }
}
