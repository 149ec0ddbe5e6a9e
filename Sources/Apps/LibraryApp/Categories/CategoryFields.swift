import Core
import Interface
import Markup
import Platform

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
            CategoryWordFields(
                category?.names, languages: languages, typed: rejected?.typed, wrong: wrong, longestName: Category.longestName,
                longestDescription: Category.longestDescription)
            CategoryColourField(selected: rejected?.form.colour ?? category?.colour.rawValue, error: wrong["colour"])
            Select(
                "Parent category", name: "parent",
                choices: [Choice("", "None (top level)")] + tree.choices.filter { $0.value != category?.id.description },
                selected: (rejected == nil ? category?.parent : rejected?.form.parent)?.description ?? "", error: wrong["parent"],
                isRequired: false)
            Actions { Button(button) }
        }
    }
}
