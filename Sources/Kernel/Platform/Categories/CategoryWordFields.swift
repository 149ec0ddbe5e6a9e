public import Core
import Interface
import Localization
public import Markup
public import Web

/// The fields of a category in the languages of the site: `name` and `description` in the first, `name.sv` and so on in the others.
public enum CategoryFieldNames {
    /// The field of the name in a further language.
    public static func name(_ language: Language) -> String { "name.\(language.rawValue)" }
    /// The field of the description in a further language.
    public static func description(_ language: Language) -> String { "description.\(language.rawValue)" }

    /// What was typed in the further languages of a site with these, the first one first. A language whose fields the form did not have is not
    /// among them.
    /// - Throws: a field of a language that the site does not offer.
    public static func read(_ typed: QueryItems, _ languages: [Language]) throws(CategoryFault) -> [Language: CategoryWords] {
        // What is typed as the name is in the first language, so a seed's words in that language make way for it.
        var translations = languages.first.map { [$0: CategoryWords()] } ?? [:]
        for field in typed.names {
            let (value, parts) = (typed[field] ?? "", field.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init))
            guard parts.count == 2, let part = parts.first, ["name", "description"].contains(part), let tag = parts.last else { continue }
            let language = Language(tag)
            guard languages.dropFirst().contains(language) else {
                throw CategoryFault(field: field, words: "This site isn’t offered in this language.")
            }
            var words = translations[language] ?? CategoryWords()
            if part == "name" { words.name = value } else { words.description = value }
            translations[language] = words
        }
        return translations
    }
}

/// The fields of a category's words, those of further languages folded.
public struct CategoryWordFields: HTML {
    private let names: CategoryNames?
    private let languages: [Language]
    private let typed: QueryItems?
    private let wrong: [String: Text]
    private let longestName: Int
    private let longestDescription: Int?

    /// - Parameters:
    ///   - names: the words to change; nil for a new category.
    ///   - languages: those of the site, the first one first.
    ///   - typed: the fields of a form that was refused, which come back.
    ///   - wrong: what is wrong with them.
    ///   - longestDescription: in characters; nil where the app has no descriptions.
    public init(
        _ names: CategoryNames?, languages: [Language], typed: QueryItems?, wrong: [String: Text], longestName: Int, longestDescription: Int? = nil
    ) {
        self.names = names
        self.languages = languages
        self.typed = typed
        self.wrong = wrong
        self.longestName = longestName
        self.longestDescription = longestDescription
    }

    /// The fields.
    public var body: some HTML {
        let main = names.map { names in languages.first.map(names.words) ?? names.own } ?? CategoryWords()
        // Where there are several, each field says its language.
        let language = languages.count > 1 ? languages.first : nil
        TextField(
            language.map { "Name (\($0.nativeName))" } ?? "Name", name: "name", value: typed?["name"] ?? main.name, error: wrong["name"],
            isRequired: true, .maxlength(longestName))
        if let longestDescription {
            TextArea(
                language.map { "Description (\($0.nativeName))" } ?? "Description", name: "description",
                value: typed?["description"] ?? main.description, lines: 2, error: wrong["description"],
                .maxlength(longestDescription))
        }
        if languages.count > 1 { otherLanguages }
    }

    private var otherLanguages: some HTML {
        let others = languages.dropFirst()
        let fields = others.flatMap { [CategoryFieldNames.name($0), CategoryFieldNames.description($0)] }
        return Disclosure("Other languages", isOpen: fields.contains { wrong[$0] != nil }) {
            div(.class("stack")) {
                for language in others { words(in: language) }
            }
        }
    }

    private func words(in language: Language) -> some HTML {
        let (name, description) = (CategoryFieldNames.name(language), CategoryFieldNames.description(language))
        let kept = names?.kept(in: language, of: languages) ?? CategoryWords()
        return Fragment {
            TextField(
                "Name (\(language.nativeName))", name: name, value: typed?[name] ?? kept.name,
                hint: "If it’s empty, the first name is shown.", error: wrong[name], .maxlength(longestName), .lang(language))
            if let longestDescription {
                TextArea(
                    "Description (\(language.nativeName))", name: description, value: typed?[description] ?? kept.description, lines: 2,
                    error: wrong[description], .maxlength(longestDescription), .lang(language))
            }
        }
    }
}
