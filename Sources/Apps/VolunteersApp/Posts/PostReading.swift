import Accounts
import Core
import Database
import Messages
import Moderation
import Platform
import Web

extension Posts {
    /// A post as one viewer may see it.
    /// - Throws: `Problem.notFound` for what is not public and not theirs, so that it looks like nothing (VOL-009, VOL-038).
    func details(_ id: PostID, for viewer: FeedViewer) async throws -> PostDetails {
        try await site.database.read { db in
            guard let post = try db.first(.post(id)) else { throw Problem.notFound }
            let isOwn = post.author == viewer.person
            guard post.status == .accepted || isOwn || viewer.isModerator else { throw Problem.notFound }
            let knowsAll = isOwn || viewer.isModerator
            let isBookmarked = try !db.all(.bookmarked([id], by: viewer.person)).isEmpty
            return PostDetails(
                post: post, newest: knowsAll ? try db.first(.newest(of: id)) : nil,
                poster: try People.names(of: [post.author], in: db)[post.author] ?? "", isBookmarked: isBookmarked,
                isReported: try !moderation.openlyReported([id.number], of: PostSubject.kind, by: viewer.person, in: db).isEmpty, isOwn: isOwn,
                state: knowsAll ? try moderation.state(of: Self.subject(id), in: db) : nil,
                offers: try offers(about: id, of: viewer.person, isAuthor: isOwn, in: db), helpers: try helpers(of: post, for: viewer, in: db))
        }
    }

    /// Who helped: for the author all of them, for a helper themselves, for anybody else nobody.
    private func helpers(of post: Post, for viewer: FeedViewer, in db: any Connection) throws -> [Helper] {
        guard post.closedAt != nil else { return [] }
        let people = try db.all(.helpers(of: post.id)).filter { $0 == viewer.person || post.author == viewer.person }
        let names = try People.names(of: Set(people), in: db)
        return people.map { Helper(id: $0, name: names[$0]) }
    }

    /// For an author, those of whom there is anything to read: words that a moderator removed or the filter stopped offer nothing.
    func offers(about id: PostID, of person: PersonID, isAuthor: Bool, in db: any Connection) throws -> [Offer] {
        let conversations = try self.conversations.about(Self.subject(id), of: person, onlyAddressed: isAuthor, in: db)
        let names = try People.names(of: Set(conversations.compactMap(\.other)), in: db)
        return conversations.map { Offer(conversation: $0, name: $0.other.flatMap { names[$0] }) }
    }

    /// An own post with its newest words, to be changed.
    func editable(_ id: PostID, for viewer: FeedViewer) async throws -> PostVersion {
        let details = try await details(id, for: viewer)
        guard details.isOwn else { throw PostRefusal.notYours }
        guard let newest = details.newest else { throw Problem.notFound }
        return newest
    }
}
