public import Core
import Interface
public import Markup

/// What is wrong with one field of a category's form. The app that keeps the category makes its own refusal of it.
public struct CategoryFault: Error, Equatable {
    /// The name of the field.
    public let field: String
    /// What the person is told beside it.
    public let words: Text

    /// Two categories of one name could not be told apart.
    public static func nameTaken(field: String = "name") -> Self { Self(field: field, words: "This name is taken.") }
}

/// The fields that categories have in every app. Which of them an app has, and what else, is its own.
public enum CategoryRules {
    /// A tidied name of so many characters.
    /// - Parameter mayBeEmpty: for a name in a second language, which may be the same.
    public static func name(_ written: String, field: String = "name", most: Int, mayBeEmpty: Bool = false) throws(CategoryFault) -> String {
        let name = written.tidied()
        guard mayBeEmpty || !name.isEmpty else { throw CategoryFault(field: field, words: "Give the category a name.") }
        guard name.length <= most else {
            throw CategoryFault(field: field, words: "A name may have \(most) characters; this one has \(name.length).")
        }
        return name
    }

    /// One of the colours, by its raw value.
    public static func colour(_ written: String) throws(CategoryFault) -> CategoryColour {
        guard let colour = CategoryColour(rawValue: written) else {
            throw CategoryFault(field: "colour", words: "Choose a colour from the list.")
        }
        return colour
    }
}

/// The choice of a colour in the form of a category.
public struct CategoryColourField: HTML {
    /// The field.
    public let body: Node

    /// A field `colour` with this raw value chosen.
    public init(selected: String?, error: Text?) {
        body =
            Select(
                "Colour", name: "colour", choices: CategoryColour.allCases.map { Choice($0.rawValue, $0.name) }, selected: selected, error: error
            ).node
    }
}
