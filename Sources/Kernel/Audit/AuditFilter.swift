public import Core
import Database

/// Which entries to show; what is `nil` does not matter.
public struct AuditFilter: Sendable, Equatable {
    /// By one of these; `nil` in it is the system. An empty list is nobody.
    public var actors: [PersonID?]?
    /// What was done.
    public var action: AuditAction?
    /// To what kind of thing.
    public var entity: String?
    /// To which one.
    public var entityID: String?
    /// Not before.
    public var from: Instant?
    /// Before.
    public var until: Instant?
    /// Words that stand in the entry, in any form (`delete` finds `deleted`); all of them must be there.
    public var words: String?
    /// What is called by these words elsewhere, since entries keep only its number: those that tell of one of these fit as well.
    public var named: [AuditNamed]
    /// Older than this entry: for the next page.
    public var before: ID<AuditRecord>?

    /// Everything, unless narrowed.
    public init(
        actors: [PersonID?]? = nil, action: AuditAction? = nil, entity: String? = nil, entityID: String? = nil,
        from: Instant? = nil, until: Instant? = nil, words: String? = nil, named: [AuditNamed] = [], before: ID<AuditRecord>? = nil
    ) {
        self.actors = actors
        self.action = action
        self.entity = entity
        self.entityID = entityID
        self.from = from
        self.until = until
        self.words = words
        self.named = named
        self.before = before
    }
}

/// Who or what an entry tells of by number.
public enum AuditNamed: Sendable, Hashable {
    /// Did it, or is named in its details.
    case person(PersonID)
    /// It was done to this, or to a case about this.
    case thing(kind: String, id: Int64)

    /// Whether an entry tells of it, exactly: the index only says that the words are in it.
    var condition: SQL {
        switch self {
        case .person(let id):
            return "(audit_entry.changed_by = \(id) OR \(details(#""person":"\#(id)""#)) OR \(details(#""with":\#(id)}"#)))"
        case .thing(let kind, let id):
            let subject = #""subject":{"id":\#(id),"kind":"\#(kind)"}"#
            return "(audit_entry.entity = \(kind) AND audit_entry.entity_id = \(String(id)) OR \(details(subject)))"
        }
    }

    private func details(_ json: String) -> SQL { .contains(json, in: "audit_entry.details") }
}

/// A filter as the engines read it.
///
/// Who, what, what to and the words are all looked up in one index of words, so that any combination of them is one
/// intersection of lists that are in the order of the page. Times become entry numbers, which rise with them.
struct AuditSelection {
    let filter: AuditFilter
    /// The oldest and the newest entry that the times allow.
    let numbers: (first: Int64?, last: Int64?)

    /// Nil when no entry can fit.
    init?(_ filter: AuditFilter, in db: any Connection) throws {
        var (first, last) = (nil as Int64?, nil as Int64?)
        if let from = filter.from {
            first = try db.first("SELECT id FROM audit_entry WHERE changed_at >= \(from) ORDER BY changed_at, id LIMIT 1" as Query<Int64>)
            guard first != nil else { return nil }
        }
        if let until = filter.until {
            last = try db.first("SELECT id FROM audit_entry WHERE changed_at < \(until) ORDER BY changed_at DESC, id DESC LIMIT 1" as Query<Int64>)
            guard last != nil else { return nil }
        }
        if filter.actors?.isEmpty == true { return nil }
        self.filter = filter
        numbers = (first, last)
    }

    /// Entries that fit, newest first.
    func entries(limit: Int, in db: any Connection) throws -> [AuditRecord] {
        try db.all("SELECT \(AuditRecord.columns) FROM \(rows(db.dialect, most: limit)) LIMIT \(limit)")
    }

    /// How many fit, counted no further than `most`.
    func count(most: Int, in db: any Connection) throws -> Int {
        try db.one("SELECT count(*) FROM (SELECT audit_entry.id FROM \(rows(db.dialect, most: most)) LIMIT \(most)) AS found")
    }

    /// Hands over every entry that fits, newest first, without holding them all.
    func each(most: Int, in db: any Connection, _ body: (AuditRecord) throws -> Void) throws {
        try db.each("SELECT \(AuditRecord.columns) FROM \(rows(db.dialect, most: most)) LIMIT \(most)", body)
    }

    /// The tables, the conditions and the order.
    private func rows(_ dialect: Dialect, most: Int) -> SQL {
        guard filter.words != nil, !filter.named.isEmpty else { return rows(dialect, AuditWords(filter)) }
        // Each of the two lists stops at the end of the page; one condition for both would read the whole index.
        let named = rows(dialect, AuditWords(filter, of: filter.named), also: "(\(sql: filter.named.map(\.condition).joined(by: " OR ")))")
        return """
            audit_entry WHERE audit_entry.id IN (
                SELECT id FROM (SELECT audit_entry.id AS id FROM \(rows(dialect, AuditWords(filter))) LIMIT \(most)) AS worded
                UNION SELECT id FROM (SELECT audit_entry.id AS id FROM \(named) LIMIT \(most)) AS named
            ) ORDER BY audit_entry.id DESC
            """
    }

    private func rows(_ dialect: Dialect, _ words: AuditWords, also condition: SQL = "") -> SQL {
        let match = words.condition(dialect)
        let usesIndex = !match.isEmpty && dialect == .sqlite
        let number: SQL = usesIndex ? "audit_word.rowid" : "audit_entry.id"
        var terms = [match, condition]
        if let first = numbers.first { terms.append("\(number) >= \(first)") }
        if let last = numbers.last { terms.append("\(number) <= \(last)") }
        if let before = filter.before { terms.append("\(number) < \(before)") }
        // The index folds names; these say exactly what was asked for.
        if let action = filter.action { terms.append("audit_entry.action = \(action)") }
        if let entity = filter.entity { terms.append("audit_entry.entity = \(entity)") }
        if let entityID = filter.entityID { terms.append("audit_entry.entity_id = \(entityID)") }
        let conditions = terms.joined(by: " AND ")
        let filtered: SQL = conditions.isEmpty ? "" : "WHERE \(conditions)"
        guard usesIndex else { return "audit_entry \(filtered) ORDER BY audit_entry.id DESC" }
        // CROSS JOIN keeps the order: the index first, which hands over entry numbers from the newest on.
        return "audit_word CROSS JOIN audit_entry ON audit_entry.id = audit_word.rowid \(filtered) ORDER BY audit_word.rowid DESC"
    }
}
