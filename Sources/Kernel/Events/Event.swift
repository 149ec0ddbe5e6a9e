public import Core
public import Database

/// Who may see an event.
public enum EventAudience: Hashable, Sendable {
    case everyone
    case person(PersonID)
    /// Whoever asks with this session.
    case session(Int64)
    /// Whoever has the permission of this name.
    case permission(String)
}

extension EventAudience: SQLConvertible {
    /// Text.
    public static var sqlType: SQLType? { .text }

    /// `*`, `person:7`, `session:12` or `permission:library.items.edit`.
    public var sqlValue: SQLValue {
        switch self {
        case .everyone: .text("*")
        case .person(let id): .text("person:\(id)")
        case .session(let id): .text("session:\(id)")
        case .permission(let name): .text("permission:\(name)")
        }
    }

    /// Reads the same forms.
    public init(sqlValue: SQLValue) throws {
        let words = try String(sqlValue: sqlValue)
        let parts = words.split(separator: ":", maxSplits: 1).map(String.init)
        if words == "*" {
            self = .everyone
        } else if parts.count == 2, parts[0] == "person", let id = PersonID(parts[1]) {
            self = .person(id)
        } else if parts.count == 2, parts[0] == "session", let id = Int64(parts[1]) {
            self = .session(id)
        } else if parts.count == 2, parts[0] == "permission" {
            self = .permission(parts[1])
        } else {
            throw DatabaseError.unreadable("\(words) is no audience")
        }
    }
}

/// Who follows a stream, so that it shows nothing else.
public struct EventViewer: Hashable, Sendable {
    /// The person, unless it is a guest.
    public var person: PersonID?
    /// The session that they follow with.
    public var session: Int64?
    /// The names of their permissions.
    public var permissions: Set<String>

    /// Someone by id, session and permissions.
    public init(person: PersonID? = nil, session: Int64? = nil, permissions: Set<String> = []) {
        self.person = person
        self.session = session
        self.permissions = permissions
    }

    var audiences: [EventAudience] {
        [.everyone] + [person.map { .person($0) }, session.map { .session($0) }].compactMap { $0 } + permissions.sorted().map { .permission($0) }
    }
}

/// What a stream shows, to whom, and for how long.
public struct EventSubscription: Sendable {
    /// What is followed.
    public var topics: [String]
    /// Who follows.
    public var viewer: EventViewer
    /// When the viewer's session runs out; nothing is shown from then on.
    public var until: Instant?

    /// A subscription from its parts.
    public init(topics: [String], viewer: EventViewer, until: Instant? = nil) {
        self.topics = topics
        self.viewer = viewer
        self.until = until
    }
}

/// One change that screens show live.
public struct Event: SQLRow, Equatable {
    /// Its place in the order of all events; a screen resumes after the last one it saw.
    public let sequence: Int64
    /// What it is about, e.g. `library.item:17`.
    public let topic: String
    /// What happened.
    public let kind: String
    /// JSON.
    public let data: String
    /// When.
    public let at: Instant

    static let columns: SQL = "id, topic, kind, data, changed_at"

    /// Takes sequence, topic, kind, data and time.
    public init(row: inout RowReader) throws {
        sequence = try row.next()
        topic = try row.next()
        kind = try row.next()
        data = try row.next()
        at = try row.next()
    }
}
