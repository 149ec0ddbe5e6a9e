import Audit
import Core
import Crypto
import Database
import Events
import Localization
import Platform

/// The identity of a display.
typealias DisplayID = ID<Display>

/// A screen for customers that shows which numbers are ready: a television on which nobody is signed in. Whoever knows its link sees the
/// numbers, so that staff can end each link.
struct Display: Sendable, Equatable {
    static let longestName = 40

    let id: DisplayID
    let name: String
    let createdAt: Instant
}

extension Display: Audited {
    static var auditEntity: String { "cafeteria.display" }
}

extension Display: SQLRow {
    static let columns: SQL = "id, name, created_at"

    init(row: inout RowReader) throws {
        id = try row.next()
        name = try row.next()
        createdAt = try row.next()
    }
}

/// The displays of a site.
struct Displays: Sendable {
    /// The topic of changes of what displays show; it carries nothing but that something changed.
    static let topic = "cafeteria.displays"
    /// How many a site has at most.
    static let most = 20
    /// Nobody stands waiting for what is wanted later than this.
    private static let ahead = Duration.seconds(2 * 3600)

    let site: Site

    /// The numbers on a display.
    struct Board: Sendable {
        /// The latest first.
        let ready: [Order]
        /// What the kitchen has begun, in the order in which it is wanted.
        let making: [Order]
        /// What it hasn’t begun, likewise.
        let waiting: [Order]
        /// What it is read in; nil for what the screen itself asks for.
        let language: Language?
        /// The place in the event stream at which this was read.
        let sequence: Int64
    }

    func all() async throws -> [Display] {
        try await site.database.read { db in
            try db.all("SELECT \(Display.columns) FROM cafeteria_display ORDER BY id LIMIT \(Self.most)" as Query<Display>)
        }
    }

    /// Makes a display.
    /// - Returns: the code that its link ends in, which is shown this once.
    /// - Throws: ``DisplayRefusal``.
    func create(_ name: String, in language: Language?, by person: PersonID) async throws -> String {
        guard (1...Display.longestName).contains(name.count) else { throw DisplayRefusal.nameWrong }
        let code = DisplayCode()
        try await site.write(by: person) { write in
            let count: Int = try write.one("SELECT count(*) FROM cafeteria_display")
            guard count < Self.most else { throw DisplayRefusal.tooMany }
            let id: DisplayID = try write.insert(
                """
                INSERT INTO cafeteria_display (name, language, token_hash, created_at, changed_at, changed_by)
                VALUES (\(name), \(language), \(code.hash), \(write.now), \(write.now), \(write.actor))
                """)
            try write.audit(.create, id, ["name": name])
        }
        return code.text
    }

    /// Ends a display: its link leads nowhere from now on.
    func end(_ id: DisplayID, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            let name = try write.first("DELETE FROM cafeteria_display WHERE id = \(id) RETURNING name" as Query<String>)
            guard let name else { throw Problem.notFound }
            try write.audit(.delete, id, ["name": name])
            // Streams look whether their display is still there when something happens.
            try write.emit(Self.topic, to: .everyone, kind: "changed", [String: String]())
        }
    }

    /// Whether a link is one of a display.
    func isValid(_ text: String, in db: any Connection) throws -> Bool { try language(of: text, in: db) != nil }

    /// What a display is read in, if anything was chosen; nil where the link is none.
    private func language(of text: String, in db: any Connection) throws -> Language?? {
        // Links that were made before codes were short lead on.
        guard let hash = DisplayCode(text)?.hash ?? Token(text)?.hash else { return nil }
        return try db.first("SELECT language FROM cafeteria_display WHERE token_hash = \(hash)" as Query<Language?>)
    }

    /// What a display shows.
    /// - Throws: ``DisplayRefusal/ended`` where the link is none.
    func board(for code: String) async throws -> Board {
        try await site.database.read { [site, self] db in
            guard let language = try language(of: code, in: db) else { throw DisplayRefusal.ended }
            let active = try db.all(Query<Order>.active)
            let soon = site.clock.now() + Self.ahead
            let ready = active.filter { $0.status == .ready }.sorted { $0.readyAt ?? $0.createdAt > $1.readyAt ?? $1.createdAt }
            let making = active.filter { $0.status == .preparing }
            let waiting = active.filter { $0.status == .confirmed && $0.promisedAt <= soon }
            return Board(ready: ready, making: making, waiting: waiting, language: language, sequence: try site.events.head(in: db))
        }
    }
}

/// Why a display wasn't made or shown.
enum DisplayRefusal: Error, Equatable {
    case nameWrong
    case tooMany
    case ended
}

extension DisplayRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .nameWrong:
            Problem(
                .invalid, "cafeteria.display-name", "Give the display a name.", remedy: "Write where it hangs.",
                fields: ["name": "Enter a name of at most \(Display.longestName) characters."])
        case .tooMany:
            Problem(.conflict, "cafeteria.displays-full", "There can’t be more displays.", remedy: "End one that isn’t used any more.")
        case .ended:
            Problem(.notFound, "cafeteria.display-ended", "This link has ended.", remedy: "Ask at the counter for a new one.")
        }
    }
}
