import Accounts
import Core
import Database
import Jobs
import Messages
import Notifications
import Platform
import Web

/// Tells those who offered that a request has got its help, or is open again: a while after its author said so, so that what was touched
/// by mistake is taken back untold, and nobody is told what they know already.
struct ClosureNotifier: Sendable {
    static let job = Job<Work>("volunteers.openness")
    /// How long an author may change their mind.
    static let pause = Duration.seconds(300)

    /// The post whose author said something.
    struct Work: Codable, Sendable {
        let post: PostID
    }

    let site: Site
    let conversations: Conversations
    let notifier: Notifier

    /// Looks at a post when the pause is over.
    func expect(_ post: PostID, in write: Write) throws {
        try write.enqueue(Self.job, Work(post: post), at: write.now + Self.pause, key: "\(post)")
    }

    /// The work after the pause.
    func run(_ work: Work) async throws {
        try await site.write(by: nil) { write in try tell(of: work.post, in: write) }
    }

    private func tell(of id: PostID, in write: Write) throws {
        guard let post = try write.first(.post(id)), post.status == .accepted else { return }
        let isClosed = post.closedAt != nil
        let isNews = try write.run(
            """
            UPDATE volunteers_post SET is_closing_told = \(isClosed), changed_at = \(write.now)
            WHERE id = \(id) AND is_closing_told <> \(isClosed)
            """)
        guard isNews > 0, let poster = try People.names(of: [post.author], in: write)[post.author] else { return }
        if isClosed { try write.count(.helped) }
        let helpers = try write.all(.helpers(of: id))
        for person in try conversations.partners(of: post.author, about: Posts.subject(id), in: write) {
            let told = Self.words(poster, post, isClosed: isClosed, hasHelped: helpers.contains(person))
            try send(told.title, told.body, link: VolunteersPaths.post(id), about: post, to: person, in: write)
        }
    }

    private static func words(_ poster: String, _ post: Post, isClosed: Bool, hasHelped: Bool) -> (title: Text, body: Text) {
        guard isClosed else { return ("\(poster) asks for help again", "“\(post.content.title)” is open again.") }
        return hasHelped
            ? ("\(poster) thanks you for your help", "You helped with “\(post.content.title)”. It’s no longer in the list.")
            : ("\(poster) has found help", "“\(post.content.title)” is no longer in the list. Thank you for offering.")
    }

    /// Tells them at once that a request is about to be deleted, for nothing brings it back. Who knows that it has got its help hears no more.
    func tellOfDeletion(of post: Post, in write: Write) throws {
        let knows = try write.one("SELECT is_closing_told FROM volunteers_post WHERE id = \(post.id)" as Query<Bool>)
        guard !knows, let poster = try People.names(of: [post.author], in: write)[post.author] else { return }
        for person in try conversations.partners(of: post.author, about: Posts.subject(post.id), in: write) {
            let talk = try conversations.about(Posts.subject(post.id), of: person, in: write).first
            try send(
                "\(poster) no longer asks for help", "“\(post.content.title)” has been deleted. Thank you for offering.",
                link: talk.map { MessagesPaths.conversation($0.id) } ?? VolunteersPaths.home(), about: post, to: person, in: write)
        }
    }

    private func send(_ title: Text, _ body: Text, link: String, about post: Post, to person: PersonID, in write: Write) throws {
        try notifier.send(
            Notification(
                kind: VolunteersNotifications.offered.id, title: title, body: body, link: link,
                key: "\(Self.job.id).\(post.id).\(write.now.milliseconds)", actor: post.author),
            to: person, in: write)
    }
}
