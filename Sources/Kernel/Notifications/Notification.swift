public import Core
import Database

/// One piece of news for one person.
public struct Notification: Sendable, Equatable {
    /// The id of a ``NotificationKind`` that a manifest declares.
    public var kind: String
    /// What happened, in a few words.
    public var title: Text
    /// The rest, in a sentence or two; may be empty.
    public var body: Text
    /// Where its subject is on this site: `/volunteers/requests/7`.
    public var link: String?
    /// At most one notification per person and key is ever kept.
    public var key: String?
    /// Who caused it; nobody is told of what they did themselves.
    public var actor: PersonID?
    /// Whether it takes the place of one of its kind with the same link that the person has not read: many in a row make one.
    public var isGathered: Bool

    /// A notification by its parts.
    public init(kind: String, title: Text, body: Text, link: String? = nil, key: String? = nil, actor: PersonID? = nil, isGathered: Bool = false) {
        self.kind = kind
        self.title = title
        self.body = body
        self.link = link
        self.key = key
        self.actor = actor
        self.isGathered = isGathered
    }
}

/// Why a notification was not kept. All are mistakes of the sending part, found by its tests.
public enum NotificationRefusal: Error, Equatable {
    /// No manifest on this site declares the kind.
    case unknownKind(String)
    /// The link leads off the site.
    case foreignLink(String)
}

/// Names a notification.
public typealias NotificationID = ID<NotificationRecord>

/// A notification as the inbox keeps it.
public struct NotificationRecord: Sendable, SQLRow {
    /// Which.
    public let id: NotificationID
    /// The id of its kind.
    public let kind: String
    /// What happened.
    public let title: Text
    /// The rest.
    public let body: Text
    /// Where its subject is.
    public let link: String?
    /// When it was read; nil: not yet.
    public let readAt: Instant?
    /// When it happened.
    public let createdAt: Instant

    static let columns: SQL = "n.id, n.kind, n.title, n.body, n.link, n.read_at, n.created_at"

    /// Reads its columns.
    public init(row: inout RowReader) throws {
        id = try row.next()
        kind = try row.next()
        title = try row.next(StoredJSON<Text>.self).value
        body = try row.next(StoredJSON<Text>.self).value
        link = try row.next()
        readAt = try row.next()
        createdAt = try row.next()
    }
}
