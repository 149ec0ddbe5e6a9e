import Core
import Crypto
import Platform

/// What would come of a file: which exhibits are new, which change, and what is wrong, line by line. Nothing is written here.
struct ImportPlan: Sendable {
    enum Outcome: String, Sendable {
        case new, changed, same, wrong
    }

    struct Item: Sendable {
        let line: Int
        /// By which the same record is known again.
        let key: String
        var draft: ExhibitDraft?
        /// The exhibit that it became before.
        var known: ExhibitID?
        /// Of a picture that was uploaded with the file.
        var picture: String?
        var outcome: Outcome
    }

    /// Something to know about several lines.
    struct Note: Sendable {
        let words: Text
        let isWrong: Bool
        var lines: [Int] = []
    }

    /// Of which a record has at least one.
    private static let facts: [ImportField] = [.title, .creator, .made, .medium]

    private(set) var items: [Item] = []
    private(set) var notes: [Note] = []
    private var places: [Text: Int] = [:]

    /// - Parameters:
    ///   - known: what was imported before under the same name, by its key.
    ///   - pictures: names of the files that were uploaded.
    ///   - untitled: what is shown as the title of a work without one.
    init(
        _ table: ImportTable, _ mapping: ImportMapping, rooms: [Room], known: [String: Exhibit], pictures: Set<String>, untitled: String
    ) {
        let columns = mapping.columns.compactMapValues { table.columns.firstIndex(of: $0) }
        let roomsByName = Dictionary(rooms.map { ($0.name.lowercased(), $0.id) }) { first, _ in first }
        let files = Dictionary(pictures.map { ($0.lowercased(), $0) }) { first, _ in first }
        var seen: [String: Int] = [:]
        items.reserveCapacity(table.records.count)
        for record in table.records {
            func value(_ field: ImportField) -> String { columns[field].map { record.values[$0] } ?? "" }
            let key = Self.key(value(.id).tidied(limit: 200), value(.title), value(.creator), value(.made))
            var item = Item(line: record.line, key: key, known: known[key]?.id, outcome: .wrong)
            if let first = seen[key] {
                note("Has the same ID as line \(first).", record.line, isWrong: true)
            } else if Self.facts.allSatisfy({ value($0).tidied().isEmpty }) {
                note("Has no title.", record.line, isWrong: true)
            } else {
                seen[key] = record.line
                item.picture = picture(value(.picture), files, record.line)
                let old = known[key]
                let draft = draft(value, columns, mapping, old, untitled, room: room(value(.room), roomsByName, record.line), record.line)
                item.draft = draft
                item.outcome = old.map { ExhibitDraft($0) == draft ? .same : .changed } ?? .new
            }
            items.append(item)
        }
    }

    func count(_ outcome: Outcome) -> Int { items.count { $0.outcome == outcome } }

    /// Where a file has no ids, what a label begins with stands for one.
    private static func key(_ id: String, _ title: String, _ creator: String, _ made: String) -> String {
        guard id.isEmpty else { return id }
        let words = [title, creator, made].map { $0.tidied().lowercased() }.joined(separator: "\n")
        return "#" + Array(sha256(Array(words.utf8)).prefix(15)).base64URL
    }

    private mutating func note(_ words: Text, _ line: Int, isWrong: Bool = false) {
        let place = places[words] ?? notes.count
        if place == notes.count {
            places[words] = place
            notes.append(Note(words: words, isWrong: isWrong))
        }
        notes[place].lines.append(line)
    }

    private mutating func room(_ name: String, _ rooms: [String: RoomID], _ line: Int) -> RoomID? {
        let name = name.tidied(limit: Room.longestName)
        guard !name.isEmpty else { return nil }
        if let room = rooms[name.lowercased()] { return room }
        note("There’s no room “\(name)”.", line)
        return nil
    }

    /// Only the last part of what may be a path.
    private mutating func picture(_ path: String, _ files: [String: String], _ line: Int) -> String? {
        guard let name = path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map({ String($0).trimmed }), !name.isEmpty else { return nil }
        if let file = files[name.lowercased()] { return file }
        if !files.isEmpty { note("The picture isn’t among the files.", line) }
        return nil
    }

    /// What the file says nothing about stays as it is.
    private mutating func draft(
        _ value: (ImportField) -> String, _ columns: [ImportField: Int], _ mapping: ImportMapping, _ old: Exhibit?, _ untitled: String,
        room: RoomID?, _ line: Int
    ) -> ExhibitDraft {
        func fact(_ field: ImportField, _ most: Int, _ before: String?, isText: Bool = false) -> String {
            guard columns[field] != nil else { return before ?? "" }
            let words = isText ? value(field).tidiedLines() : value(field).tidied()
            guard words.length > most else { return words }
            note("“\(field.name)” is cut at \(most) characters.", line)
            return isText ? String(words.unicodeScalars.prefix(most - 1)) + "…" : words.tidied(limit: most)
        }
        var title = fact(.title, Exhibit.longestTitle, old?.title)
        if title.isEmpty {
            title = untitled
            note("Has no title, and is called “\(untitled)”.", line)
        }
        let text = fact(.text, Exhibit.longestText, old?.text, isText: true)
        let alt = columns[.alt] != nil && !value(.alt).tidied().isEmpty ? fact(.alt, Exhibit.longestAlt, nil) : old?.alt ?? ""
        return ExhibitDraft(
            kind: old?.kind ?? mapping.kind, room: room ?? old?.room, title: title, creator: fact(.creator, Exhibit.longestFact, old?.creator),
            made: fact(.made, Exhibit.longestFact, old?.made),
            medium: fact(.medium, Exhibit.longestFact, old?.medium), size: fact(.size, Exhibit.longestFact, old?.size),
            credit: fact(.credit, Exhibit.longestFact, old?.credit), text: text, alt: alt, isPublic: old?.isPublic ?? mapping.isPublic,
            isOnFrontPage: old?.isOnFrontPage ?? false)
    }
}

extension ExhibitDraft {
    /// What an exhibit says now.
    init(_ exhibit: Exhibit) {
        self.init(
            kind: exhibit.kind, room: exhibit.room, title: exhibit.title, creator: exhibit.creator, made: exhibit.made, medium: exhibit.medium,
            size: exhibit.size, credit: exhibit.credit, text: exhibit.text, alt: exhibit.alt, isPublic: exhibit.isPublic,
            isOnFrontPage: exhibit.isOnFrontPage)
    }

    /// Checked before.
    init(
        kind: ExhibitKind, room: RoomID?, title: String, creator: String, made: String, medium: String, size: String, credit: String, text: String,
        alt: String, isPublic: Bool, isOnFrontPage: Bool
    ) {
        self.kind = kind
        self.room = room
        self.title = title
        self.creator = creator
        self.made = made
        self.medium = medium
        self.size = size
        self.credit = credit
        self.text = text
        self.alt = alt
        self.isPublic = isPublic
        self.isOnFrontPage = isOnFrontPage
    }
}
