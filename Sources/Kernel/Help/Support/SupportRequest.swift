public import Audit
import Core
import Database
import Localization
import Platform

/// Names a support request.
public typealias SupportRequestID = ID<SupportRequest>

/// Something a person asked staff (LIB-149).
public struct SupportRequest: Sendable, SQLRow {
    /// Where a request stands.
    public enum Status: String, Sendable {
        case open, answered, closed
    }

    /// The identity.
    public let id: SupportRequestID
    /// Who asked; nil once the account is gone, and for somebody who was not signed in.
    public let person: PersonID?
    /// Where somebody who was not signed in wants the answer; nobody has checked that it is theirs. Empty for everybody else.
    public let email: String
    /// In which they asked.
    public let language: Language?
    /// In a line.
    public let subject: String
    /// The page it was asked from.
    public let page: String
    /// The id of the error it is about, if it is.
    public let errorID: String
    /// Who answers: the first level, or the second.
    public let level: Int
    /// Where it stands.
    public let status: Status
    /// Until when an answer is due.
    public let dueAt: Instant
    /// When it was asked.
    public let createdAt: Instant

    static let columns: SQL = "r.id, r.person_id, r.email, r.language, r.subject, r.page, r.error_id, r.level, r.status, r.due_at, r.created_at"

    /// Reads ``columns``.
    public init(row: inout RowReader) throws {
        id = try row.next()
        person = try row.next()
        email = try row.next()
        language = try row.next()
        subject = try row.next()
        page = try row.next()
        errorID = try row.next()
        level = try row.next()
        status = Status(rawValue: try row.next()) ?? .closed
        dueAt = try row.next()
        createdAt = try row.next()
    }

    /// Whether an answer is due and has not come.
    func isOverdue(at now: Instant) -> Bool { status == .open && dueAt < now }
}

extension SupportRequest: Audited {
    /// Its name in the audit log.
    public static var auditEntity: String { "help.request" }
}

/// What was said about a request.
struct SupportWords: Sendable, SQLRow {
    let fromStaff: Bool
    let words: String
    let at: Instant
    /// Who wrote it; nil once the account is gone, and for a guest.
    let author: PersonID?

    /// Reads `from_staff, words, created_at, changed_by`.
    init(row: inout RowReader) throws {
        fromStaff = try row.next()
        words = try row.next()
        at = try row.next()
        author = try row.next()
    }
}

/// A request with everything said about it.
struct SupportConversation: Sendable {
    let request: SupportRequest
    let words: [SupportWords]
    /// What those who answered are called.
    let names: [PersonID: String]
}

/// How long an answer may take (LIB-149).
enum SupportTime {
    /// The first level answers within four hours.
    static let first = Duration.seconds(4 * 3600)
    /// The second level answers within a day.
    static let second = Duration.seconds(24 * 3600)

    static func due(_ level: Int, from now: Instant) -> Instant { now + (level == 1 ? first : second) }
}

/// The news of support.
enum SupportNotifications {
    static let answered = NotificationKind(
        "help.answered", "Answers to your questions", hint: "One of your support requests has been answered.", channels: [.inbox, .email],
        isEssential: true)
    static let waiting = NotificationKind(
        "help.waiting", "Support requests", hint: "A support request comes in, is passed on or is overdue.", channels: [.inbox, .email],
        for: .supportFirst)
}
