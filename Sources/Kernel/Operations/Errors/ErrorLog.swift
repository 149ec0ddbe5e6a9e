import Audit
import Core
import Database
import Jobs
import Platform

/// Keeps failures, takes in what people say about them, and forgets them after a while.
struct ErrorLog: FailureRecorder {
    let site: Site
    let reports: ErrorReports
    /// When everything fails at once, the first ones tell enough; the process's own log has them all.
    private let pace: RateLimiter
    static let purgeJob = Job<NoPayload>("operations.forget-errors")

    init(site: Site, reports: ErrorReports) {
        self.site = site
        self.reports = reports
        pace = RateLimiter(capacity: 60, per: .seconds(60), clock: site.clock)
    }

    func record(_ failure: RequestFailure) async {
        guard pace.take("server") == nil else { return }
        do {
            try await keep(
                .server, id: failure.requestID, method: failure.method, path: failure.path, status: failure.status, person: failure.person,
                cause: failure.cause)
        } catch {
            site.log(.error, "error-log.failed", ["request": .string(failure.requestID), "cause": .string("\(error)")])
        }
    }

    /// Keeps a failure, also of somebody whose account has been deleted since; a second one under the same id changes nothing.
    func keep(
        _ origin: ErrorRecord.Origin, id: String, method: String, path: String, status: Int, person: PersonID?, cause: String
    ) async throws {
        let now = site.clock.now()
        // An answer of the 500s that a page gave by itself carries no cause.
        let cause = cause.trimmed.isEmpty ? ErrorRecord.noCause(status) : cause
        let words = String(cause.prefix(ErrorRecord.longestCause))
        let fingerprint = ErrorRecord.fingerprint(origin, cause)
        try await site.write(by: nil) { write in
            try write.run(
                """
                INSERT INTO operations_error (request_id, origin, method, path, status, person_id, fingerprint, cause, changed_at, changed_by)
                VALUES (\(String(id.prefix(100))), \(origin), \(method), \(String(path.prefix(300))), \(status),
                    (SELECT id FROM account_person WHERE id = \(person)), \(fingerprint), \(words), \(now), \(nil as PersonID?))
                ON CONFLICT (request_id) DO NOTHING
                """)
        }
    }

    /// Adds what a person says about a failure, and tells those who look after errors. False when no such failure is known.
    func report(_ requestID: String, words: String, by person: PersonID?) async throws -> Bool {
        let words = String(words.trimmed.prefix(ErrorRecord.longestWords))
        return try await site.write(by: nil) { write in
            let reported = try write.first(
                """
                UPDATE operations_error SET words = \(words), changed_by = \(person) WHERE request_id = \(requestID) RETURNING \(ErrorRecord.columns)
                """ as Query<ErrorRecord>)
            if let reported { try reports.tell(of: reported, by: person, in: write) }
            return reported != nil
        }
    }

    /// Every night, failures that nobody needs any more.
    var kind: JobKind {
        JobKind(Self.purgeJob, limit: 1) { (_, _) in
            let limit = site.limit(of: OperationsSettings.errors)
            try await site.write(by: nil) { write in try write.run("DELETE FROM operations_error WHERE changed_at < \(limit)") }
        }
    }

    var schedule: Schedule { Schedule(Self.purgeJob, .daily(hour: 3, minute: 40, timeZone: site.configuration.zone)) }
}
