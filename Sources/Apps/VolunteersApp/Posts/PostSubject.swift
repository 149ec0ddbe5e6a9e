import Audit
import Core
import Database
import Events
import Jobs
import Moderation
import Platform
import Web

extension ModerationReason {
    /// Why a request can be reported (VOL-047).
    static let ofRequests: [Self] = [forProfit] + usual
}

/// What Moderation asks and tells about posts.
struct PostSubject: ModeratedSubject {
    /// Also the kind of subject that conversations are about.
    static let kind = "volunteers.post"

    let index: PostIndex
    let expiry: Expiry

    var kind: String { Self.kind }
    var name: Text { "Request" }
    var mention: SubjectMention { SubjectMention("a request", titled: "the request") }
    var app: String { "volunteers" }
    var moderators: Permission { .volunteersModerate }
    var reasons: [ModerationReason] { ModerationReason.ofRequests }

    /// The newest version: it is what is to be judged.
    func snapshot(of id: Int64, in db: any Connection) throws -> SubjectSnapshot? {
        guard let post = try db.first(.post(PostID(id))), let version = try db.first(.newest(of: post.id)) else { return nil }
        return SubjectSnapshot(
            author: post.author, title: version.content.title, text: version.content.words.joined(separator: "\n"),
            place: version.content.area, link: VolunteersPaths.post(post.id), writtenAt: version.writtenAt,
            publicTitle: post.acceptedVersion == nil ? nil : post.content.title,
            standing: post.closedAt == nil ? nil : post.isExpired ? "This request has expired." : "This request is closed: help was found.")
    }

    func earlier(of id: Int64, in db: any Connection) throws -> String? {
        guard let version = try db.first(.newest(of: PostID(id))) else { return nil }
        return try db.first(.before(version)).map { $0.content.words.joined(separator: "\n") }
    }

    func titled(_ words: String, most: Int) -> Query<Int64>? {
        "SELECT id FROM volunteers_post WHERE \(sql: .containsEach(words, in: "title")) ORDER BY id DESC LIMIT \(most)"
    }

    /// Carries a verdict out; the feed of everybody who looks at it hears of a post that became public.
    func apply(_ decision: SubjectDecision, to id: Int64, in write: Write) throws {
        guard let post = try write.first(.post(PostID(id))), let version = try write.first(.newest(of: post.id)) else { return }
        let statements = PostStatements(db: write, now: write.now, person: nil)
        switch decision {
        case .accept:
            try statements.publish(version)
            if post.closedAt == nil || post.isExpired { try expiry.begin(post.id, version.content.time, in: write) }
        case .reject(let reason, let manual): try statements.hold(version, .rejected, reason: reason, isManual: manual, of: post)
        case .hold(let reason): try statements.hold(version, .pending, reason: reason, isManual: false, of: post)
        case .remove(let reason): try statements.remove(version, reason: reason)
        }
        try index.refresh(post.id, in: write)
        guard decision == .accept, post.publishedAt == nil else { return }
        try write.count(.requestsPublished)
        guard post.isOpen else { return }
        try write.emit(Feed.topic, to: .everyone, kind: "post", FeedEvent(category: version.content.category))
        try write.enqueue(NewRequestNotifier.job, NewRequestNotifier.Work(post: post.id, after: nil))
    }

    func memento(of id: Int64, in db: any Connection) throws -> String? {
        try PostMemento(of: PostID(id), in: db).map { try StoredJSON($0).text }
    }

    func restore(_ memento: String, to id: Int64, in write: Write) throws {
        guard let post = try write.first(.post(PostID(id))) else { return }
        try PostStatements(db: write, now: write.now, person: nil).restore(StoredJSON<PostMemento>(text: memento).value, to: post)
        try index.refresh(post.id, in: write)
    }
}

extension Post: Audited {
    static var auditEntity: String { PostSubject.kind }
}

/// What screens are told of a new post: nothing that a stranger could read anything from.
struct FeedEvent: Codable {
    let category: CategoryID
}

extension PostContent {
    /// Everything that the filter reads.
    var words: [String] { area.isEmpty ? [title, body] : [title, body, area] }
}
