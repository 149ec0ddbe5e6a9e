import Core
import Interface
import Web

/// The second steps before something is deleted or merged (CORE-041).
extension ConfirmPage {
    /// Before an item goes to the bin.
    static func delete(_ item: Item) -> Self {
        Self(
            "Delete this item?", shell: .admin, message: "“\(item.title)” will no longer be found or read.",
            consequences: ["It stays in the bin and can be restored.", "Bookmarks and notes of readers are kept."],
            understood: "Yes, move it to the bin.", confirm: "Delete", action: LibraryPaths.adminItemDelete(item.id),
            cancel: LibraryPaths.adminItem(item.id))
    }

    /// Before a category is removed.
    static func delete(_ category: Category, items: Int) -> Self {
        Self(
            "Delete this category?", shell: .admin, message: "“\(category.name)” will disappear from every list.",
            consequences: ["\(items) items lose this category; the items themselves stay.", "It can be brought back from the recycle bin."],
            understood: "Yes, move it to the bin.", confirm: "Delete the category", action: LibraryPaths.adminCategoryDelete(category.id),
            cancel: LibraryPaths.adminCategory(category.id))
    }

    /// Before a category becomes part of another.
    static func merge(_ category: Category, into target: Category, items: Int) -> Self {
        Self(
            "Merge these categories?", shell: .admin, message: "“\(category.name)” becomes part of “\(target.name)”.",
            consequences: ["\(items) items move to “\(target.name)”.", "The category “\(category.name)” is removed."],
            confirm: "Merge", action: LibraryPaths.adminCategoryMerge(category.id), cancel: LibraryPaths.adminCategory(category.id),
            fields: [("target", target.id.description)])
    }

    /// Before a language is taken off the list.
    static func delete(_ language: LibraryLanguage) -> Self {
        Self(
            "Remove this language?", shell: .admin, message: "“\(language.name)” can no longer be chosen for items.",
            confirm: "Remove the language", action: LibraryPaths.adminLanguageDelete(language.tag.rawValue),
            cancel: LibraryPaths.adminLanguages())
    }
}
