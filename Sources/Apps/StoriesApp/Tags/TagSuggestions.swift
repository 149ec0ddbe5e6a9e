import Core
import Database
import Interface
import Platform
import Web

extension StorySearch {
    /// The most tags that are suggested at once.
    private static let mostSuggested = 8

    /// Tags that begin as somebody types one, for the author who tags a story: those that stories carry, the most first, then those of the list that none
    /// carries yet. Another word for a tag of the list is that tag, so stories are found together.
    func tagSuggestions(_ typed: String, for request: Request) async throws -> [Suggestions.Item] {
        let sought = StoryTag.key(of: typed)
        guard !sought.isEmpty else { return [] }
        let (browse, isOfAge) = (try await tags(), try await isOfAge(request))
        let used = try await site.database.read { db in
            try tags(sought, browse, isOfAge: isOfAge, request.language, most: Self.mostSuggested, in: db)
        }
        var found: [(name: String, stories: Int)] = used.compactMap { line, _ in
            guard case .tag(_, let name, let stories) = line else { return nil }
            return (name, stories)
        }
        let listed = browse.all.filter { tag in tag.keys.contains { $0.hasPrefix(sought) } }
        let counts =
            listed.isEmpty
            ? []
            : try await site.database.read { db in
                try db.all(.storiesPerTag(listed.map(\.key), includingMature: isOfAge))
            }
        for tag in listed {
            let name = tag.name(in: request.language)
            if found.contains(where: { $0.name == name }) { continue }
            found.append((name, counts.first { $0.first == tag.key }?.second ?? 0))
        }
        return found.prefix(Self.mostSuggested).compactMap { name, stories in
            StoryTag(name).map { Suggestions.Item(title: name, detail: request.render("\(stories) stories"), href: StoryFilter.address(of: $0)) }
        }
    }
}
