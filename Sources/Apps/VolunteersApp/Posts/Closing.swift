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
        try await site.write(by: author.id) { write in
            try requireMember(author, in: write)
            let post = try own(id, author, in: write)
            guard post.closedAt == nil else { return }
            guard post.status == .accepted else { throw PostRefusal.notPublic }
            try PostStatements(write).setClosed(true, id)
            try moved(post, to: "closed", in: write)
        }
    }

    /// Puts a closed request of one's own back into the lists, where it stood before.
    func reopen(_ id: PostID, by author: PostAuthor) async throws {
        try await site.write(by: author.id) { write in
            try requireMember(author, in: write)
            let post = try own(id, author, in: write)
            guard post.closedAt != nil else { return }
            try PostStatements(write).setClosed(false, id)
            try moved(post, to: "open", in: write)
        }
    }

    private func moved(_ post: Post, to state: String, in write: Write) throws {
        try index.refresh(post.id, in: write)
        try write.audit(.update, post.id, ["is": state])
        try closures.expect(post.id, in: write)
    }
}
