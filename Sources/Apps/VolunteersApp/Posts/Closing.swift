import Audit
import Core
import Database
import Platform
import Web

extension Posts {
    /// Takes an own request from the lists because its author has got help; ``ClosureNotifier`` tells who had offered. Bookmarks and
    /// conversations stay, and so does its status; closing it again changes nothing.
    /// - Throws: ``PostRefusal/notPublic`` for what nobody else sees.
    func close(_ id: PostID, by author: PostAuthor) async throws {
        try await write(by: author) { db, statements in
            let post = try own(id, author, in: db)
            guard post.closedAt == nil else { return }
            guard post.status == .accepted else { throw PostRefusal.notPublic }
            try statements.setClosed(true, id)
            try moved(post, to: "closed", by: author, in: db)
        }
    }

    /// Puts a closed request of one's own back into the lists, where it stood before.
    func reopen(_ id: PostID, by author: PostAuthor) async throws {
        try await write(by: author) { db, statements in
            let post = try own(id, author, in: db)
            guard post.closedAt != nil else { return }
            try statements.setClosed(false, id)
            try moved(post, to: "open", by: author, in: db)
        }
    }

    private func moved(_ post: Post, to state: String, by author: PostAuthor, in db: any Connection) throws {
        try index.refresh(post.id, in: db)
        try record(.update, post.id, by: author, details: ["is": state], in: db)
        try ClosureNotifier(site: site).expect(post.id, in: db)
    }
}
