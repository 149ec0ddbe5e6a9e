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
    /// Words in further languages; empty ones are removed, and a language that is missing keeps its words.
    let translations: [Language: CategoryWords]

    /// Checks what was written (LIB-105).
    init(
        name: String, description: String, colour: String, parent: CategoryID?, translations: [Language: CategoryWords] = [:]
    ) throws(CategoryRefusal) {
        self.description = description.tidied()
        self.parent = parent
        do { self.name = try CategoryRules.name(name, most: Category.longestName) } catch { throw .invalid(error) }
        try Self.check(description: self.description, field: "description")
        do { self.colour = try CategoryRules.colour(colour) } catch { throw .invalid(error) }
        var tidied: [Language: CategoryWords] = [:]
        for (language, words) in translations.inOrder {
            let description = words.description.tidied()
            try Self.check(description: description, field: CategoryFieldNames.description(language))
            do throws(CategoryFault) {
                let name = try CategoryRules.name(
                    words.name, field: CategoryFieldNames.name(language), most: Category.longestName, mayBeEmpty: true)
                tidied[language] = CategoryWords(name: name, description: description)
            } catch { throw .invalid(error) }
        }
        self.translations = tidied
    }

    private static func check(description: String, field: String) throws(CategoryRefusal) {
        guard description.length > Category.longestDescription else { return }
        throw .invalid(
            field: field, "The description may have \(Category.longestDescription) characters; this one has \(description.length).")
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
        let siblings = tree.children(of: parent).filter { $0.id != id }
        for (language, words) in translations.inOrder where !words.name.isEmpty {
            guard !siblings.contains(where: { $0.names.words(in: language).name.sortKey == words.name.sortKey }) else {
                throw .invalid(.nameTaken(field: CategoryFieldNames.name(language)))
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
