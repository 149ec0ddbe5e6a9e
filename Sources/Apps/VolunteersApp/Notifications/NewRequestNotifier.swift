import Core
import Database
import Jobs
import Notifications
import Platform
import Web

/// Tells the people who want to hear of new posts about one (VOL-048), a few hundred at a time so that no write is long.
struct NewRequestNotifier: Sendable {
    static let job = Job<Work>("volunteers.news")
    static let batch = 200

    /// The post, and the last person who was told.
    struct Work: Codable, Sendable {
        var post: PostID
        var after: PersonID?
    }

    let site: Site
    let notifier: Notifier

    func run(_ work: Work, _ context: JobContext) async throws {
        var last = work.after
        while !context.isCancelled {
            let from = last
            let told = try await site.write(by: nil) { write in try tell(of: work.post, after: from, in: write) }
            guard let told else { return }
            last = told
        }
    }

    /// Tells the next people; the last one of them, or nil when everybody knows. A post that is gone, hidden or closed is no news any more.
    private func tell(of id: PostID, after last: PersonID?, in write: Write) throws -> PersonID? {
        guard let post = try write.first(.post(id)), post.isListed else { return nil }
        let people = try write.all(.wantingNews(of: post, after: last ?? PersonID(0), limit: Self.batch))
        for person in people {
            let notification = Notifications.Notification(
                kind: VolunteersNotifications.news.id, title: "New request: \(post.content.title)", body: "Someone is asking for help.",
                link: VolunteersPaths.post(id), key: "volunteers.news.\(id)", actor: post.author)
            try notifier.send(notification, to: person, in: write)
        }
        return people.last
    }
}

extension Query where Row == PersonID {
    /// The people whose choice a post meets, but its author.
    fileprivate static func wantingNews(of post: Post, after last: PersonID, limit: Int) -> Self {
        """
        SELECT person_id FROM volunteers_member
        WHERE (news = 'all' OR (news = 'category' AND news_category_id = \(post.content.category)))
            AND person_id > \(last) AND person_id <> \(post.author)
        ORDER BY person_id LIMIT \(limit)
        """
    }
}
