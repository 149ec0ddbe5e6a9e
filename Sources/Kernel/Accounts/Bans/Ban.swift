import Core
import Database
import Foundation

/// Names a ban.
public typealias BanID = ID<Ban>

/// A person may not view, edit or post in one app, for a time or permanently, which is until somebody lifts it (CORE-019, VOL-043).
public struct Ban: Sendable, Equatable {
    /// The identity.
    public let id: BanID
    /// Who is banned.
    public let person: PersonID
    /// The id of the app.
    public let app: String
    /// What the person is told.
    public let reason: Text
    /// Since when.
    public let bannedAt: Instant
    /// Who decided it; nil is the operator.
    public let bannedBy: PersonID?
    /// When it ends by itself; nil is never.
    public let until: Instant?
    /// When somebody lifted it.
    public let liftedAt: Instant?
    /// Who lifted it, or put another ban in its place; nil is the operator, or nobody so far.
    public let liftedBy: PersonID?

    /// Whether it holds at a moment.
    public func holds(at now: Instant) -> Bool { liftedAt == nil && until.map { $0 > now } ?? true }
}

extension Ban: SQLRow {
    /// The columns in the order that ``init(row:)`` reads.
    static let columns: SQL = "id, person_id, app, reason, banned_at, banned_by, banned_until, lifted_at, lifted_by"

    /// Reads ``columns``.
    public init(row: inout RowReader) throws {
        id = try row.next()
        person = try row.next()
        app = try row.next()
        reason = try Self.reason(row.next())
        bannedAt = try row.next()
        bannedBy = try row.next()
        until = try row.next()
        liftedAt = try row.next()
        liftedBy = try row.next()
    }

    private static func reason(_ json: String) throws -> Text { try JSONDecoder().decode(Text.self, from: Data(json.utf8)) }

    static func json(_ reason: Text) throws -> String { String(decoding: try JSONEncoder().encode(reason), as: UTF8.self) }
}

extension Ban {
    /// What the app answers to the person: that it is closed, until when, and why.
    public func problem(appName: Text) -> Problem {
        let end: Text =
            if let until { "You can use it again from \(moment: until)." } else { "The ban is permanent. Only a moderator can lift it." }
        return Problem(
            .forbidden, "accounts.banned", "You’re banned from \(appName). The reason: \(reason)", remedy: end,
            page: .init("You’re banned from \(appName)", "The reason: \(reason)"))
    }
}

/// Why a ban was not made or lifted.
public enum BanRefusal: Error, Equatable {
    case yourself
    case ownBan
    case owner
    case reasonMissing
    case endPassed
    case unknownApp
}

extension BanRefusal: ProblemConvertible {
    /// As people and programs see it.
    public var problem: Problem {
        switch self {
        case .yourself:
            Problem(.conflict, "accounts.ban-yourself", "Nobody can ban themselves.", remedy: "Ask someone else to decide.")
        case .ownBan:
            Problem(.conflict, "accounts.own-ban", "Nobody can lift their own ban.", remedy: "Ask someone else to decide.")
        case .owner:
            Problem(
                .conflict, "accounts.ban-owner", "An owner of the site can’t be banned.", remedy: "Another owner can take the ownership away first.")
        case .reasonMissing:
            Problem(
                .invalid, "accounts.ban-reason", "A ban needs a reason of up to 500 characters.", remedy: "Write what the person is told.",
                fields: ["reason": "Write a reason of 1 to 500 characters."])
        case .endPassed:
            Problem(
                .invalid, "accounts.ban-end", "That end is in the past.", remedy: "Choose a later one.",
                fields: ["days": "Choose an end in the future."])
        case .unknownApp:
            Problem(
                .invalid, "accounts.unknown-app", "There’s no such app.", remedy: "Choose one of the apps on the page.",
                fields: ["app": "Choose an app."])
        }
    }
}
