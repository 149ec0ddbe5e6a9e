import Core
import Interface
import Markup
import Platform
import Web

/// The form of a category as it is sent.
struct CategoryForm: Decodable, Sendable {
    var name: String?
    var colour: String?
    var position: String?

    func draft(_ typed: QueryItems, _ languages: [Language]) throws(CategoryRefusal) -> CategoryDraft {
        let translations: [Language: CategoryWords]
        do { translations = try CategoryFieldNames.read(typed, languages) } catch { throw .invalid(error) }
        return try CategoryDraft(name: name ?? "", colour: colour ?? "", position: position ?? "", translations: translations)
    }
}

extension Category {
    /// As a choice in a form.
    func choice(in language: Language) -> Choice { Choice(id.description, .verbatim(name(in: language))) }
}

/// What was written into a category's form and refused.
struct RejectedCategory: Sendable {
    let form: CategoryForm
    /// The same fields, with those of further languages.
    let typed: QueryItems
    let problem: Problem
}

/// The managed list of categories in the portal (VOL-020).
struct CategoriesPage: PageAnswer {
    let list: CategoryList
    let counts: [CategoryID: Int]
    /// The languages of the site, the first one first.
    let languages: [Language]
    var rejected: RejectedCategory?

    var title: Text { "Request categories" }
    var shell: ShellStyle { .admin }
    var status: Status { rejected == nil ? .ok : .unprocessableContent }

    var body: some HTML {
        PageHeader(title, lead: "Every request has a category. The form for a new request shows them in the order of their numbers.")
        DataTable(
            title,
            columns: [
                .init("Name"), .init("Colour"), .init("Position in the list", isNumeric: true), .init("Requests", isNumeric: true),
            ],
            rows: list.all.map { category in
                .init([
                    name(of: category),
                    span(.class("category-sample \(category.colour.hue.className)")) { category.colour.name },
                    Text.verbatim(String(category.position)).node,
                    ("\(counts[category.id] ?? 0)" as Text).node,
                ])
            })
        Card("New category") {
            CategoryFields(
                action: VolunteersPaths.adminCategories(), category: nil, next: list.all.count + 1, languages: languages, rejected: rejected,
                button: "Add category")
        }
    }

    /// Its name in the first language of the site, and below it those in the others.
    private func name(of category: Category) -> Node {
        let names = languages.isEmpty ? [category.name] : languages.map(category.name(in:))
        return Fragment {
            a(.href(VolunteersPaths.adminCategory(category.id))) { names.first ?? category.name }
            let others = names.dropFirst().filter { $0 != names.first }
            if !others.isEmpty { p(.class("muted")) { others.joined(separator: " · ") } }
        }.node
    }
}

/// One category: its form, and removing it.
struct CategoryPage: PageAnswer {
    let category: Category
    let list: CategoryList
    let posts: Int
    /// The languages of the site, the first one first.
    let languages: [Language]
    var rejected: RejectedCategory?

    var title: Text { .verbatim(languages.first.map(category.name(in:)) ?? category.name) }
    var shell: ShellStyle { .admin }
    var status: Status { rejected == nil ? .ok : .unprocessableContent }

    var body: some HTML {
        PageHeader(title, crumbs: [Crumb("Request categories", href: VolunteersPaths.adminCategories())])
        Card("Name and place") {
            CategoryFields(
                action: VolunteersPaths.adminCategory(category.id), category: category, next: category.position, languages: languages,
                rejected: rejected, button: "Save")
        }
        if list.all.count > 1 {
            Card("Delete the category") {
                Form(VolunteersPaths.adminCategoryDelete(category.id), method: .get) {
                    if posts > 0 {
                        Select(
                            "Move its \(posts) requests to", name: "target",
                            choices: list.all.filter { $0.id != category.id }.map { Choice($0.id.description, .verbatim($0.name)) })
                    }
                    Actions { Button("Delete…", icon: .trash, style: .danger) }
                }
            }
        }
    }
}

/// The fields of a category.
struct CategoryFields: HTML {
    let action: String
    let category: Category?
    let next: Int
    /// The languages of the site, the first one first.
    let languages: [Language]
    let rejected: RejectedCategory?
    let button: Text

    var body: some HTML {
        let wrong = rejected?.problem.fields ?? [:]
        let form = rejected?.form
        ProblemAlert(rejected?.problem)
        Form(action) {
            CategoryWordFields(
                category?.names, languages: languages, typed: rejected?.typed, wrong: wrong, longestName: Category.longestName)
            CategoryColourField(selected: form?.colour ?? category?.colour.rawValue, error: wrong["colour"])
            TextField(
                "Position in the list", name: "position", value: form?.position ?? String(next), kind: .number, error: wrong["position"],
                isRequired: true,
                .min("1"), .max("999"))
            Actions { Button(button) }
        }
    }
}

extension ConfirmPage {
    /// The second step before a category is removed, and its requests move to another.
    static func delete(_ category: Category, movingTo target: Category?, posts: Int) -> Self {
        Self(
            "Delete this category?", shell: .admin, message: "“\(category.name)” will be removed from every list.",
            consequences: target.map { ["\(posts) requests move to “\($0.name)”."] } ?? [],
            confirm: "Delete the category", icon: .trash, action: VolunteersPaths.adminCategoryDelete(category.id),
            cancel: VolunteersPaths.adminCategory(category.id), fields: target.map { [("target", $0.id.description)] } ?? [])
    }
}
