public import Core
public import Database

/// What was done, as the log names it.
public enum AuditAction: String, CaseIterable, Sendable, SQLConvertible {
    case create = "CREATE"
    /// Of what is private.
    case read = "READ"
    case update = "UPDATE"
    case delete = "DELETE"
    case login = "LOGIN"
    case loginRefused = "LOGIN_REFUSED"
    case logout = "LOGOUT"
    case grant = "GRANT"
    case revoke = "REVOKE"
    case approve = "APPROVE"
    case reject = "REJECT"
    case importData = "IMPORT"
    case exportData = "EXPORT"
    case erase = "ERASE"
    case configure = "CONFIGURE"
    case run = "RUN"
}

/// Something that an administrator or the system did, or that changed data (CORE-035).
public struct AuditEntry: Sendable {
    /// Who did it; `nil` is the system itself.
    public var actor: PersonID?
    /// What was done.
    public var action: AuditAction
    /// What kind of thing it was done to, e.g. `library.item`.
    public var entity: String
    /// Which one.
    public var entityID: String
    /// The change; it becomes JSON. Passwords, tokens and private text never belong in it: entries are kept for good.
    public var details: any Encodable & Sendable

    /// An entry to hand to ``AuditLog/record(_:in:)``.
    public init(
        actor: PersonID?, action: AuditAction, entity: String, entityID: String,
        details: any Encodable & Sendable = [String: String]()
    ) {
        self.actor = actor
        self.action = action
        self.entity = entity
        self.entityID = entityID
        self.details = details
    }
}

/// An entry as it stands in the log.
public struct AuditRecord: SQLRow, Equatable {
    /// Numbers rise with time.
    public let id: ID<AuditRecord>
    /// When.
    public let at: Instant
    /// Who; `nil` is the system itself.
    public let actor: PersonID?
    /// What was done.
    public let action: AuditAction
    /// To what kind of thing.
    public let entity: String
    /// To which one.
    public let entityID: String
    /// The change, as JSON.
    public let details: String
    let hash: [UInt8]

    /// The columns in the order of `init(row:)`.
    public static let columns: SQL = "id, changed_at, changed_by, action, entity, entity_id, details, hash"

    /// Takes ``columns``.
    public init(row: inout RowReader) throws {
        id = try row.next()
        at = try row.next()
        actor = try row.next()
        action = try row.next()
        entity = try row.next()
        entityID = try row.next()
        details = try row.next()
        hash = try row.next()
    }
}

/// What an entry tells of: a kind of thing and which one.
public protocol AuditSubject {
    /// The kind, e.g. `library.item`.
    var auditEntity: String { get }
    /// Which one.
    var auditID: String { get }
}

/// A kind of thing whose ids name it in the log.
public protocol Audited {
    /// The kind, e.g. `library.item`.
    static var auditEntity: String { get }
}

extension ID: AuditSubject where Subject: Audited {
    public var auditEntity: String { Subject.auditEntity }
    public var auditID: String { description }
}

/// A subject that is named by text: a setting, a word, a language.
public struct AuditName: AuditSubject, Sendable {
    public let auditEntity: String
    public let auditID: String

    /// Which thing of a kind.
    public init(_ entity: String, _ id: some CustomStringConvertible) {
        auditEntity = entity
        auditID = id.description
    }
}
