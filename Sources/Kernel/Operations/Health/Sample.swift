import Core
import Database

/// The state of the site over a stretch of time: a minute, or an hour of them.
struct Sample: SQLRow, Sendable {
    /// Where the stretch begins.
    var at: Instant
    /// Its length in seconds: 60 or 3600.
    var span: Int
    /// How many of its minutes the site was there.
    var minutes = 1
    var requests = 0
    /// Answers of the 500s.
    var errors = 0
    /// 95 of 100 requests took no longer, in milliseconds; the worst minute of an hour.
    var p95 = 0.0
    /// In bytes.
    var memory: Int64 = 0
    var diskFree: Int64 = 0
    var database: Int64 = 0
    /// Jobs that were due and waited.
    var queue = 0

    static let columns: SQL = "at, span, minutes, requests, errors, p95, memory, disk_free, database_size, queue"

    init(at: Instant, span: Int) {
        self.at = at
        self.span = span
    }

    init(row: inout RowReader) throws {
        at = try row.next()
        span = try row.next()
        minutes = try row.next()
        requests = try row.next()
        errors = try row.next()
        p95 = try row.next()
        memory = try row.next()
        diskFree = try row.next()
        database = try row.next()
        queue = try row.next()
    }
}

extension Query where Row == Sample {
    /// Samples of one length, oldest first.
    static func samples(span: Int, since: Instant, limit: Int = 2000) -> Self {
        "SELECT \(Sample.columns) FROM operations_sample WHERE span = \(span) AND at >= \(since) ORDER BY at LIMIT \(limit)"
    }
}
