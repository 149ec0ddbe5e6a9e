import Core
import Web

/// A change of an item as programs send it (RFC 7396): what is missing stays, `null` clears.
struct ItemPatch: Decodable, Sendable {
    private var change = ItemChange()

    private enum Member: String, CodingKey {
        case title, description, authors, year, isbn, language, kind, format, categories
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        change.title = try members.decodeIfPresent(String.self, forKey: .title)
        change.description = try Self.cleared(members, .description) ?? members.decodeIfPresent(String.self, forKey: .description)
        change.authors = try members.decodeIfPresent([String].self, forKey: .authors)?.joined(separator: "\n")
        change.year = try Self.cleared(members, .year) ?? members.decodeIfPresent(Int.self, forKey: .year).map(String.init)
        change.isbn = try Self.cleared(members, .isbn) ?? members.decodeIfPresent(String.self, forKey: .isbn)
        change.language = try members.decodeIfPresent(String.self, forKey: .language)
        change.kind = try members.decodeIfPresent(String.self, forKey: .kind)
        change.format = try members.decodeIfPresent(String.self, forKey: .format)
        change.categories = try members.decodeIfPresent([CategoryID].self, forKey: .categories)?.map(\.description)
    }

    private static func cleared(_ members: KeyedDecodingContainer<Member>, _ member: Member) throws -> String? {
        try members.contains(member) && members.decodeNil(forKey: member) ? "" : nil
    }

    /// As the rules take it.
    var asChange: ItemChange { change }
}

extension ItemPatch: LimitedMembers {
    static var limits: [String: Schema] {
        [
            "title": .text(.words, most: ItemMetadata.longestTitle), "description": .text(most: ItemMetadata.longestDescription),
            "authors": .array(.text(most: ItemMetadata.longestAuthor), most: ItemMetadata.mostAuthors),
            "year": .integer(in: ItemMetadata.years), "isbn": .text(most: 30), "language": .text(.language, most: 35),
            "kind": .oneOf(ItemKind.self), "format": .oneOf(ItemFormat.self), "categories": .array(.id, most: 100),
        ]
    }
}

extension ItemChange {
    /// What a program asks to change.
    init(_ patch: ItemPatch) { self = patch.asChange }
}
