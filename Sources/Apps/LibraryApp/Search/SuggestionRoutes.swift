import Core
import Interface
import Markup
import Search
import Web

/// What the search box offers while one types (LIB-034).
struct SuggestionRoutes: Sendable {
    let search: LibrarySearch

    var routes: [Route] { [.get(LibraryPaths.suggest, allow: .everyone, use: suggest)] }

    func suggest(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let words = request.query["q"] ?? ""
        var items = try await search.bibles.lookUp(words, in: visitor.language).prefix(2).map { passage in
            Suggestions.Item(
                title: passage.label, detail: passage.bible.title, href: passage.address ?? LibraryPaths.item(passage.bible.id), picture: Icon.bible)
        }
        items += try await search.suggestions(words, in: visitor.language).map { item($0, request) }
        // Where nothing goes on as it was typed, a word may be mistyped.
        if items.isEmpty, let meant = try await search.meant(words) {
            let href = link(LibraryPaths.search(), query: ["q": meant])
            items.append(Suggestions.Item(title: meant, detail: request.render("Did you mean"), href: href, picture: Icon.search))
        }
        if let all = allResults(words, request) { items.append(all) }
        return try .json(Suggestions(items))
    }

    private func item(_ suggestion: LibrarySearch.Suggestion, _ request: Request) -> Suggestions.Item {
        if let item = suggestion.editions.first {
            let authors = item.authors.joined(separator: ", ")
            let count = suggestion.editions.count
            let details = [authors, request.render(item.kind.name), count > 1 ? request.render("\(count) editions") : ""]
            return Suggestions.Item(
                title: item.title, detail: details.filter { !$0.isEmpty }.joined(separator: " · "), href: LibraryPaths.item(item.id),
                picture: Cover(
                    title: item.title, authors: authors, image: item.coverRef.map { CoverLink.url(item.id, .medium, $0) },
                    icon: item.kind.icon, isSmall: true))
        }
        return Suggestions.Item(
            title: suggestion.text, detail: request.render(suggestion.kind == .author ? "Author" : "Topic"),
            href: link(LibraryPaths.search(), query: ["q": suggestion.text]), picture: suggestion.kind == .author ? Icon.person : Icon.tag)
    }

    /// The last suggestion: words that stand only inside books are found there, so typing never ends at nothing.
    private func allResults(_ words: String, _ request: Request) -> Suggestions.Item? {
        guard words.contains(where: { !$0.isWhitespace }) else { return nil }
        let title: Text = "All results for “\(words.tidied(limit: 100))”"
        return Suggestions.Item(title: request.render(title), href: link(LibraryPaths.search(), query: ["q": words]), picture: Icon.search)
    }
}
