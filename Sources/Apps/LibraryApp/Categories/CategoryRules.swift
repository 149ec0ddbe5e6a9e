import Core

/// Why the library did not change its categories. Every case is safe to show.
enum CategoryRefusal: Error, Equatable {
    case invalid(field: String, Text)
    case nameTaken(String)
    case circle
    case tooDeep
    case hasChildren(Int)
    case screenDepends(String)
}

extension CategoryRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .invalid(let field, let words):
            Problem(.invalid, "library.invalid-category", "The category was not saved.", fields: [field: words])
        case .nameTaken(let name):
            Problem(
                .conflict, "library.category-exists", "There is a category “\(name)” at this place already.",
                remedy: "Choose another name, or merge the two.",
                fields: ["name": "This name is taken."])
        case .circle:
            Problem(.conflict, "library.category-circle", "A category cannot stand below itself.", remedy: "Choose another parent.")
        case .tooDeep:
            Problem(
                .conflict, "library.category-depth", "Categories may be \(Category.deepest) levels deep.",
                remedy: "Choose a parent nearer to the top.")
        case .hasChildren(let count):
            Problem(
                .conflict, "library.category-has-children", "There are \(count) categories below this one.",
                remedy: "Move or merge them first.")
        case .screenDepends(let name):
            Problem(
                .conflict, "library.category-in-use", "A screen of the library shows “\(name)”, so it cannot be removed.",
                remedy: "Rename it instead.")
        }
    }
}

/// The form of a category, checked.
struct CategoryDraft: Sendable, Equatable {
    let name: String
    let description: String
    let colour: CategoryColour
    let parent: CategoryID?

    /// Checks what was written (LIB-105).
    init(name: String, description: String, colour: String, parent: CategoryID?) throws(CategoryRefusal) {
        self.name = name.tidied()
        self.description = description.tidied()
        self.parent = parent
        guard !self.name.isEmpty else { throw .invalid(field: "name", "Give the category a name.") }
        guard self.name.length <= Category.longestName else {
            throw .invalid(field: "name", "A name may have \(Category.longestName) characters; this one has \(self.name.length).")
        }
        guard self.description.length <= Category.longestDescription else {
            throw .invalid(
                field: "description",
                "The description may have \(Category.longestDescription) characters; this one has \(self.description.length).")
        }
        guard let colour = CategoryColour(rawValue: colour) else {
            throw .invalid(field: "colour", "Choose a colour from the list.")
        }
        self.colour = colour
    }

    /// Whether it may stand where it asks to stand.
    func check(placing id: CategoryID?, in tree: CategoryTree) throws(CategoryRefusal) {
        if let parent, tree[parent] == nil { throw .invalid(field: "parent", "Choose a parent from the list.") }
        if let id, let parent, tree.family(of: id).contains(parent) { throw .circle }
        let height = id.map { id in tree.family(of: id).map { tree.depth(of: $0) }.max().map { $0 - tree.depth(of: id) + 1 } ?? 1 } ?? 1
        if (parent.map { tree.depth(of: $0) } ?? 0) + height > Category.deepest { throw .tooDeep }
        let siblings = tree.children(of: parent).filter { $0.id != id }
        if siblings.contains(where: { $0.name.sortKey == name.sortKey }) { throw .nameTaken(name) }
    }
}

extension CategoryReview {
    /// More items than a reader can look through.
    static let overloadedFrom = 200

    /// The list with counts and hints: empty, overloaded, or with a name that stands elsewhere too.
    static func review(_ tree: CategoryTree, direct: [CategoryID: Int], total: [CategoryID: Int]) -> [CategoryReview] {
        let namesakes = Dictionary(grouping: tree.categories, by: \.name.sortKey)
        return tree.categories.map { category in
            var hints: [Hint] = []
            let all = total[category.id] ?? 0
            if all == 0 { hints.append(.empty) }
            if direct[category.id] ?? 0 >= overloadedFrom { hints.append(.overloaded) }
            if let other = namesakes[category.name.sortKey]?.first(where: { $0.id != category.id }) {
                hints.append(.ambiguous(with: tree.label(of: other.id)))
            }
            return CategoryReview(
                category: category, direct: direct[category.id] ?? 0, total: all, depth: tree.depth(of: category.id), hints: hints)
        }
    }
}
