import Core
import Database
import Jobs
import Platform

/// Forgets support requests some time after they were closed.
struct SupportRetention: Sendable {
    static let job = Job<NoPayload>("help.keeping")
    static let closed = Retention(
        "help.closed-days", "Closed support requests", hint: "Days, including all messages. 0: for ever.", days: 730, limits: 0...3650)

    let site: Site

    var kind: JobKind {
        JobKind(Self.job, limit: 1) { (_, _) in
            guard let limit = site.limit(of: Self.closed) else { return }
            try await site.write(by: nil) { write in
                _ = try write.run("DELETE FROM help_request WHERE status = 'closed' AND changed_at < \(limit)")
            }
        }
    }

    var schedule: Schedule { Schedule(Self.job, .daily(hour: 3, minute: 55, timeZone: site.configuration.zone)) }
}
