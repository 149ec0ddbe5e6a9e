import Database
import Synchronization

/// The number of the last change that could add an item to a list or take one off it.
///
/// Triggers raise it inside of the changing transaction, so a snapshot that sees a revision sees all changes up to it and none after.
enum CatalogueRevision {
    /// What decides whether an item is in a list, by table; nil is every column.
    private static let watched: [(table: String, columns: String?)] = [
        ("library_item", "status, kind, language, format, series, staff_pick, file_ref"),
        ("library_item_author", nil),
        ("library_item_category", nil),
        ("library_category", "parent_id"),
    ]

    /// The revision that a snapshot sees.
    static let current: Query<Int64> = "SELECT revision FROM library_catalogue"

    /// The triggers, once per statement where the engine can. Part of a migration: another filter needs another migration.
    static func triggers(_ dialect: Dialect) -> String {
        let raise = "UPDATE library_catalogue SET revision = revision + 1;"
        let function = """
            CREATE FUNCTION library_catalogue_raise() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN \(raise) RETURN NULL; END';

            """
        let all = watched.flatMap { table, columns in
            [("added", "INSERT"), ("removed", "DELETE"), ("changed", "UPDATE" + (columns.map { " OF " + $0 } ?? ""))].map { name, event in
                let action = dialect == .sqlite ? "BEGIN \(raise) END;" : "FOR EACH STATEMENT EXECUTE FUNCTION library_catalogue_raise();"
                return "CREATE TRIGGER \(table)_\(name) AFTER \(event) ON \(table) \(action)"
            }
        }
        return (dialect == .postgres ? function : "") + all.joined(separator: "\n")
    }
}

/// Answers that stay true until the catalogue's revision changes, in memory: totals and counts that walk all matches.
final class RevisedAnswers: Sendable {
    private struct State {
        var revision: Int64 = 0
        var answers: [CatalogueList: any Sendable] = [:]
    }

    private let mostAnswers: Int
    /// Guards the answers, all of one revision.
    private let state = Mutex(State())

    /// - Parameter mostAnswers: filters are many, those in use are few; beyond this number all are dropped.
    init(mostAnswers: Int = 512) { self.mostAnswers = mostAnswers }

    /// The answer of the snapshot that `db` reads, if it is here.
    func kept<Answer: Sendable>(_ key: CatalogueList, in db: any Connection) throws -> Answer? {
        let revision = try db.one(CatalogueRevision.current)
        return state.withLock { $0.revision == revision ? $0.answers[key] as? Answer : nil }
    }

    /// The answer of the snapshot that `db` reads, kept or fresh.
    func value<Answer: Sendable>(_ key: CatalogueList, in db: any Connection, read: () throws -> Answer) throws -> Answer {
        let revision = try db.one(CatalogueRevision.current)
        if let kept = state.withLock({ $0.revision == revision ? $0.answers[key] as? Answer : nil }) { return kept }
        let fresh = try read()
        state.withLock { state in
            // A snapshot older than what is kept is answered, and not kept.
            guard revision >= state.revision else { return }
            if revision > state.revision || state.answers.count >= mostAnswers { state.answers.removeAll() }
            state.revision = revision
            state.answers[key] = fresh
        }
        return fresh
    }
}
