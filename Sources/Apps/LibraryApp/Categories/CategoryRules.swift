import Core
import Platform

/// Why the library did not change its categories. Every case is safe to show.
enum CategoryRefusal: Error, Equatable {
    case invalid(field: String, Text)
    case nameTaken(String)
    case circle
    case tooDeep
    case hasChildren(Int)
    case screenDepends(String)
}

extension CategoryRefusal {
    static func invalid(_ fault: CategoryFault) -> Self { .invalid(field: fault.field, fault.words) }
}

extension CategoryRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .invalid(let field, let words):
            Problem(.invalid, "library.invalid-category", "The category wasn’t saved.", fields: [field: words])
        case .nameTaken(let name):
            Problem(
                .conflict, "library.category-exists", "There’s already a category “\(name)” here.",
                remedy: "Choose another name, or merge the two.",
                fields: ["name": "This name is taken."])
        case .circle:
            Problem(.conflict, "library.category-circle", "A category can’t be inside itself.", remedy: "Choose another parent.")
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
                .conflict, "library.category-in-use", "A screen of the library shows “\(name)”, so it can’t be removed.",
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
        self.description = description.tidied()
        self.parent = parent
        do { self.name = try CategoryRules.name(name, most: Category.longestName) } catch { throw .invalid(error) }
        guard self.description.length <= Category.longestDescription else {
            throw .invalid(
                field: "description",
                "The description may have \(Category.longestDescription) characters; this one has \(self.description.length).")
        }
        do { self.colour = try CategoryRules.colour(colour) } catch { throw .invalid(error) }
    }

    /// Whether it may stand where it asks to stand.
    func check(placing id: CategoryID?, in tree: CategoryTree) throws(CategoryRefusal) {
        do { try tree.check(placing: id, below: parent, named: name) } catch {
            switch error {
            case .unknownParent: throw .invalid(field: "parent", "Choose a parent from the list.")
            case .circle: throw .circle
            case .tooDeep: throw .tooDeep
            case .nameTaken: throw .nameTaken(name)
            }
        }
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
