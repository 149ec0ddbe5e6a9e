import Core
import Web

extension ItemFilter {
    /// Reads a filter from an address: `kind`, `category`, `language`, `author` and the facets. Empty values are no filter.
    /// - Throws: a problem that names a field with a value outside its list.
    init(_ query: QueryItems) throws(Problem) {
        self.init()
        kinds = try query.all("kind").filter { !$0.isEmpty }.map { word throws(Problem) in
            guard let kind = ItemKind(rawValue: word) else { throw .wrongField("kind", "Choose a kind from the list.") }
            return kind
        }
        if let word = query.filled("category") {
            guard let id = CategoryID(word) else { throw .wrongField("category", "Choose a category from the list.") }
            category = id
        }
        for facet in ItemField.facets {
            if let word = query.filled(facet.name) { facets[facet] = try facet.value(word) }
        }
        language = query.filled("language").map { Language(String($0.prefix(35))) }
        author = query.filled("author").map { $0.tidied(limit: ItemMetadata.longestAuthor) }
    }

    /// The filter of the portal: also `status` and the words of the search bar. Everything but the bin, unless asked.
    init(staff query: QueryItems) throws(Problem) {
        try self.init(query)
        statuses = [.draft, .published, .archived]
        if let word = query.filled("status") {
            guard let status = ItemStatus(rawValue: word) else { throw .wrongField("status", "Choose a status from the list.") }
            statuses = [status]
        }
        words = query.filled("q").map { $0.tidied(limit: 200) }
    }

    /// The same filter as the query of an address, for links to other pages of the list.
    var query: [(String, String)] {
        var pairs = kinds.map { ("kind", $0.rawValue) }
        if let category { pairs.append(("category", category.description)) }
        if let language { pairs.append(("language", language.rawValue)) }
        for facet in ItemField.facets {
            if let value = facets[facet] { pairs.append((facet.name, value)) }
        }
        if let author { pairs.append(("author", author)) }
        if statuses.count == 1, statuses != [.published] { pairs.append(("status", statuses[0].rawValue)) }
        if let words { pairs.append(("q", words)) }
        return pairs
    }
}

extension ItemSort {
    /// Reads `?sort=`.
    init(_ query: QueryItems, usual: ItemSort = .newest, among choices: [ItemSort] = ItemSort.forReaders) throws(Problem) {
        guard let word = query.filled("sort") else {
            self = usual
            return
        }
        guard let sort = ItemSort(rawValue: word), choices.contains(sort) else {
            throw .wrongField("sort", "Choose an order from the list.")
        }
        self = sort
    }
}

extension QueryItems {
    /// A value that is there and not empty.
    func filled(_ name: String) -> String? {
        guard let value = self[name], !value.isEmpty else { return nil }
        return value
    }
}

extension ItemChange {
    /// Reads the fields that a form carries; an empty field that is there clears, a missing one leaves alone.
    init(_ form: QueryItems) {
        self.init()
        for field in ItemField.all { self[field] = form[field.name] }
        // An item without a format has no choice of its own in the list.
        self[.format] = form.filled("format")
        let isChosen = form["categories.sent"] != nil || form["categories"] != nil
        self[.categories] = isChosen ? form.all("categories").joined(separator: " ") : nil
    }
}
