import Accounts
public import Core
import Database
import Interface
import Markup
import Platform
import Web

/// A ban as its form asks for it: of a case's author, of a person among the moderators' pages, and of an account.
public struct BanChoice: Decodable, Sendable {
    /// The app to ban from.
    public var app: String
    /// One of ``BanLength/all``.
    public var days: Int
    var why: String?
    var told: String?
    /// Whether the question was answered.
    public var confirmed: Bool?

    /// Own words for the person, in characters; with a reason before them they fit into ``Bans/longestReason``.
    static let longestWords = 300

    private var words: String { (told ?? "").trimmed }

    /// What the person is told.
    /// - Throws: what is missing, at its field.
    public func reason(among reasons: BanReasons) throws -> Text {
        guard !app.isEmpty else { throw Self.problem("A ban covers one app.", at: "app", "Choose an app.") }
        guard let reason = reasons.reason(why, from: app) else {
            throw Self.problem("The person needs to know why.", at: "why", "Choose a reason.")
        }
        guard !reason.needsWords || !words.isEmpty else { throw Self.problem("The person needs to know why.", at: "told", "Write a reason.") }
        guard words.length <= Self.longestWords else {
            throw Self.problem("The reason is too long.", at: "told", "Write at most \(Self.longestWords) characters.")
        }
        guard BanLength.all.contains(where: { $0.days == days }) else { throw ModerationRefusal.nothingToDecide }
        return reason.toldOfPerson(words)
    }

    /// When it ends by itself; nil is never.
    public func end(from now: Instant) -> Instant? { BanLength.end(days: days, from: now) }

    /// What is said once it has begun.
    public func done(_ name: String, from now: Instant) -> Text {
        end(from: now).map { "\(name) is banned until \(day: $0)." } ?? "\(name) is banned permanently."
    }

    var fields: [(name: String, value: String)] { [("app", app), ("days", String(days)), ("why", why ?? ""), ("told", words)] }

    private static func problem(_ detail: Text, at field: String, _ words: Text) -> Problem {
        Problem(.invalid, "moderation.ban-reason", detail, fields: [field: words])
    }
}
