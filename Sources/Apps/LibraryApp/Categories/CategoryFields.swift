import Core
import Interface
import Localization
import Markup
import Platform
import Web

/// The fields of a category.
struct CategoryFields: HTML {
    let action: String
    let category: Category?
    let tree: CategoryTree
    /// The languages of the site, the first one first.
    let languages: [Language]
    let rejected: RejectedCategory?
    let button: Text

    var body: some HTML {
        let wrong = rejected?.problem.fields ?? [:]
        ProblemAlert(rejected?.problem)
        Form(action) {
            TextField(
                "Name", name: "name", value: rejected?.form.name ?? main.name, error: wrong["name"], isRequired: true,
                .maxlength(Category.longestName))
            TextArea(
                "Description", name: "description", value: rejected?.form.description ?? main.description, lines: 2,
                error: wrong["description"], .maxlength(Category.longestDescription))
            if languages.count > 1 { otherLanguages(wrong) }
            CategoryColourField(selected: rejected?.form.colour ?? category?.colour.rawValue, error: wrong["colour"])
            Select(
                "Parent category", name: "parent",
                choices: [Choice("", "None (top level)")] + tree.choices.filter { $0.value != category?.id.description },
                selected: (rejected == nil ? category?.parent : rejected?.form.parent)?.description ?? "", error: wrong["parent"],
                isRequired: false)
            Actions { Button(button) }
        }
    }

    /// Its words in the first language of the site. What a new library begins with is named in English, whatever that language is.
    private var main: CategoryWords {
        languages.first.flatMap { category?.words(in: $0) }
            ?? CategoryWords(name: category?.name ?? "", description: category?.description ?? "")
    }

    private func otherLanguages(_ wrong: [String: Text]) -> some HTML {
        let names = languages.dropFirst().flatMap { [CategoryFieldNames.name($0), CategoryFieldNames.description($0)] }
        return Disclosure("Other languages", isOpen: names.contains { wrong[$0] != nil }) {
            div(.class("stack")) {
                for language in languages.dropFirst() { words(in: language, wrong) }
            }
        }
    }

    private func words(in language: Language, _ wrong: [String: Text]) -> some HTML {
        let (name, description) = (CategoryFieldNames.name(language), CategoryFieldNames.description(language))
        let kept = kept(in: language)
        return Fragment {
            TextField(
                "Name (\(language.nativeName))", name: name, value: rejected?.typed[name] ?? kept.name,
                hint: "If it’s empty, the first name is shown.", error: wrong[name], .maxlength(Category.longestName), .lang(language))
            TextArea(
                "Description (\(language.nativeName))", name: description, value: rejected?.typed[description] ?? kept.description, lines: 2,
                error: wrong[description], .maxlength(Category.longestDescription), .lang(language))
        }
    }

    /// The words that are kept; where the first language has words of its own, the category's are English ones.
    private func kept(in language: Language) -> CategoryWords {
        guard let category else { return CategoryWords() }
        if let words = category.translations[language] { return words }
        let isSeed = languages.first.map { category.translations[$0] != nil } ?? false
        return isSeed && language == .english ? CategoryWords(name: category.name, description: category.description) : CategoryWords()
    }
}
