import Core
import Interface
import Markup
import Platform
import Web

/// What was written into a category's form and refused.
struct RejectedCategory: Sendable {
    let typed: QueryItems
    let problem: Problem
}

/// The categories of the menu, and a form for another one.
struct CategoriesPage: PageAnswer {
    let categories: [MenuCategory]
    let items: [CategoryID: Int]
    /// The languages of the site, the first one first.
    let languages: [Language]
    var rejected: RejectedCategory?

    var title: Text { "Menu categories" }
    var shell: ShellStyle { .admin }
    var status: Status { rejected.map { Status($0.problem) } ?? .ok }

    var body: some HTML {
        PageHeader(title, lead: "The menu shows them in the order of their numbers. What can’t be ordered now comes last.")
        DataTable(
            title, columns: [.init("Name"), .init("Position in the list", isNumeric: true), .init("Menu items", isNumeric: true)],
            rows: categories.map { category in
                .init([name(of: category), Text.verbatim(String(category.position)), ("\(items[category.id] ?? 0)" as Text)])
            })
        Card("New category") {
            CategoryFields(
                action: CafeteriaPaths.adminCategories(), category: nil, next: (categories.map(\.position).max() ?? 0) + 1, languages: languages,
                rejected: rejected, button: "Add category")
        }
    }

    /// Its name in the first language of the site, and below it those in the others.
    private func name(of category: MenuCategory) -> Node {
        let names = languages.isEmpty ? [category.name] : languages.map(category.name(in:))
        return Fragment {
            a(.href(CafeteriaPaths.adminCategory(category.id))) { names.first ?? category.name }
            let others = names.dropFirst().filter { $0 != names.first }
            if !others.isEmpty { p(.class("muted")) { others.joined(separator: " · ") } }
        }.node
    }
}

/// One category: its form, and removing it.
struct CategoryPage: PageAnswer {
    let category: MenuCategory
    let others: [MenuCategory]
    let items: Int
    /// The languages of the site, the first one first.
    let languages: [Language]
    /// The reader's.
    let language: Language
    var rejected: RejectedCategory?

    var title: Text { .verbatim(category.name(in: language)) }
    var shell: ShellStyle { .admin }
    var status: Status { rejected.map { Status($0.problem) } ?? .ok }
    var activePath: String? { CafeteriaPaths.adminCategories() }

    var body: some HTML {
        PageHeader(title, crumbs: [Crumb("Menu categories", href: CafeteriaPaths.adminCategories())])
        Card("Name and place") {
            CategoryFields(
                action: CafeteriaPaths.adminCategory(category.id), category: category, next: category.position, languages: languages,
                rejected: rejected, button: "Save")
        }
        if !others.isEmpty {
            Card("Delete category") {
                Form(CafeteriaPaths.adminCategoryDelete(category.id), method: .get) {
                    if items > 0 {
                        Select(
                            "Move its \(items) items to", name: "target",
                            choices: others.map { Choice($0.id.description, .verbatim($0.name(in: language))) })
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
    let category: MenuCategory?
    let next: Int
    /// The languages of the site, the first one first.
    let languages: [Language]
    let rejected: RejectedCategory?
    let button: Text

    var body: some HTML {
        let wrong = rejected?.problem.fields ?? [:]
        ProblemAlert(rejected?.problem)
        Form(action) {
            CategoryWordFields(
                category?.names, languages: languages, typed: rejected?.typed, wrong: wrong, longestName: MenuCategory.longestName)
            TextField(
                "Position in the list", name: "position", value: rejected?.typed["position"] ?? String(next), kind: .number, error: wrong["position"],
                isRequired: true, .min("1"), .max("999"))
            Actions { Button(button) }
        }
    }
}
