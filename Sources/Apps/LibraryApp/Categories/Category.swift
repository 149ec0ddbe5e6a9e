import Core
import Database

/// The identity of a category.
typealias CategoryID = ID<Category>

/// One subject under which items stand; categories form a tree such as “Theology > Apologetics” (LIB-105).
struct Category: Sendable, Equatable {
    static let longestName = 50
    static let longestDescription = 200
    /// How deep the tree may grow: a path of more names fits no phone.
    static let deepest = 5

    let id: CategoryID
    let parent: CategoryID?
    /// Set for the few categories that a screen of the library depends on; those can be renamed but not removed.
    let code: String?
    let name: String
    let description: String
    let colour: CategoryColour
}

/// The colours a category button may have; each is a pair of design tokens that keeps its contrast in both themes.
enum CategoryColour: String, Sendable, CaseIterable {
    case ocean, forest, plum, clay, berry, teal, wine, slate

    /// The label in the editor.
    var name: Text {
        switch self {
        case .ocean: "Ocean blue"
        case .forest: "Forest green"
        case .plum: "Plum"
        case .clay: "Clay"
        case .berry: "Berry red"
        case .teal: "Teal"
        case .wine: "Wine red"
        case .slate: "Slate grey"
        }
    }
}

/// A category with what the review list says about it (LIB-027).
struct CategoryReview: Sendable {
    let category: Category
    /// Items directly in it, whatever their status except deleted.
    let direct: Int
    /// Items in it or below it, each counted once.
    let total: Int
    let depth: Int

    /// What staff should look at.
    enum Hint: Sendable, Equatable {
        case empty, overloaded, ambiguous(with: String)
    }

    let hints: [Hint]
}

/// All categories in the order of the tree: a parent, then its children by name.
struct CategoryTree: Sendable {
    let categories: [Category]
    private let children: [CategoryID?: [Category]]
    private let byID: [CategoryID: Category]

    init(_ all: [Category]) {
        children = Dictionary(grouping: all, by: \.parent).mapValues { $0.sorted { $0.name.sortKey < $1.name.sortKey } }
        byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
        var ordered: [Category] = []
        var open = Array((children[nil] ?? []).reversed())
        while let next = open.popLast() {
            ordered.append(next)
            open.append(contentsOf: (children[next.id] ?? []).reversed())
        }
        categories = ordered
    }

    /// The category itself.
    subscript(_ id: CategoryID) -> Category? { byID[id] }

    /// The category that a screen depends on.
    func named(_ code: String) -> Category? { categories.first { $0.code == code } }

    /// The direct children, by name.
    func children(of id: CategoryID?) -> [Category] { children[id] ?? [] }

    /// From the root to the category itself.
    func path(to id: CategoryID) -> [Category] {
        var path: [Category] = []
        var next = byID[id]
        while let category = next, path.count <= Category.deepest {
            path.insert(category, at: 0)
            next = category.parent.flatMap { byID[$0] }
        }
        return path
    }

    /// 1 for a root.
    func depth(of id: CategoryID) -> Int { path(to: id).count }

    /// The category and everything below it.
    func family(of id: CategoryID) -> [CategoryID] {
        var family = [id]
        var index = 0
        while index < family.count {
            family.append(contentsOf: children(of: family[index]).map(\.id))
            index += 1
        }
        return family
    }

    /// “Theology > Apologetics”.
    func label(of id: CategoryID) -> String { path(to: id).map(\.name).joined(separator: " > ") }
}
