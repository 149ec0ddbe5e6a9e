import Core
import Database
import Platform
import Web

/// The whole menu as every node keeps it in memory until something changes: what is searched and filtered for each page.
struct MenuList: Sendable {
    let items: [MenuItem]
    let categories: [MenuCategory]
    /// Items of which something must be chosen before they can be ordered.
    let choosy: Set<MenuItemID>
    /// The five that were ordered most in the last four weeks (CAF-014).
    let popular: [MenuItem]
    /// What items are found by besides their own words: other words for these, in every language. By the place in ``items``.
    private let synonyms: [String]
    private let words: MenuWords
    private let spelling: MenuSpelling
    /// The place of each item's category.
    private let places: [Int]

    init(_ items: [MenuItem], _ categories: [MenuCategory], choosy: Set<MenuItemID>, popular: [MenuItemID]) {
        let order = Dictionary(categories.enumerated().map { ($1.id, $0) }) { first, _ in first }
        // As they were read within a category, which is by name.
        let sorted = items.enumerated().map { (order[$1.category] ?? categories.count, $0, $1) }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
        self.items = sorted.map(\.2)
        places = sorted.map(\.0)
        synonyms = self.items.map { MenuVocabulary.shared.others(of: $0.name + " " + $0.description).joined(separator: " ") }
        let names = Dictionary(categories.map { ($0.id, $0.keys.joined(separator: " ")) }) { first, _ in first }
        words = MenuWords(self.items, also: zip(self.items, synonyms).map { "\(names[$0.category] ?? "") \($1)" })
        spelling = MenuSpelling(self.items)
        self.categories = categories
        self.choosy = choosy
        let byID = Dictionary(items.map { ($0.id, $0) }) { first, _ in first }
        self.popular = popular.compactMap { byID[$0] }
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

    /// What a filter finds.
    struct Finding: Sendable {
        /// The first ones: categories in their order at that time, and in each what can't be ordered comes last; of a search, names that begin with its words come before everything else.
        let items: [MenuItem]
        /// How many there are in all.
        let total: Int
        /// How many there are in each category that has any, whichever the filter is about.
        let counts: [CategoryID: Int]
        /// What was looked for instead, where nothing on the menu has the words of the filter.
        var words: String?
        /// What would be among them, had anybody stated its allergens: nobody knows whether it is without those that the filter leaves out.
        var unstated: [MenuItem] = []
    }

    /// The same as ``find(_:at:favourites:limit:)``; where nothing has the words, what has those that were probably meant.
    func findMeant(_ filter: MenuFilter, at time: MenuTime, favourites: Set<MenuItemID>, limit: Int) -> Finding {
        let found = find(filter, at: time, favourites: favourites, limit: limit)
        guard found.total == 0, found.counts.isEmpty, found.unstated.isEmpty,
            let words = spelling.corrected(filter.words), words != filter.words.lowercased()
        else {
            return found
        }
        var meant = find(filter.with(words: words), at: time, favourites: favourites, limit: limit)
        guard !meant.counts.isEmpty else { return found }
        meant.words = words
        return meant
    }

    /// - Parameter limit: how many items are handed over.
    func find(_ filter: MenuFilter, at time: MenuTime, favourites: Set<MenuItemID>, limit: Int) -> Finding {
        let ranks = words.ranks(of: filter.words)
        var found = Array(repeating: Array(repeating: Shelf(), count: categories.count + 1), count: MenuWords.Rank.allCases.count)
        var counts = Array(repeating: 0, count: categories.count + 1)
        var unstated: [MenuItem] = []
        for index in items.indices {
            guard let rank = ranks[index]?.rawValue, passes(items[index], filter, time, favourites) else { continue }
            guard filter.without.isEmpty || items[index].areAllergensStated else {
                if filter.category == nil || filter.category == items[index].category { unstated.append(items[index]) }
                continue
            }
            counts[places[index]] += 1
            guard filter.category == nil || filter.category == items[index].category else { continue }
            if items[index].canBeOrdered(at: time) {
                found[rank][places[index]].here.append(index)
            } else {
                found[rank][places[index]].away.append(index)
            }
        }
        let order = order(at: time)
        let shelves = found.flatMap { shelves in order.map { shelves[$0] } }
        return Finding(
            items: shelves.lazy.flatMap { $0.here + $0.away }.prefix(limit).map { items[$0] },
            total: shelves.reduce(0) { $0 + $1.here.count + $1.away.count },
            counts: Dictionary(zip(categories.map(\.id), counts).filter { $0.1 > 0 }) { first, _ in first }, unstated: unstated)
    }

    /// What was found of one category, by index.
    private struct Shelf {
        var here: [Int] = []
        var away: [Int] = []
    }

    /// The places of categories as they are shown at a time, whatever is left out by a filter: those of which less than half can be ordered
    /// then come last.
    private func order(at time: MenuTime) -> [Int] {
        var balance = Array(repeating: 0, count: categories.count + 1)
        for index in items.indices { balance[places[index]] += items[index].canBeOrdered(at: time) ? 1 : -1 }
        return balance.indices.filter { balance[$0] >= 0 } + balance.indices.filter { balance[$0] < 0 }
    }

    /// The categories as they are shown at a time.
    func categories(at time: MenuTime) -> [MenuCategory] { order(at: time).filter(categories.indices.contains).map { categories[$0] } }

    /// Items that can be ordered now, the popular first.
    func suggestions(at time: MenuTime, limit: Int) -> [MenuItem] {
        let first = Set(popular.map(\.id))
        let others = items.lazy.filter { !first.contains($0.id) && $0.canBeOrdered(at: time) }
        return Array((popular.filter { $0.canBeOrdered(at: time) } + others.prefix(limit)).prefix(limit))
    }

    /// For devices that search without a connection.
    func synonyms(of items: [MenuItem]) -> [MenuItemID: String] {
        let wanted = Set(items.map(\.id))
        return Dictionary(zip(self.items, synonyms).filter { wanted.contains($0.0.id) }.map { ($0.id, $1) }) { first, _ in first }
    }

    private func passes(_ item: MenuItem, _ filter: MenuFilter, _ time: MenuTime, _ favourites: Set<MenuItemID>) -> Bool {
        filter.diets.allSatisfy(item.diets.contains) && !item.allergens.contains(where: filter.without.contains)
            && (!filter.onlyNow || item.canBeOrdered(at: time)) && (!filter.onlyFavourites || favourites.contains(item.id))
    }
}

/// What somebody wants to see of the menu.
struct MenuFilter: Sendable, Equatable {
    static let longestSearch = 100

    var words = ""
    var category: CategoryID?
    var diets: [Diet] = []
    /// Allergens that nothing shown contains, by what staff stated.
    var without: [Allergen] = []
    /// What can be ordered at this moment alone.
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

    /// The address of the whole menu, which also lets go of what was kept.
    static var nothing: String { link(CafeteriaPaths.home(), query: ["without": Allergen.none]) }

    /// Whether it is about what somebody can eat, which stays true on the next page.
    var isForSomebody: Bool { !diets.isEmpty || !without.isEmpty }

    /// The same alone, as the query of an address.
    var forSomebody: QueryItems { QueryItems(diets.map { ("diet", $0.rawValue) } + without.map { ("without", $0.rawValue) }) }

    var isNarrowed: Bool { !words.isEmpty || category != nil || hasMore }
    /// Whether anything but category and words is chosen.
    var hasMore: Bool { !diets.isEmpty || !without.isEmpty || onlyNow || onlyFavourites }

    /// As the query of an address.
    var query: [(String, String?)] {
        [("q", words.isEmpty ? nil : words), ("category", category?.description)] + diets.map { ("diet", $0.rawValue) }
            + without.map { ("without", $0.rawValue) } + [("now", onlyNow ? "true" : nil), ("favourites", onlyFavourites ? "true" : nil)]
    }

    var items: QueryItems { QueryItems(query.compactMap { name, value in value.map { (name, $0) } }) }

    /// The same with other words.
    func with(words: String) -> MenuFilter {
        var copy = self
        copy.words = words
        return copy
    }

    /// The same with another category.
    func with(category: CategoryID?) -> MenuFilter {
        var copy = self
        copy.category = category
        return copy
    }
}
