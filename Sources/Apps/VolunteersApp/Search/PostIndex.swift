import Core
import Database
import Jobs
import Platform
import Search

/// What the site's search knows of requests: the public words of open ones, for those who may use the app.
struct PostIndex: Sendable {
    static let source = "volunteers.post"
    /// Guests never see requests, so nothing that searches for everybody finds one (VOL-004).
    static let audience = "volunteers"
    static let job = Job<Work>("volunteers.index")
    static let batch = 200

    let index: SearchIndex

    /// Enters a request as it stands now, or takes it out when it is not listed; in the transaction that changed it.
    func refresh(_ id: PostID, in db: any Connection) throws {
        guard let post = try db.first(.post(id)), post.isListed else { return try remove(id, in: db) }
        try put(post, in: db)
    }

    /// Takes a request out.
    func remove(_ id: PostID, in db: any Connection) throws { try index.remove(source: Self.source, subject: id.number, in: db) }

    private func put(_ post: Post, in db: any Connection) throws {
        let content = post.content
        try index.put(
            SearchDocument(
                source: Self.source, subject: post.id.number, audience: Self.audience, kind: "request", language: content.language,
                title: content.title, notes: "\(content.body)\n\(content.area)"), in: db)
    }

    /// Where entering everything goes on.
    struct Work: Codable, Sendable {
        var after: PostID
    }

    /// Enters every open request, a few at a time: for sites that had requests before they could be searched.
    func enterAll(_ work: Work, _ writer: Writer, _ context: JobContext) async throws {
        var last = work.after
        while !context.isCancelled {
            let from = last
            let entered = try await writer.write(by: nil) { write in
                let posts = try write.all(.listed(after: from, limit: Self.batch))
                for post in posts { try put(post, in: write) }
                return posts.last?.id
            }
            guard let entered else { return }
            last = entered
        }
    }

    /// Queues that work once, when the tables have just learnt about search.
    static func catchUp(in write: Write) throws {
        guard try write.run("DELETE FROM volunteers_task WHERE name = \(Self.job.id)") > 0 else { return }
        try write.enqueue(Self.job, Work(after: PostID(0)))
    }
}

extension Query where Row == Post {
    fileprivate static func listed(after id: PostID, limit: Int) -> Self {
        "SELECT \(Post.columns) FROM volunteers_post WHERE id > \(id) AND \(Post.isListed) ORDER BY id LIMIT \(limit)"
    }

    /// Open requests by id; in any order.
    static func listed(_ ids: [PostID]) -> Self {
        """
        SELECT \(Post.columns) FROM volunteers_post WHERE id IN \(list: ids) AND \(Post.isListed) ORDER BY id LIMIT \(ids.count)
        """
    }
}
