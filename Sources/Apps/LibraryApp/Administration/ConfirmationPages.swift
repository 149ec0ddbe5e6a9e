import Core
import Interface
import Markup
import Web

/// The second step before something is deleted: what will happen, and a red button (CORE-041).
struct ConfirmationPage: PageAnswer {
    let title: Text
    let content: Node

    private init(title: Text, _ page: ConfirmPage) {
        self.title = title
        content = page.node
    }

    var shell: ShellStyle { .admin }
    var body: some HTML { content }
}

extension ConfirmationPage {
    /// Before an item goes to the bin.
    static func delete(_ item: Item) -> Self {
        Self(
            title: "Delete this item?",
            ConfirmPage(
                "Delete this item?", message: "“\(item.title)” will no longer be found or read.",
                consequences: ["It stays in the bin and can be restored.", "Bookmarks and notes of readers are kept."],
                understood: "Yes, move it to the bin.", confirm: "Delete", action: LibraryPaths.adminItemDelete(item.id),
                cancel: LibraryPaths.adminItem(item.id)))
    }

    /// Before a category is removed.
    static func delete(_ category: Category, items: Int) -> Self {
        Self(
            title: "Delete this category?",
            ConfirmPage(
                "Delete this category?", message: "“\(category.name)” will disappear from every list.",
                consequences: ["\(items) items lose this category; the items themselves stay.", "It can be brought back from the recycle bin."],
                understood: "Yes, move it to the bin.", confirm: "Delete the category", action: LibraryPaths.adminCategoryDelete(category.id),
                cancel: LibraryPaths.adminCategory(category.id)))
    }

    /// Before a category becomes part of another.
    static func merge(_ category: Category, into target: Category, items: Int) -> Self {
        Self(
            title: "Merge these categories?",
            ConfirmPage(
                "Merge these categories?", message: "“\(category.name)” becomes part of “\(target.name)”.",
                consequences: ["\(items) items move to “\(target.name)”.", "The category “\(category.name)” is removed."],
                confirm: "Merge", action: LibraryPaths.adminCategoryMerge(category.id), cancel: LibraryPaths.adminCategory(category.id),
                fields: [("target", target.id.description)]))
    }

    /// Before a language is taken off the list.
    static func delete(_ language: LibraryLanguage) -> Self {
        Self(
            title: "Remove this language?",
            ConfirmPage(
                "Remove this language?", message: "“\(language.name)” can no longer be chosen for items.",
                confirm: "Remove the language", action: LibraryPaths.adminLanguageDelete(language.tag.rawValue),
                cancel: LibraryPaths.adminLanguages()))
    }
}
