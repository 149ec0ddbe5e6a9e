import Core
import Database
import Jobs
import Platform

/// Forgets old notifications at night, those that were read earlier than the rest.
struct NotificationRetention: Sendable {
    static let job = Job<NoPayload>("notifications.keeping")
    static let read = Retention("notifications.read-days", "Notifications that were read", hint: "Days to keep them in people’s inboxes.", days: 182)
    static let all = Retention("notifications.days", "All other notifications", hint: "Days to keep them in people’s inboxes.", days: 365)
    static let settings = [read.declaration, all.declaration]

    let site: Site

    var kind: JobKind { JobKind(Self.job, limit: 1) { (_, _) in try await run() } }

    var schedule: Schedule { Schedule(Self.job, .daily(hour: 3, minute: 45, timeZone: site.configuration.zone)) }

    private func run() async throws {
        let (read, all) = (site.limit(of: Self.read), site.limit(of: Self.all))
        try await site.write(by: nil) { write in
            try write.run(
                """
                DELETE FROM notification_notice WHERE created_at < \(all)
                    OR (created_at < \(read) AND (read_at IS NOT NULL OR in_inbox = 0))
                """)
        }
    }
}
