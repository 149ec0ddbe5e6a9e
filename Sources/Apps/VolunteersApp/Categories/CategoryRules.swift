import Core
import Platform

/// Why the categories were not changed. Every case is safe to show.
enum CategoryRefusal: Error, Equatable {
    case invalid(field: String, Text)
    case tooMany
    case needsTarget
    case last
}

extension CategoryRefusal {
    static func invalid(_ fault: CategoryFault) -> Self { .invalid(field: fault.field, fault.words) }
}

extension CategoryRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .invalid(let field, let words):
            Problem(.invalid, "volunteers.invalid-category", "The category wasn’t saved.", fields: [field: words])
        case .tooMany:
            Problem(.conflict, "volunteers.too-many-categories", "There can be up to \(CategoryDraft.most) categories.", remedy: "Delete one first.")
        case .needsTarget:
            Problem(
                .conflict, "volunteers.category-in-use", "There are requests in this category.",
                remedy: "Choose the category to move them to.")
        case .last:
            Problem(.conflict, "volunteers.last-category", "Every request needs a category, so the last one can’t be deleted.")
        }
    }
}

/// The form of a category, checked.
struct CategoryDraft: Sendable, Equatable {
    /// More would not fit a menu on a phone.
    static let most = 30

    let name: String
    let colour: CategoryColour
    let position: Int
    /// Names in further languages; empty ones are removed, and a language that is missing keeps its name.
    let translations: [Language: CategoryWords]

    /// Checks what was written.
    init(name: String, colour: String, position: String, translations: [Language: CategoryWords] = [:]) throws(CategoryRefusal) {
        do throws(CategoryFault) {
            self.name = try CategoryRules.name(name, most: Category.longestName)
            self.colour = try CategoryRules.colour(colour)
            var tidied: [Language: CategoryWords] = [:]
            for (language, words) in translations.inOrder {
                tidied[language] = CategoryWords(
                    name: try CategoryRules.name(
                        words.name, field: CategoryFieldNames.name(language), most: Category.longestName, mayBeEmpty: true))
            }
            self.translations = tidied
        } catch { throw .invalid(error) }
        guard let position = Int(position), (1...999).contains(position) else {
            throw .invalid(field: "position", "Write a number from 1 to 999.")
        }
        self.position = position
    }

    /// Two categories of one name could not be told apart.
    func check(saving id: CategoryID?, among all: [Category]) throws(CategoryRefusal) {
        let others = all.filter { $0.id != id }
        if others.contains(where: { $0.name.sortKey == name.sortKey }) { throw .invalid(.nameTaken()) }
        for (language, words) in translations.inOrder where !words.name.isEmpty {
            guard !others.contains(where: { $0.name(in: language).sortKey == words.name.sortKey }) else {
                throw .invalid(.nameTaken(field: CategoryFieldNames.name(language)))
            }
        }
        if id == nil, all.count >= Self.most { throw .tooMany }
    }
}
