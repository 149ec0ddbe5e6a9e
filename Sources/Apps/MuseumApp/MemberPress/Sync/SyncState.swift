import Core
import Database
import Platform

/// Why MemberPress could not be read or written, as people are told.
enum SyncFailure: String, Sendable, Codable {
    /// Nobody answered, or a page did in the plugin's place.
    case down
    /// The key isn't taken any more.
    case key
    /// WordPress answers, and MemberPress' developer tools don't.
    case plugin
    /// What came can't be read.
    case unreadable
    /// Most members are gone there at once, which is rather a fault than meant; nobody loses anything before staff say so.
    case emptied

    init(_ failure: MemberPressFailure) {
        self =
            switch failure {
            case .refused: .key
            case .rejected(let code, _): code == "rest_no_route" ? .plugin : .unreadable
            case .malformed, .hashMismatch: .unreadable
            case .unreachable, .notFound: .down
            }
    }
}

/// How far the site is with MemberPress: one row for all nodes.
struct SyncState: Sendable, SQLRow {
    /// What reading everything goes through.
    enum Step: String, Sendable, Codable {
        case members, transactions
        /// What was not on any page: it is asked for one by one before it counts as gone.
        case missingMembers = "missing-members"
        case missingTransactions = "missing-transactions"
    }

    /// Where a run is that reads everything.
    struct Cursor: Sendable, Codable, Equatable {
        var begunAt: Instant
        var step: Step
        /// The next page, from 1.
        var page: Int
    }

    let cursor: Cursor?
    /// Whether somebody asked for a run.
    let isDue: Bool
    let triedAt: Instant?
    /// When everything was read and written last.
    let succeededAt: Instant?
    let failedSince: Instant?
    let failure: SyncFailure?
    /// Whether staff have said that most members being gone is right.
    let acceptsLoss: Bool

    static let columns: SQL = "begun_at, step, page, is_due, tried_at, succeeded_at, failed_since, failure, is_loss_accepted"

    init(row: inout RowReader) throws {
        let (begun, step, page): (Instant?, String?, Int?) = (try row.next(), try row.next(), try row.next())
        if let begun, let step = step.flatMap(Step.init), let page {
            cursor = Cursor(begunAt: begun, step: step, page: page)
        } else {
            cursor = nil
        }
        isDue = try row.next()
        triedAt = try row.next()
        succeededAt = try row.next()
        failedSince = try row.next()
        failure = try row.next(String?.self).flatMap { SyncFailure(rawValue: $0) }
        acceptsLoss = try row.next()
    }

    static func read(in db: any Connection) throws -> SyncState? {
        try db.first("SELECT \(columns) FROM museum_memberpress_state WHERE id = 1" as Query<SyncState>)
    }

    // MARK: Steps

    /// The row, before anything is changed in it.
    static func prepare(in write: Write) throws {
        try write.run(
            """
            INSERT INTO museum_memberpress_state (id, changed_at, changed_by) VALUES (1, \(write.now), \(nil as PersonID?))
            ON CONFLICT (id) DO NOTHING
            """)
    }

    /// Takes the right to talk to MemberPress, which one job at a time has: two that write at once would write twice.
    /// - Returns: false while another has it.
    static func claim(for time: Duration, in write: Write) throws -> Bool {
        try prepare(in: write)
        return try write.run(
            """
            UPDATE museum_memberpress_state SET busy_until = \(write.now + time), tried_at = \(write.now), changed_at = \(write.now)
            WHERE id = 1 AND (busy_until IS NULL OR busy_until <= \(write.now))
            """) == 1
    }

    /// Notes that whoever has the right is still at work.
    static func keepClaim(for time: Duration, in write: Write) throws -> Bool {
        try write.run("UPDATE museum_memberpress_state SET busy_until = \(write.now + time), changed_at = \(write.now) WHERE id = 1") == 1
    }

    static func release(in write: Write) throws {
        try write.run("UPDATE museum_memberpress_state SET busy_until = NULL, changed_at = \(write.now) WHERE id = 1")
    }

    /// Notes where the run is, and that it lives.
    static func move(to cursor: Cursor?, for time: Duration, in write: Write) throws {
        try write.run(
            """
            UPDATE museum_memberpress_state SET begun_at = \(cursor?.begunAt), step = \(cursor?.step.rawValue), page = \(cursor?.page),
                busy_until = \(write.now + time), changed_at = \(write.now)
            WHERE id = 1
            """)
    }

    /// Asks for everything to be read.
    static func ask(in write: Write) throws {
        try prepare(in: write)
        try write.run("UPDATE museum_memberpress_state SET is_due = \(true), changed_at = \(write.now) WHERE id = 1")
    }

    /// Staff know that most members are gone, and want it so.
    static func acceptLoss(in write: Write) throws {
        try write.run(
            "UPDATE museum_memberpress_state SET is_loss_accepted = 1 WHERE id = 1 AND failure = \(SyncFailure.emptied.rawValue)")
    }

    /// Notes that everything was read and written.
    static func succeed(in write: Write) throws {
        try write.run(
            """
            UPDATE museum_memberpress_state SET succeeded_at = \(write.now), begun_at = NULL, step = NULL, page = NULL, is_due = \(false),
                failed_since = NULL, failure = NULL, busy_until = NULL, is_loss_accepted = 0, changed_at = \(write.now)
            WHERE id = 1
            """)
    }

    /// Notes that MemberPress answers again.
    static func recover(in write: Write) throws {
        try write.run(
            "UPDATE museum_memberpress_state SET failed_since = NULL, failure = NULL, busy_until = NULL, changed_at = \(write.now) WHERE id = 1")
    }

    static func fail(_ failure: SyncFailure, in write: Write) throws {
        try prepare(in: write)
        try write.run(
            """
            UPDATE museum_memberpress_state SET failed_since = COALESCE(failed_since, \(write.now)), failure = \(failure.rawValue), busy_until = NULL,
                changed_at = \(write.now)
            WHERE id = 1
            """)
    }
}
