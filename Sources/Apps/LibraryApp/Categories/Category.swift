import Core
import Platform

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
    var name: String
    var description: String
    let colour: CategoryColour
    /// What it is called in further languages (CORE-053).
    var translations: [Language: CategoryWords] = [:]
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
typealias CategoryTree = NamedTree<Category>

extension Category: TreeNode {}

extension NamedTree<Category> {
    init(_ all: [Category]) { self.init(all, deepest: Category.deepest) }

    /// Every category in the order of the tree.
    var categories: [Category] { nodes }

    /// The category that a screen depends on.
    func named(_ code: String) -> Category? { nodes.first { $0.code == code } }
}
