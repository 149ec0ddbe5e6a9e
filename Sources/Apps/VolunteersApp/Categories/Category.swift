import Core
import Platform

/// The identity of a category.
typealias CategoryID = ID<Category>

/// One of the subjects of which a post has exactly one (VOL-020).
struct Category: Sendable, Equatable {
    static let longestName = 50

    let id: CategoryID
    let name: String
    let colour: CategoryColour
    let position: Int
    /// What it is called in further languages (CORE-053).
    var translations: [Language: CategoryWords] = [:]

    /// Its words in every language.
    var names: CategoryNames { CategoryNames(own: CategoryWords(name: name), translations: translations) }

    /// What readers of a language call it.
    func name(in language: Language) -> String { names.words(in: language).name }
}

/// Every category in the order in which administrators put them.
struct CategoryList: Sendable {
    let all: [Category]
    private let byID: [CategoryID: Category]

    init(_ all: [Category]) {
        self.all = all
        byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
    }

    subscript(_ id: CategoryID) -> Category? { byID[id] }

    /// By name, as readers of a language sort them (VOL-011).
    func alphabetical(in language: Language) -> [Category] {
        all.sorted { ($0.name(in: language).sortKey, $0.id) < ($1.name(in: language).sortKey, $1.id) }
    }
}
