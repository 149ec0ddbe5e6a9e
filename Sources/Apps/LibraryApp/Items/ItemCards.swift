import Core
import Interface
import Markup
import Platform
import Web

/// Where an item stands, and the steps from there (LIB-103).
struct ItemStandingCard: HTML {
    let item: Item
    let permissions: ItemEditorPage.Permissions

    var body: some HTML {
        Card("Status") {
            p {
                StatusBadge(status: item.status)
                " "
                explanation
            }
            Actions {
                if permissions.mayPublish {
                    for next in item.status.successors where next != .deleted {
                        step(to: next)
                    }
                    if item.status != .deleted { staffPick }
                }
                if permissions.mayDelete {
                    if item.status == .deleted {
                        LinkButton(
                            "Recycle bin", href: link(SitePaths.recycleBin(), query: ["kind": Publishing.source]), icon: .trash, style: .secondary)
                    } else {
                        LinkButton("Delete", href: LibraryPaths.adminItemDelete(item.id), icon: .trash, style: .danger)
                    }
                }
            }
        }
    }

    private var explanation: Text {
        switch item.status {
        case .draft: "Only staff can see it. Preview it, then publish it."
        case .published: "Everyone can find and read it."
        case .archived: "It’s no longer listed; its page says that it has been archived."
        case .deleted: "It’s in the recycle bin and can be restored."
        }
    }

    private func step(to next: ItemStatus) -> some HTML {
        Form(LibraryPaths.adminItemStatus(item.id), .class("form-button")) {
            input(.type("hidden"), .name("status"), .value(next.rawValue))
            Button(label(of: next), style: next == .published ? .primary : .secondary)
        }
    }

    private func label(of next: ItemStatus) -> Text {
        switch (item.status, next) {
        case (.deleted, _): "Restore as a draft"
        case (_, .published): "Publish"
        case (_, .archived): "Archive"
        default: "Unpublish"
        }
    }

    private var staffPick: some HTML {
        Form(LibraryPaths.adminItemPick(item.id), .class("form-button")) {
            input(.type("hidden"), .name("pick"), .value(item.isStaffPick ? "false" : "true"))
            Button(item.isStaffPick ? "Remove from staff picks" : "Make it a staff pick", icon: .star, style: .quiet)
        }
    }
}

/// The cover, and another one to choose (LIB-089, LIB-097).
struct ItemCoverCard: HTML {
    let item: Item

    var body: some HTML {
        Card("Cover") {
            div(.class("cover-and-form")) {
                div(.class("cover-now")) {
                    Cover(
                        title: item.title, authors: item.authors.joined(separator: ", "),
                        image: item.coverRef.map { CoverLink.url(item.id, .medium, $0) })
                }
                Form(LibraryPaths.adminItemCover(item.id), hasFiles: true) {
                    FileField(
                        "New cover", name: "cover", accept: CoverGuideline.types.joined(separator: ","),
                        maxBytes: CoverGuideline.largestBytes, hint: CoverGuideline.words)
                    Actions { Button("Replace the cover", icon: .image, style: .secondary) }
                }
            }
        }
    }
}

/// The original, and a corrected one to put in its place (LIB-096).
struct ItemFileCard: HTML {
    let item: Item
    let limit: Int64

    var body: some HTML {
        Card("File") {
            if let file = item.file {
                p {
                    a(.href(LibraryPaths.itemNamedFile(item.id, file.name))) { file.name }
                    " "
                    FileSize.words(file.size)
                }
            } else {
                p { "This item has no file yet." }
            }
            Form(LibraryPaths.adminItemFile(item.id), hasFiles: true) {
                FileField(
                    "Corrected file", name: "file", accept: IngestTypes.accept, maxBytes: Int(limit),
                    hint:
                        "The link stays the same. Bookmarks, highlights and notes are moved to the new text. Those that no longer fit are kept in a list."
                )
                Actions { Button("Replace the file", icon: .upload, style: .secondary) }
            }
        }
    }
}

/// Sizes of files in words.
enum FileSize {
    static func words(_ bytes: Int) -> Text {
        switch bytes {
        case ..<1000: "\(bytes) bytes"
        case ..<1_000_000: "\((bytes + 500) / 1000) kB"
        default: "\(Double(bytes) / 1_000_000, decimals: 1) MB"
        }
    }
}

extension ConfirmPage {
    /// Before an item goes to the bin.
    static func delete(_ item: Item) -> Self {
        Self(
            "Delete this item?", shell: .admin, message: "Nobody will be able to find or read “\(item.title)”.",
            consequences: ["It can be restored from the recycle bin.", "Bookmarks and notes of readers are kept."],
            understood: "Yes, move it to the recycle bin.", confirm: "Delete", icon: .trash, action: LibraryPaths.adminItemDelete(item.id),
            cancel: LibraryPaths.adminItem(item.id))
    }
}
