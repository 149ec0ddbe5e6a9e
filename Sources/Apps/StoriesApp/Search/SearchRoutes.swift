import Accounts
import Core
import Database
import Interface
import Localization
import Platform
import Web

/// Where the next page of a search begins.
struct StoryOffset: Codable, Sendable {
    let offset: Int
}

extension CursorScope<StoryOffset> {
    static var stories: Self { Self("stories.search") }
}

/// The search screen, and suggestions while one types.
struct SearchRoutes: Sendable {
    let search: StorySearch

    var routes: [Route] {
        [
            .get(StoriesPaths.search, allow: .everyone, use: show),
            .get(StoriesPaths.suggest, allow: .everyone, use: suggest),
            .get(StoriesPaths.suggestTags, allow: .members) { request, _ in try await suggestTags(request) },
            .get(StoriesPaths.searchTags, allow: .everyone) { request, _ in try await suggestTags(request) },
        ]
    }

    func show(_ request: Request, _ visitor: Visitor) async throws -> SearchPage {
        var filter = StoryFilter(request.query)
        let offset = try request.after(.stories)?.offset ?? 0
        let reader = try await search.reader(of: request)
        var findings = filter.isEmpty && request.query.chosen("sort") == nil ? nil : try await search.find(filter, from: offset, for: reader)
        var correction: SearchPage.Correction?
        if findings?.lines.isEmpty == true, let meant = try await search.meant(filter.words, isOfAge: reader.isOfAge) {
            let corrected = filter.with(words: meant)
            // Whoever insists on what they typed is asked only.
            if request.query[SearchPage.exactly] != nil {
                correction = .offered(corrected)
            } else {
                let found = try await search.find(corrected, for: reader)
                if !found.lines.isEmpty { (correction, filter, findings) = (.made(typed: filter), corrected, found) }
            }
        }
        return SearchPage(
            filter: filter, findings: findings, browse: try await search.browse(isOfAge: reader.isOfAge), names: try await search.tags(),
            unknownTags: try await search.unknown(filter.tags + filter.without), author: try await search.name(of: filter.author),
            languages: try await search.languages(), language: request.language,
            isFirst: offset == 0, next: try findings?.next.map { try request.cursor(.stories, after: StoryOffset(offset: $0)).text },
            correction: correction, profile: profilePath)
    }

    func suggest(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let words = (request.query["q"] ?? "").tidied(limit: StoryFilter.longestWords)
        return try .json(Suggestions(try await search.suggestions(words, for: request)))
    }

    private func suggestTags(_ request: Request) async throws -> Response {
        try .json(Suggestions(try await search.tagSuggestions((request.query["q"] ?? "").tidied(limit: StoryTag.longest), for: request)))
    }

    /// The page of a person in this app; where it has none, the list of their stories.
    private var profilePath: @Sendable (PersonID) -> String {
        let page = search.site.extensions.entries(at: .profilePages).first { $0.module == StoriesApp.manifest.id }?.value
        return { person in page?.path(person) ?? StoryFilter().address { $0.author = person } }
    }
}

extension StorySearch {
    /// The name of somebody who is filtered by; nil where nobody is.
    func name(of author: PersonID?) async throws -> String? {
        guard let author else { return nil }
        return try await site.database.read { db in try Authors.name(of: author, in: db) }
    }

    /// Those of some tags that no story carries and no list has.
    func unknown(_ tags: [StoryTag]) async throws -> [StoryTag] {
        guard !tags.isEmpty else { return [] }
        let listed = Set(try await self.tags().all.flatMap(\.keys))
        let carried = try await site.database.read { db in try db.all(.storiesPerTag(tags.map(\.key), includingMature: true)).map(\.first) }
        return tags.filter { !listed.contains($0.key) && !carried.contains($0.key) }
    }

    /// The languages that a story can be in, and others that there are stories in.
    func languages() async throws -> [Language] {
        try await (site.messages.languages + lists.value(.languages) { try await readLanguages() }).unique
    }

    private func readLanguages() async throws -> [Language] {
        try await site.database.read { db in
            try db.all("SELECT DISTINCT language FROM stories_story WHERE \(Story.isShown) ORDER BY language LIMIT 100" as Query<Language>)
        }.map { Language($0.base) }.unique
    }
}
