import Core
import Database
import Jobs
import Notifications
import Platform
import Web

/// Sees to it that no request is forgotten: what the first level did not answer in time moves up, and what the second did not
/// is told once more (LIB-149).
struct Escalation: Sendable {
    let site: Site
    let support: Support

    static let job = Job<NoPayload>("help.escalation")

    var kind: JobKind { JobKind(Self.job, limit: 1) { (_, _) in try await run() } }

    var schedule: Schedule { Schedule(Self.job, .every(.seconds(300))) }

    private func run() async throws {
        try await site.write(by: nil) { write in
            let overdue = try write.all(
                """
                SELECT \(SupportRequest.columns) FROM help_request r
                WHERE r.status = 'open' AND r.due_at < \(write.now) AND r.overdue_told = 0 ORDER BY r.due_at LIMIT 200
                """ as Query<SupportRequest>)
            let usesLevels = try SupportLevels.areUsed(in: write)
            for request in overdue {
                if request.level == 1 {
                    try support.moveUp(request, in: write)
                } else {
                    try write.run("UPDATE help_request SET overdue_told = 1, changed_at = \(write.now) WHERE id = \(request.id)")
                    let notification = Notification(
                        kind: SupportNotifications.waiting.id,
                        title: usesLevels ? "Overdue: \(request.subject)" : "Still waiting for an answer: \(request.subject)",
                        body: usesLevels ? "An answer was due \(moment: request.dueAt)." : "Asked \(moment: request.createdAt).",
                        link: HelpPaths.deskRequest(request.id),
                        key: "help-\(request.id)-overdue-\(request.dueAt.milliseconds)")
                    try support.tell(.supportSecond, notification, in: write)
                }
            }
        }
    }
}
