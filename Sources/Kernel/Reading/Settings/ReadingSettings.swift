import Core
import Database
import Foundation
import Platform
import Web

/// How a person likes to read. Kept on each device in a cookie, and for members on the server too, so that a new device begins
/// with what the person chose before.
public struct ReadingSettings: Codable, Sendable, Equatable {
    /// One long scroll, or pages.
    public enum Mode: String, Codable, Sendable, CaseIterable { case scroll, pages }
    /// Which way the text moves.
    public enum Axis: String, Codable, Sendable, CaseIterable { case vertical, horizontal }
    /// The family of letters.
    public enum Face: String, Codable, Sendable, CaseIterable { case serif, sans }
    /// The room between lines.
    public enum Leading: String, Codable, Sendable, CaseIterable { case tight, normal, loose }
    /// The length of lines.
    public enum Width: String, Codable, Sendable, CaseIterable { case narrow, normal, wide }
    /// Paper and ink.
    public enum Theme: String, Codable, Sendable, CaseIterable { case system, light, sepia, dark }
    /// How the verses of a Bible stand: each on a line of its own, or one behind the other.
    public enum Verses: String, Codable, Sendable, CaseIterable { case lines, running }

    /// The steps of the letters' size.
    public static let sizes = 1...9

    /// One long scroll, or pages.
    public var mode = Mode.scroll
    /// Which way the text moves.
    public var axis = Axis.vertical
    /// The size of the letters, a step of ``sizes``.
    public var size = 4
    /// The family of letters.
    public var face = Face.serif
    /// The room between lines.
    public var leading = Leading.normal
    /// The length of lines.
    public var width = Width.normal
    /// Paper and ink.
    public var theme = Theme.system
    /// Whether lines are filled to both edges.
    public var justified = false
    /// How the verses of a Bible stand; nil is what one begins with, and what was kept before there was a choice.
    public var verses: Verses?

    /// What a new reader begins with.
    public init() {}
}

extension ReadingSettings {
    /// What the form sends. A checkbox that is not ticked sends nothing.
    struct Form: Decodable {
        var mode: Mode
        var axis: Axis
        var size: Int
        var face: Face
        var leading: Leading
        var width: Width
        var theme: Theme
        var justified: String?
        var then: String?
        var verses: Verses?
    }

    /// - Parameter before: what was chosen until now; pages that were kept earlier don’t ask for everything.
    init(_ form: Form, before: ReadingSettings) {
        mode = form.mode
        axis = form.axis
        size = min(max(form.size, Self.sizes.lowerBound), Self.sizes.upperBound)
        face = form.face
        leading = form.leading
        width = form.width
        theme = form.theme
        justified = form.justified != nil
        verses = form.verses ?? before.verses
    }

    static let cookieName = "reading"

    /// The cookie that keeps the settings on a device for a year. The reader's script writes the same one.
    func cookie() throws -> Cookie {
        let json = String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
        return Cookie(Self.cookieName, json, maxAge: .seconds(31_536_000), isHidden: false)
    }

    /// Reads what a device or the server kept; anything that is not ours counts as nothing.
    init?(json: String?) {
        guard let json, json.utf8.count < 1000, var value = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else { return nil }
        value.size = min(max(value.size, Self.sizes.lowerBound), Self.sizes.upperBound)
        self = value
    }
}

extension ReadingSettings {
    /// What this device or this person chose, or the beginning.
    public static func chosen(by request: Request, in db: any Connection) throws -> Self {
        if let kept = Self(json: request.cookie(cookieName)) { return kept }
        guard let person = request.identity.personID else { return Self() }
        let stored: String? = try db.first("SELECT settings FROM reading_settings WHERE person_id = \(person)")
        return Self(json: stored) ?? Self()
    }
}

/// Keeps people's reading settings.
struct SettingsStore: Sendable {
    let writer: Writer

    func keep(_ settings: ReadingSettings, for person: PersonID) async throws {
        let json = String(decoding: try JSONEncoder().encode(settings), as: UTF8.self)
        try await writer.write(by: person) { write in
            _ = try write.run(
                """
                INSERT INTO reading_settings (person_id, settings, changed_at, changed_by)
                VALUES (\(person), \(json), \(write.now), \(person))
                ON CONFLICT (person_id) DO UPDATE SET settings = excluded.settings, changed_at = excluded.changed_at
                """)
        }
    }
}
