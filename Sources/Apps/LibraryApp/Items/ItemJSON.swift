import Core
import Reading
import Web

/// One item as programs read it: the fields of its description, and what the library knows beside them.
struct ItemAnswer: JSONAnswer, Codable {
    let metadata: ItemMetadata
    let facts: Facts

    struct Facts: Codable, Sendable {
        let id: ItemID
        let uuid: String
        let status: String
        let categories: [CategoryAnswer]
        let isStaffPick: Bool
        let readCount: Int
        let words: Int
        /// The publication that the reader opens; its text, search and annotations are under `/api/v1/publications`.
        let publication: PublicationID?
        let file: FileAnswer?
        let cover: CoverAnswer?
        let page: String
        let publishedAt: String?
        let changedAt: String
    }

    struct FileAnswer: Codable, Sendable {
        let url: String
        let name: String
        let type: String
        let size: Int
    }

    struct CoverAnswer: Codable, Sendable {
        let medium: String
        let large: String
    }

    /// The categories come with their names, so they are among the facts.
    static let fields = ItemField.all.filter { $0 != .categories }

    init(_ item: Item) {
        metadata = item.metadata
        facts = Facts(
            id: item.id, uuid: item.uuid, status: item.status.rawValue,
            categories: item.categories.map { CategoryAnswer(id: $0.id, name: $0.name) }, isStaffPick: item.isStaffPick,
            readCount: item.readCount, words: item.words, publication: item.publication,
            file: item.file.map { file in
                FileAnswer(url: LibraryPaths.itemNamedFile(item.id, file.name), name: file.name, type: file.type, size: file.size)
            },
            cover: CoverAnswer(item.id, item.coverRef), page: LibraryPaths.item(item.id), publishedAt: item.publishedAt?.rfc3339,
            changedAt: item.changedAt.rfc3339)
    }

    init(from decoder: any Decoder) throws {
        metadata = try ItemMetadata(Self.fields, from: decoder)
        facts = try Facts(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        try metadata.encode(Self.fields, to: encoder)
        try facts.encode(to: encoder)
    }
}

extension ItemAnswer.CoverAnswer {
    /// Where the sizes of a cover lie; nil for an item without one.
    init?(_ item: ItemID, _ ref: String?) {
        guard let ref else { return nil }
        medium = CoverLink.url(item, .medium, ref)
        large = CoverLink.url(item, .large, ref)
    }
}

/// The address of a cover. It changes with the picture, so browsers may keep what they have.
enum CoverLink {
    static func url(_ item: ItemID, _ size: CoverSize, _ ref: String) -> String {
        LibraryPaths.itemCover(item, size) + "?v=" + ref.prefix(12)
    }
}

/// A category beside an item, or in the list of categories.
struct CategoryAnswer: JSONAnswer, Codable {
    let id: CategoryID
    let name: String
    var parent: CategoryID?
    var description: String?
    var colour: String?
    var items: Int?
    /// What it is called in further languages, by their tags; what is empty, or of a language that is missing, is as above.
    var translations: [CategoryTranslationAnswer]?
}

/// A category's words in one further language.
struct CategoryTranslationAnswer: Codable, Sendable {
    let language: String
    let name: String
    let description: String
}

/// An item in a list, as programs read it.
struct ItemEntry: Codable, Sendable {
    let metadata: ItemMetadata
    let facts: Facts

    struct Facts: Codable, Sendable {
        let id: ItemID
        let isStaffPick: Bool
        let readCount: Int
        let words: Int
        let publication: PublicationID?
        let cover: ItemAnswer.CoverAnswer?
        let page: String
    }

    static let fields = ItemField.all.filter(\.isListed)

    init(_ item: ItemSummary) {
        metadata = item.metadata
        facts = Facts(
            id: item.id, isStaffPick: item.isStaffPick, readCount: item.readCount, words: item.words, publication: item.publication,
            cover: ItemAnswer.CoverAnswer(item.id, item.coverRef), page: LibraryPaths.item(item.id))
    }

    init(from decoder: any Decoder) throws {
        metadata = try ItemMetadata(Self.fields, from: decoder)
        facts = try Facts(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        try metadata.encode(Self.fields, to: encoder)
        try facts.encode(to: encoder)
    }
}

/// One page of items, how many there are, and where the next page begins.
struct ItemList: JSONAnswer, Codable {
    let items: [ItemEntry]
    let total: Int
    let next: Cursor?

    init(_ page: ItemPage, _ request: Request) throws {
        items = page.items.map(ItemEntry.init)
        total = page.total
        next = try page.next.map { try request.cursor(.items, after: $0) }
    }
}

/// A language of the managed list, as programs read it.
struct LanguageAnswer: JSONAnswer, Codable {
    let tag: String
    let name: String
}
