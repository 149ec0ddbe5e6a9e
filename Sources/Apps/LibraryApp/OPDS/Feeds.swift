import Core
import Database
import Foundation
import Web

/// Makes the feeds. They hold what everybody may see, so they are the same for everybody.
struct Feeds: Sendable {
    let database: Database
    let catalogue: Catalogue
    let categories: Categories
    let languages: Languages
    let search: LibrarySearch

    /// Where a reading app begins.
    func root(named title: String, _ words: (Text) -> String) async throws -> Feed {
        let lists: [(FeedList, Text)] = [
            (.newest, "Recently added"), (.popular, "Most read by others"), (.picks, "Chosen by the library"),
            (.categories, "By subject"), (.all, "From A to Z"),
        ]
        return Feed(
            place: .root, title: title, updated: try await changedAt(),
            content: .places(lists.map { .init(place: .list($0.0), title: words($0.0.title), summary: words($0.1)) }))
    }

    /// Categories that hold something, each with the path to it.
    func categoryList(_ words: (Text) -> String, in language: Language) async throws -> Feed {
        let tree = try await categories.tree(in: language)
        let counts = try await catalogue.facets(of: Self.everything).categories
        let entries = tree.categories.compactMap { category -> Feed.Entry? in
            guard let count = counts[category.id], count > 0 else { return nil }
            return Feed.Entry(place: .category(category.id), title: tree.label(of: category.id), summary: words("\(count) titles"))
        }
        return Feed(
            place: .list(.categories), title: words(FeedList.categories.title), updated: try await changedAt(), content: .places(entries))
    }

    /// One page of a list of books.
    func books(_ list: FeedList, _ query: QueryItems, _ words: (Text) -> String, in language: Language) async throws -> Feed {
        var filter = Self.everything
        if list == .picks { filter.isStaffPick = true }
        let sort: ItemSort = list == .popular ? .popular : list == .all ? .title : .newest
        return try await page(.list(list), words(list.title), filter, sort, query, words, language)
    }

    /// One page of the books of a category and of all below it.
    func books(of category: CategoryID, _ query: QueryItems, _ words: (Text) -> String, in language: Language) async throws -> Feed {
        let tree = try await categories.tree(in: language)
        guard tree[category] != nil else { throw Problem.notFound }
        var filter = Self.everything
        filter.category = category
        return try await page(.category(category), tree.label(of: category), filter, .title, query, words, language)
    }

    /// One page of what a search finds; no words find nothing, which is a feed too.
    func results(_ query: QueryItems, _ words: (Text) -> String, in language: Language) async throws -> Feed {
        let text = query["q"] ?? query["query"] ?? ""
        let number = try Self.pageNumber(query)
        var wish = LibrarySearch.Wish(words: text)
        wish.limit = Feed.Page.size
        wish.offset = (number - 1) * Feed.Page.size
        let findings = try await search.find(wish, in: language)
        let books = try await books(findings.hits.map(\.item.id), language)
        var choices = QueryItems()
        choices.set("q", text)
        return Feed(
            place: .list(.search), title: text.isEmpty ? words(FeedList.search.title) : words("Search: \(text)"),
            updated: try await changedAt(), content: .books(books), page: Feed.Page(number: number, total: findings.total), choices: choices)
    }

    // MARK: Pages

    /// What reading apps can use: published, with a file.
    private static var everything: ItemFilter {
        var filter = ItemFilter()
        filter.hasFile = true
        return filter
    }

    private static func pageNumber(_ query: QueryItems) throws(Problem) -> Int { try query.int("page", in: 1...Feed.Page.last) ?? 1 }

    private func page(
        _ place: FeedPlace, _ title: String, _ unnarrowed: ItemFilter, _ sort: ItemSort, _ query: QueryItems, _ words: (Text) -> String,
        _ language: Language
    ) async throws -> Feed {
        let number = try Self.pageNumber(query)
        var filter = unnarrowed
        var choices = QueryItems()
        if let language = query["language"], !language.isEmpty {
            filter.language = Language(language)
            choices.set("language", language)
        }
        for facet in ItemField.facets {
            guard let word = query.filled(facet.name), let value = try? facet.value(word) else { continue }
            filter.facets[facet] = value
            choices.set(facet.name, value)
        }
        let asked = filter
        let (total, rows) = try await database.read { db in
            (try db.one(.count(asked)), try db.all(.feed(asked, by: sort, number, db.dialect)))
        }
        let tree = try await categories.tree(in: language)
        return Feed(
            place: place, title: title, updated: try await changedAt(), content: .books(rows.compactMap { $0.book(tree) }),
            page: Feed.Page(number: number, total: total), facets: try await facets(filter, words), choices: choices)
    }

    private func facets(_ filter: ItemFilter, _ words: (Text) -> String) async throws -> [Feed.Facet] {
        let counts = try await catalogue.facets(of: filter)
        let names = Dictionary(try await languages.all().map { ($0.tag.rawValue, $0.name) }) { first, _ in first }
        let byLanguage = counts.languages.map { one in
            Feed.Facet(
                group: "Language", name: "language", value: one.value, label: names[one.value] ?? one.value, count: one.count,
                isActive: filter.language?.rawValue == one.value)
        }
        let byField = ItemField.facets.flatMap { facet in
            (counts.fields[facet.name] ?? []).map { one in
                Feed.Facet(
                    group: facet.title, name: facet.name, value: one.value, label: words(facet.label(one.value)), count: one.count,
                    isActive: filter.facets[facet] == one.value)
            }
        }
        return byLanguage + byField
    }

    private func books(_ ids: [ItemID], _ language: Language) async throws -> [FeedBook] {
        guard !ids.isEmpty else { return [] }
        let rows = try await database.read { db in try db.all(.feed(ids, db.dialect)) }
        let byID = Dictionary(rows.map { ($0.item.id, $0) }) { first, _ in first }
        let tree = try await categories.tree(in: language)
        return ids.compactMap { byID[$0]?.book(tree) }
    }

    private func changedAt() async throws -> Instant {
        try await database.read { db in try db.one(.lastChange) ?? Instant(milliseconds: 0) }
    }
}
