import Core

/// What is known about a file before it is read. What is said here goes before what the file says about itself.
public struct ImportOptions: Sendable, Codable, Equatable {
    /// Whether readers see the item at once; else it waits as a draft.
    public var publishes: Bool
    /// The title.
    public var title: String?
    /// The authors in order.
    public var authors: [String]?
    /// The summary.
    public var summary: String?
    /// The language as a BCP 47 tag.
    public var language: String?
    /// `book`, `bible`, `leaflet`, `hymn`, `audio` or `document`.
    public var kind: String?
    /// Categories by name, or by path such as `Theology > Apologetics`; one that is missing is added.
    public var categories: [String]
    /// Whether the staff recommends it.
    public var isStaffPick: Bool?
    /// The item whose file this one replaces; its id, bookmarks and annotations stay.
    public var replaces: Int64?
    /// The fields of one short value by name; rows of earlier versions have none.
    private var values: [String: String]?

    /// The year of publication.
    public var year: Int? {
        get { self[.year].flatMap { Int($0) } }
        set { self[.year] = newValue.map(String.init) }
    }

    subscript(_ field: ItemField) -> String? {
        get { values?[field.name] }
        set { values = (values ?? [:]).merging([field.name: newValue].compactMapValues { $0 }) { _, new in new } }
    }

    /// Nothing known: a published item with the file's own description.
    public init(publishes: Bool = true) {
        self.publishes = publishes
        categories = []
    }

    /// Fills what is not said here with what a Markdown file's head says.
    func filled(by head: FrontMatter) -> ImportOptions {
        var filled = self
        filled.title = title ?? head["title"]
        let written = head.all("authors", "author")
        filled.authors = authors ?? (written.isEmpty ? nil : written)
        filled.summary = summary ?? head["summary", "description", "subtitle"]
        filled.language = language ?? head["language", "lang"]
        filled.kind = kind ?? head["kind", "type"].flatMap { ItemKind(rawValue: $0.lowercased())?.rawValue }
        if categories.isEmpty { filled.categories = head.all("category", "categories") }
        for (field, line) in ItemField.lines { filled[field] = self[field] ?? head.first(of: line.source.keys) }
        filled.isStaffPick = isStaffPick ?? head.flag("staff_pick", "staff-pick", "staffpick")
        return filled
    }
}

/// What became of one file.
public struct ImportOutcome: Sendable, Equatable {
    /// Whether it became an item.
    public enum Status: String, Sendable { case ok, refused }

    /// The file as it was named.
    public var file: String
    /// Whether it became an item.
    public var status: Status
    /// The item that it became, or that was there already.
    public var item: Int64?
    /// How many sections it has.
    public var sections: Int
    /// How many words it has.
    public var words: Int
    /// The stable code of a refusal.
    public var code: String?
    /// Why it was refused.
    public var reason: Text?

    /// As one JSON object, `reason` in words.
    public func json(reason words: String?) -> String {
        var json = JSONText()
        json.beginObject()
        json.key("file")
        json.string(file)
        json.key("status")
        json.string(status.rawValue)
        json.key("item")
        if let item { json.integer(item) } else { json.null() }
        json.key("sections")
        json.integer(sections)
        json.key("words")
        json.integer(self.words)
        json.key("reason")
        if let words { json.string(words) } else { json.null() }
        json.endObject()
        return json.text
    }
}
