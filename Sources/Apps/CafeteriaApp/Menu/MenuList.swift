import Core
import Database
import Platform

/// The whole menu as every node keeps it in memory until something changes: what is searched and filtered for each page.
struct MenuList: Sendable {
    let items: [MenuItem]
    let categories: [MenuCategory]
    /// Items of which something must be chosen before they can be ordered.
    let choosy: Set<MenuItemID>
    /// The five that were ordered most in the last four weeks (CAF-014).
    let popular: [MenuItem]
    private let keys: [MenuItemID: (name: String, description: String)]

    init(_ items: [MenuItem], _ categories: [MenuCategory], choosy: Set<MenuItemID>, popular: [MenuItemID]) {
        self.items = items
        self.categories = categories
        self.choosy = choosy
        let byID = Dictionary(items.map { ($0.id, $0) }) { first, _ in first }
        self.popular = popular.compactMap { byID[$0] }
        keys = Dictionary(items.map { ($0.id, ($0.name.sortKey, $0.description.sortKey)) }) { first, _ in first }
    }

    /// How many popular items are shown.
    private static let mostPopular = 5

    static func read(since moment: Instant, in db: any Connection) throws -> MenuList {
        let choosy = try db.all(
            "SELECT DISTINCT item_id FROM cafeteria_choice_group WHERE least > 0 ORDER BY item_id LIMIT 20000" as Query<MenuItemID>)
        let popular = try db.all(
            """
            SELECT l.item_id FROM cafeteria_order o JOIN cafeteria_order_line l ON l.order_id = o.id
                JOIN cafeteria_item i ON i.id = l.item_id AND i.deleted_at IS NULL
            WHERE o.created_at >= \(moment) AND o.status <> 'cancelled'
            GROUP BY l.item_id ORDER BY SUM(l.quantity) DESC, l.item_id LIMIT \(mostPopular)
            """ as Query<MenuItemID>)
        return MenuList(try db.all(.menu), try MenuCategory.all(in: db), choosy: Set(choosy), popular: popular)
    }

    /// What a filter lets through, in the order of the menu, with what can't be ordered at the end of its category; of a search, names that
    /// begin with its words come first.
    func items(for filter: MenuFilter, at time: MenuTime, favourites: Set<MenuItemID>) -> [MenuItem] {
        let words = Self.words(of: filter)
        let places = Dictionary(categories.enumerated().map { ($1.id, $0) }) { first, _ in first }
        func rank(_ item: MenuItem) -> (Int, Int, Int, String) {
            let (name, place) = (keys[item.id]?.name ?? "", places[item.category] ?? .max)
            let away = item.canBeOrdered(at: time) ? 0 : 1
            guard let first = words.first else { return (0, place, away, name) }
            return (name.hasPrefix(first) ? 0 : words.allSatisfy(name.contains) ? 1 : 2, place, away, name)
        }
        return items.filter { passes($0, filter, words, time, favourites) }.map { (rank($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// Items that can be ordered now, the popular first.
    func suggestions(at time: MenuTime, limit: Int) -> [MenuItem] {
        let first = Set(popular.map(\.id))
        let all = popular + items.filter { !first.contains($0.id) }
        return Array(all.lazy.filter { $0.canBeOrdered(at: time) }.prefix(limit))
    }

    /// How many items a filter finds in each category, whichever it is about.
    func counts(for filter: MenuFilter, at time: MenuTime, favourites: Set<MenuItemID>) -> [CategoryID: Int] {
        let (all, words) = (filter.with(category: nil), Self.words(of: filter))
        return items.reduce(into: [:]) { counts, item in
            if passes(item, all, words, time, favourites) { counts[item.category, default: 0] += 1 }
        }
    }

    private static func words(of filter: MenuFilter) -> [String] { filter.words.sortKey.split(separator: " ").map(String.init) }

    private func passes(
        _ item: MenuItem, _ filter: MenuFilter, _ words: [String], _ time: MenuTime, _ favourites: Set<MenuItemID>
    ) -> Bool {
        (filter.category == nil || filter.category == item.category)
            && filter.diets.allSatisfy(item.diets.contains) && !item.allergens.contains(where: filter.without.contains)
            && (!filter.onlyNow || item.serving.includes(time))
            && (!filter.onlyFavourites || favourites.contains(item.id))
            && words.allSatisfy { word in keys[item.id].map { $0.name.contains(word) || $0.description.contains(word) } ?? false }
    }
}

/// What somebody wants to see of the menu.
struct MenuFilter: Sendable, Equatable {
    static let longestSearch = 100

    var words = ""
    var category: CategoryID?
    var diets: [Diet] = []
    /// Allergens that nothing shown contains.
    var without: [Allergen] = []
    /// What is served at this moment alone.
    var onlyNow = false
    var onlyFavourites = false

    /// Reads the query of an address; what makes no sense is left out.
    init(_ query: (String) -> [String]) {
        words = String((query("q").first ?? "").trimmed.prefix(Self.longestSearch))
        category = query("category").first.flatMap { CategoryID($0) }
        diets = query("diet").compactMap(Diet.init)
        without = query("without").compactMap(Allergen.init)
        onlyNow = query("now").first == "true"
        onlyFavourites = query("favourites").first == "true"
    }

    var isNarrowed: Bool { !words.isEmpty || category != nil || hasMore }
    /// Whether anything but category and words is chosen.
    var hasMore: Bool { !diets.isEmpty || !without.isEmpty || onlyNow || onlyFavourites }

    /// As the query of an address.
    var query: [(String, String?)] {
        [("q", words.isEmpty ? nil : words), ("category", category?.description)] + diets.map { ("diet", $0.rawValue) }
            + without.map { ("without", $0.rawValue) } + [("now", onlyNow ? "true" : nil), ("favourites", onlyFavourites ? "true" : nil)]
    }

    /// The same with another category.
    func with(category: CategoryID?) -> MenuFilter {
        var copy = self
        copy.category = category
        return copy
    }
}
