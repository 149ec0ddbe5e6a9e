import Core
import Interface
import Markup
import Platform
import Web

/// What was written into a category's form and refused.
struct RejectedCategory: Sendable {
    let form: CategoryForm
    /// The same fields, with those of further languages.
    let typed: QueryItems
    let problem: Problem
}

/// The form of a category as it is sent.
struct CategoryForm: Decodable, Sendable {
    let name: String?
    let description: String?
    let colour: String?
    let parent: CategoryID?
}

/// The review list of categories, with a form for another one (LIB-027, LIB-106).
struct CategoriesPage: PageAnswer {
    /// By the names that the reader sees.
    let reviews: [CategoryReview]
    /// Each category with its words in every language.
    let tree: CategoryTree
    /// The tree by the names that the reader sees.
    let shown: CategoryTree
    /// The languages of the site, the first one first.
    let languages: [Language]
    var rejected: RejectedCategory?

    var title: Text { "Library categories" }
    var shell: ShellStyle { .admin }
    var status: Status { rejected == nil ? .ok : .unprocessableContent }

    var body: some HTML {
        PageHeader(title, lead: "How readers browse the library.")
        if reviews.isEmpty {
            EmptyState(.tag, title: "No categories yet", message: "Add the first one below.")
        } else {
            DataTable(
                title, columns: [.init("Category"), .init("Items", isNumeric: true), .init("With subcategories", isNumeric: true), .init("Remarks")],
                rows: reviews.map(row))
        }
        Card("New category") {
            CategoryFields(
                action: LibraryPaths.adminCategories(), category: nil, tree: shown, languages: languages, rejected: rejected,
                button: "Add category")
        }
    }

    private func row(_ review: CategoryReview) -> DataTable.Row {
        .init([
            name(of: review),
            ("\(review.direct)" as Text).node,
            ("\(review.total)" as Text).node,
            Fragment { for hint in review.hints { HintBadge(hint: hint) } }.node,
        ])
    }

    /// Its name as the reader sees it, and below it those in the other languages of the site.
    private func name(of review: CategoryReview) -> Node {
        let shown = review.category.name
        var others: [String] = []
        for language in languages {
            guard let name = tree[review.category.id]?.names.words(in: language).name, name != shown, !others.contains(name) else { continue }
            others.append(name)
        }
        return div(.class("indent-\(min(review.depth, Category.deepest))")) {
            a(.href(LibraryPaths.adminCategory(review.category.id))) { shown }
            if !others.isEmpty { p(.class("muted")) { others.joined(separator: " · ") } }
        }
    }
}

/// What staff should look at, in a word.
struct HintBadge: HTML {
    let hint: CategoryReview.Hint

    var body: some HTML {
        switch hint {
        case .empty: Badge("Empty", tone: .quiet)
        case .overloaded: Badge("Too many items: split it", tone: .warning)
        case .ambiguous(let other): Badge("Same name as \(other)", tone: .warning)
        }
    }
}

/// One category: its form, merging it, removing it.
struct CategoryPage: PageAnswer {
    let category: Category
    let review: CategoryReview?
    /// The tree by the names that the reader sees.
    let shown: CategoryTree
    /// The languages of the site, the first one first.
    let languages: [Language]
    var rejected: RejectedCategory?

    var title: Text { .verbatim(shown.label(of: category.id)) }
    var shell: ShellStyle { .admin }
    var status: Status { rejected == nil ? .ok : .unprocessableContent }

    var body: some HTML {
        PageHeader(title, crumbs: [Crumb("Library categories", href: LibraryPaths.adminCategories())]) {
            LinkButton(
                "Its items", href: LibraryPaths.adminItems() + "?category=\(category.id)", icon: .list, style: .secondary)
        }
        if let review, !review.hints.isEmpty { p { for hint in review.hints { HintBadge(hint: hint) } } }
        Card("Name and place") {
            CategoryFields(
                action: LibraryPaths.adminCategory(category.id), category: category, tree: shown, languages: languages, rejected: rejected,
                button: "Save")
        }
        if category.code == nil {
            Card("Merge") {
                Form(LibraryPaths.adminCategoryMerge(category.id), method: .get) {
                    Select(
                        "Merge into", name: "target", choices: shown.choices.filter { $0.value != category.id.description },
                        hint: "Its items and subcategories move there.")
                    Actions { Button("Merge…", style: .secondary) }
                }
            }
            Actions {
                LinkButton("Delete the category", href: LibraryPaths.adminCategoryDelete(category.id), icon: .trash, style: .danger)
            }
        } else {
            p(.class("muted")) { "A screen of the library shows this category. It can be renamed and moved, but not removed." }
        }
    }
}

extension ConfirmPage {
    /// Before a category is removed.
    static func delete(_ category: Category, items: Int) -> Self {
        Self(
            "Delete this category?", shell: .admin, message: "“\(category.name)” will be removed from every list.",
            consequences: ["\(items) items lose this category; the items themselves stay.", "It can be restored from the recycle bin."],
            understood: "Yes, move it to the recycle bin.", confirm: "Delete the category", icon: .trash,
            action: LibraryPaths.adminCategoryDelete(category.id), cancel: LibraryPaths.adminCategory(category.id))
    }

    /// Before a category becomes part of another.
    static func merge(_ category: Category, into target: Category, items: Int) -> Self {
        Self(
            "Merge these categories?", shell: .admin, message: "“\(category.name)” becomes part of “\(target.name)”.",
            consequences: ["\(items) items move to “\(target.name)”.", "The category “\(category.name)” is removed."],
            confirm: "Merge", icon: .folder, action: LibraryPaths.adminCategoryMerge(category.id), cancel: LibraryPaths.adminCategory(category.id),
            fields: [("target", target.id.description)])
    }
}
