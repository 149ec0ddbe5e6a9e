import Core
import Interface
import Markup
import Platform
import Web

/// The form of a category as it is sent.
struct CategoryForm: Decodable, Sendable {
    var name: String?
    var swedishName: String?
    var colour: String?
    var position: String?

    func draft() throws(CategoryRefusal) -> CategoryDraft {
        try CategoryDraft(name: name ?? "", swedishName: swedishName ?? "", colour: colour ?? "", position: position ?? "")
    }
}

extension Category {
    /// As a choice in a form.
    func choice(in language: Language) -> Choice { Choice(id.description, .verbatim(name(in: language))) }
}

/// What was written into a category's form and refused.
struct RejectedCategory: Sendable {
    let form: CategoryForm
    let problem: Problem
}

/// The managed list of categories in the portal (VOL-020).
struct CategoriesPage: PageAnswer {
    let list: CategoryList
    let counts: [CategoryID: Int]
    var rejected: RejectedCategory?

    var title: Text { "Request categories" }
    var shell: ShellStyle { .admin }
    var status: Status { rejected == nil ? .ok : .unprocessableContent }

    var body: some HTML {
        PageHeader(title, lead: "Every request has a category. Lists show them in the order of their numbers.")
        DataTable(
            title,
            columns: [
                .init("Name"), .init("In Swedish"), .init("Colour"), .init("Place", isNumeric: true), .init("Requests", isNumeric: true),
            ],
            rows: list.all.map { category in
                .init([
                    a(.href(VolunteersPaths.adminCategory(category.id))) { category.name },
                    Text.verbatim(category.name(in: .swedish)).node,
                    span(.class("category-sample \(category.colour.hue.className)")) { category.colour.name },
                    Text.verbatim(String(category.position)).node,
                    ("\(counts[category.id] ?? 0)" as Text).node,
                ])
            })
        Card("New category") {
            CategoryFields(
                action: VolunteersPaths.adminCategories(), category: nil, next: list.all.count + 1, rejected: rejected, button: "Add the category")
        }
    }
}

/// One category: its form, and removing it.
struct CategoryPage: PageAnswer {
    let category: Category
    let list: CategoryList
    let posts: Int
    var rejected: RejectedCategory?

    var title: Text { .verbatim(category.name) }
    var shell: ShellStyle { .admin }
    var status: Status { rejected == nil ? .ok : .unprocessableContent }

    var body: some HTML {
        PageHeader(title, crumbs: [Crumb("Categories", href: VolunteersPaths.adminCategories())])
        Card("Name and place") {
            CategoryFields(
                action: VolunteersPaths.adminCategory(category.id), category: category, next: category.position, rejected: rejected, button: "Save")
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
    let rejected: RejectedCategory?
    let button: Text

    var body: some HTML {
        let wrong = rejected?.problem.fields ?? [:]
        let form = rejected?.form
        ProblemAlert(rejected?.problem)
        Form(action) {
            TextField(
                "Name", name: "name", value: form?.name ?? category?.name ?? "", error: wrong["name"], isRequired: true,
                .maxlength(Category.longestName))
            TextField(
                "Name in Swedish", name: "swedishName", value: form?.swedishName ?? category?.swedishName ?? "", error: wrong["swedishName"],
                .maxlength(Category.longestName))
            CategoryColourField(selected: form?.colour ?? category?.colour.rawValue, error: wrong["colour"])
            TextField(
                "Place", name: "position", value: form?.position ?? String(next), kind: .number, error: wrong["position"], isRequired: true,
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
