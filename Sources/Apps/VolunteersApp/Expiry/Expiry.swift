import Accounts
import Audit
import Core
import Database
import Jobs
import Notifications
import Platform
import Web

/// Takes requests from the lists whose day has passed, or that nobody has touched for a long time; their author opens them again or not.
struct Expiry: Sendable {
    static let job = Job<Work>("volunteers.expiry")
    /// How long a request without a day stays in the lists.
    static let patience = Duration.days(60)

    /// The post whose time may be over.
    struct Work: Codable, Sendable {
        let post: PostID
    }

    let site: Site
    let index: PostIndex
    let notifier: Notifier

    /// Until when a request is listed that is published or opened again now.
    func end(of time: PostTime, at now: Instant) -> Instant {
        let zone = site.configuration.zone
        if let day = time.day, time.length != .weekly {
            let end = day.start(in: zone, after: 1)
            if end > now { return end }
        }
        return now + Self.patience
    }

    /// Sets the end of a post that others see from now on.
    func begin(_ id: PostID, _ time: PostTime, in write: Write) throws {
        let end = end(of: time, at: write.now)
        try write.run("UPDATE volunteers_post SET expires_at = \(end), changed_at = \(write.now), changed_by = \(write.actor) WHERE id = \(id)")
        try write.withdraw(Self.job, key: id.description)
        try write.enqueue(Self.job, Work(post: id), at: end, key: id.description)
    }

    /// The work at the end.
    func run(_ work: Work) async throws {
        try await site.write(by: nil) { write in
            guard let post = try write.first(.post(work.post)), post.status == .accepted, post.closedAt == nil,
                let end = post.expiresAt, end <= write.now
            else { return }
            try write.run(
                """
                UPDATE volunteers_post SET closed_at = \(write.now), is_expired = 1, changed_at = \(write.now), changed_by = NULL
                WHERE id = \(post.id)
                """)
            try index.refresh(post.id, in: write)
            try write.audit(.update, post.id, ["is": "expired"])
            let hasDay = post.content.time.day != nil
            try notifier.send(
                Notification(
                    kind: VolunteersNotifications.own.id, title: "“\(post.content.title)” is no longer in the list",
                    body: hasDay
                        ? "Its day has passed. You can open it again if you still need help."
                        : "It was there for 60 days. You can open it again if you still need help.",
                    link: VolunteersPaths.post(post.id), key: "\(Self.job.id).\(post.id).\(write.now.milliseconds)", actor: nil),
                to: post.author, in: write)
        }
    }
}
