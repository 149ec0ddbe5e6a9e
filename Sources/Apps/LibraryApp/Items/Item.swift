import Core
import Database
import Platform
import Reading

/// The identity of an item.
typealias ItemID = ID<Item>

/// One thing that the library offers, with all that its page shows.
@dynamicMemberLookup
struct Item: Sendable {
    let id: ItemID
    /// A name for the item that never changes and fits into other systems (LIB-104).
    let uuid: String
    /// What staff maintain of it; its fields are the item's own.
    let metadata: ItemMetadata
    let status: ItemStatus
    /// Where the reader finds the text; none for an item that is only a file or a printed copy.
    let publication: PublicationID?
    let file: ItemFile?
    let coverRef: String?
    let isStaffPick: Bool
    let readCount: Int
    let words: Int
    /// What the file says it is about, beside the categories: words for the search.
    let topics: [String]
    /// Counts the changes; an editor that saves an older one is told.
    let version: Int
    let publishedAt: Instant?
    let createdAt: Instant
    let deletedAt: Instant?
    let changedAt: Instant
    let changedBy: PersonID?
    let categories: [CategoryLabel]

    subscript<Value>(dynamicMember field: KeyPath<ItemMetadata, Value>) -> Value { metadata[keyPath: field] }

    /// Whether there is something to open or fetch.
    var hasContent: Bool { publication != nil || file != nil || metadata.format == .print }
}

/// The original of an item as it was handed in.
struct ItemFile: Sendable, Equatable {
    /// The SHA-256 by which the media store keeps it.
    let ref: String
    /// The name to offer when it is downloaded.
    let name: String
    let type: String
    let size: Int
}

/// A category as it stands beside an item.
struct CategoryLabel: Sendable, Equatable {
    let id: CategoryID
    let name: String
    let colour: CategoryColour
}

/// An item as one card or line of a list.
@dynamicMemberLookup
struct ItemSummary: Sendable, Equatable {
    let id: ItemID
    /// All but the categories.
    let metadata: ItemMetadata
    let status: ItemStatus
    let publication: PublicationID?
    let coverRef: String?
    let isStaffPick: Bool
    let readCount: Int
    let words: Int
    let publishedAt: Instant?
    let changedAt: Instant
    /// The values by which the list is ordered, for the cursor.
    let sortTitle: String
    let sortAuthor: String

    subscript<Value>(dynamicMember field: KeyPath<ItemMetadata, Value>) -> Value { metadata[keyPath: field] }
}
