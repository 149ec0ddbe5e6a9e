import Core

/// Why the categories were not changed. Every case is safe to show.
enum CategoryRefusal: Error, Equatable {
    case invalid(field: String, Text)
    case tooMany
    case needsTarget
    case last
}

extension CategoryRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .invalid(let field, let words):
            Problem(.invalid, "volunteers.invalid-category", "The category was not saved.", fields: [field: words])
        case .tooMany:
            Problem(.conflict, "volunteers.too-many-categories", "There can be \(CategoryDraft.most) categories.", remedy: "Delete one first.")
        case .needsTarget:
            Problem(
                .conflict, "volunteers.category-in-use", "There are requests in this category.",
                remedy: "Choose the category that takes them over.")
        case .last:
            Problem(.conflict, "volunteers.last-category", "A request needs a category, so the last one stays.")
        }
    }
}

/// The form of a category, checked.
struct CategoryDraft: Sendable, Equatable {
    /// More would not fit a menu on a phone.
    static let most = 30

    let name: String
    let swedishName: String
    let colour: CategoryColour
    let position: Int

    /// Checks what was written.
    init(name: String, swedishName: String, colour: String, position: String) throws(CategoryRefusal) {
        self.name = name.tidied()
        self.swedishName = swedishName.tidied()
        guard !self.name.isEmpty else { throw .invalid(field: "name", "Give the category a name.") }
        for (field, words) in [("name", self.name), ("swedishName", self.swedishName)] where words.length > Category.longestName {
            throw .invalid(field: field, "A name may have \(Category.longestName) characters; this one has \(words.length).")
        }
        guard let colour = CategoryColour(rawValue: colour) else { throw .invalid(field: "colour", "Choose a colour from the list.") }
        guard let position = Int(position), (1...999).contains(position) else {
            throw .invalid(field: "position", "Write a number from 1 to 999.")
        }
        self.colour = colour
        self.position = position
    }

    /// Two categories of one name could not be told apart.
    func check(saving id: CategoryID?, among all: [Category]) throws(CategoryRefusal) {
        let others = all.filter { $0.id != id }
        if others.contains(where: { $0.name.sortKey == name.sortKey }) { throw .invalid(field: "name", "This name is taken.") }
        if !swedishName.isEmpty, others.contains(where: { $0.name(in: .swedish).sortKey == swedishName.sortKey }) {
            throw .invalid(field: "swedishName", "This name is taken.")
        }
        if id == nil, all.count >= Self.most { throw .tooMany }
    }
}
