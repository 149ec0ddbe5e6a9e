import Core
import Platform
import Web

extension Permission {
    /// Hand in files and describe what came of them.
    static let libraryUpload = Permission(rawValue: "library.items.upload")
    /// Change the description, cover or file of any item.
    static let libraryEdit = Permission(rawValue: "library.items.edit")
    /// Publish, archive and take back items; choose staff picks.
    static let libraryPublish = Permission(rawValue: "library.items.publish")
    /// Move items to the bin, restore them and remove them for good.
    static let libraryDelete = Permission(rawValue: "library.items.delete")
    /// Maintain the lists of categories and languages.
    static let libraryCategories = Permission(rawValue: "library.categories")
    /// See what was counted in the library.
    static let libraryStatistics = Permission(rawValue: "library.statistics")
}

/// What the library lets its staff do, and the roles it comes with (LIB-008, LIB-101).
enum LibraryRoles {
    static let permissions = [
        PermissionDeclaration(.libraryUpload, "Upload content and see every item in Administration"),
        PermissionDeclaration(.libraryEdit, "Edit items, covers and files"),
        PermissionDeclaration(.libraryPublish, "Publish and archive items, choose staff picks"),
        PermissionDeclaration(.libraryDelete, "Delete, restore and purge items"),
        PermissionDeclaration(.libraryCategories, "Manage categories and languages"),
        PermissionDeclaration(.libraryStatistics, "See the statistics of the library"),
    ]

    /// What the system log calls the things of the part.
    static let entityNames: [String: Text] = [
        "library.item": "Library item",
        "library.category": "Category",
        "library.language": "Language",
        "library.upload": "Uploaded file",
    ]

    /// What people call the part's work in the background.
    static let jobNames: [String: Text] = [
        "library.ingest": "Reading an uploaded file",
        "library.archive-unused": "Archiving unused items",
        "library.count-reads": "Counting readers",
        "library.reindex": "Updating the library’s search",
        "library.renew-search": "Updating the library’s search",
        "library.find-citations": "Finding references to the Bible",
    ]

    static let all = [
        RoleDeclaration("content-manager", "Library content manager", [.libraryUpload], partOf: [.editor]),
        RoleDeclaration(
            "librarian", "Librarian",
            [.libraryUpload, .libraryEdit, .libraryPublish, .libraryDelete, .libraryCategories, .libraryStatistics, .recycleBin],
            partOf: [.editor]),
        RoleDeclaration("supervisor", "Library supervisor", [.systemLog, .libraryStatistics]),
        RoleDeclaration(
            "admin", "Library administrator", Set(permissions.map(\.permission)).union([.systemLog, .systemLogArchive, .recycleBin]),
            partOf: [.administrator]),
    ]
}
