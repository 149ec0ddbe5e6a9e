import Core
import Database
import Documents
import Web

/// One field of the description of an item, declared once: forms and the editor, the API and its description, statements, imports, pages,
/// filters and the system log go through ``all`` instead of naming the fields themselves.
struct ItemField: Sendable, Hashable {
    /// The name in forms, in JSON and in the system log.
    let name: String
    /// What the editor calls it.
    let label: Text
    /// The value as a form shows it and as the system log keeps it.
    let text: @Sendable (ItemMetadata) -> String
    /// Takes over what somebody wrote, and answers what is wrong with it.
    let read: @Sendable (_ written: String, _ metadata: inout ItemMetadata, _ lists: ItemLists) -> Text?
    /// Nil for a field that is kept in other tables only.
    let columns: ItemColumns?
    let member: ItemMember
    /// Whether an item in a list of the API has it too.
    var isListed = true
    /// Whether its words are found by the search, beside those of title, authors and topics.
    var isSearched = false
    /// By which lists and searches are narrowed, if they are.
    var facet: ItemFacet?
    /// What fields of one short value have besides; the others have inputs of their own.
    var line: Line?

    /// A short value on a line of the editor and of the item's page.
    struct Line: Sendable {
        /// What the item's page calls it.
        let caption: Text
        /// Characters that the input takes.
        let inputLength: Int
        let isNumber: Bool
        let source: ItemSource
        /// Takes over what a file or an import says, cut to what the library keeps; what makes no sense is left out.
        let fit: @Sendable (_ written: String, _ metadata: inout ItemMetadata) -> Void
    }

    /// The fields of one short value.
    static let lines = all.compactMap { field in field.line.map { (field: field, line: $0) } }
    /// How they are selected and written, but for those that are kept in other tables.
    static let columns = all.compactMap(\.columns)
    /// What lists and searches are narrowed by, beside kind, language and category.
    static let facets = all.compactMap(\.facet)

    static func == (one: Self, other: Self) -> Bool { one.name == other.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Where an import finds the value of a field, in this order: the command's option, the head of a Markdown file, the file itself.
struct ItemSource: Sendable {
    /// The option of `stoa import library` without its dashes, and what stands for its value in the help.
    let option: (name: String, value: String, help: String)
    /// The keys of a Markdown file's head.
    let keys: [String]
    let file: @Sendable (DocumentMetadata) -> String?
}

/// The managed lists that some fields choose from.
struct ItemLists: Sendable {
    let languages: Set<Language>
    let categories: Set<CategoryID>
}

/// How a field is selected and written.
struct ItemColumns: Sendable {
    let selection: @Sendable (Dialect) -> SQL
    let load: @Sendable (_ row: inout RowReader, _ metadata: inout ItemMetadata) throws -> Void
    let values: @Sendable (ItemMetadata) -> [(column: String, value: SQL)]

    /// One column of `library_item`, and perhaps another one by which lists are put in order.
    ///
    /// Inlined, so that its closures know their type: for each item of a list the runtime would look it up otherwise, which took a fifth of the time.
    @inline(__always)
    static func column<Value: SQLConvertible>(
        _ name: String, _ path: any WritableKeyPath<ItemMetadata, Value> & Sendable, sortKey: (column: String, of: @Sendable (Value) -> String)? = nil
    ) -> Self {
        Self(
            selection: { _ in "item.\(raw: name)" },
            load: { row, metadata in metadata[keyPath: path] = try row.next() },
            values: { metadata in
                let value = metadata[keyPath: path]
                return [(name, "\(value)" as SQL)] + (sortKey.map { [($0.column, "\($0.of(value))" as SQL)] } ?? [])
            })
    }
}

/// A field as a member of a JSON object.
struct ItemMember: Sendable {
    typealias Reading = KeyedDecodingContainer<Name>

    /// What a program may send.
    let schema: Schema
    /// What a program asks to write, as a person would write it; nil when it leaves the field alone.
    let written: @Sendable (_ members: Reading, _ name: Name) throws -> String?
    /// The value in an answer, as text.
    let answered: @Sendable (_ members: Reading, _ name: Name) throws -> String?
    let encode: @Sendable (_ metadata: ItemMetadata, _ members: inout KeyedEncodingContainer<Name>, _ name: Name) throws -> Void
    /// The same without `Encodable`, for an answer that is one item.
    let write: @Sendable (_ metadata: ItemMetadata, _ json: inout JSONText, _ name: String) -> Void

    /// - Parameters:
    ///   - isRequired: whether every answer has it.
    ///   - clears: whether a program clears it with `null`; else `null` leaves it alone.
    @inline(__always)
    init<Value: Codable & JSONTextValue & SendableMetatype>(
        _ schema: Schema, isRequired: Bool = false, clears: Bool = false, value: @escaping @Sendable (ItemMetadata) -> Value?,
        text: @escaping @Sendable (Value) -> String
    ) {
        self.schema = schema
        written = { members, name in
            if clears, try members.contains(name) && members.decodeNil(forKey: name) { return "" }
            return try members.decodeIfPresent(Value.self, forKey: name).map(text)
        }
        answered = { members, name in
            try (isRequired ? members.decode(Value.self, forKey: name) : members.decodeIfPresent(Value.self, forKey: name)).map(text)
        }
        encode = { metadata, members, name in try members.encodeIfPresent(value(metadata), forKey: name) }
        write = { metadata, json, name in value(metadata)?.write(to: &json, name) }
    }

    /// The name of a member.
    struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ field: ItemField) { stringValue = field.name }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
