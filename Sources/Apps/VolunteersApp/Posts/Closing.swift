import Audit
import Core
import Database
import Messages
import Notifications
import Platform
import Web

extension Posts {
    /// Takes an own request from the lists because its author has got help, and tells who had offered. Bookmarks and conversations
    /// stay, and so does its status; closing it again changes nothing.
    /// - Throws: ``PostRefusal/notPublic`` for what nobody else sees.
    func close(_ id: PostID, by author: PostAuthor) async throws {
        try await write(by: author) { db, statements in
            let post = try own(id, author, in: db)
            guard post.closedAt == nil else { return }
            guard post.status == .accepted else { throw PostRefusal.notPublic }
            try statements.setClosed(true, id)
            try moved(post, to: "closed", by: author, in: db)
            try tellVolunteers(
                of: post, "closed", title: "\(author.name) has got help",
                body: "“\(post.content.title)” is no longer in the list. Thank you for offering.", in: db)
        }
    }

    /// Puts a closed request of one's own back into the lists, where it stood before.
    func reopen(_ id: PostID, by author: PostAuthor) async throws {
        try await write(by: author) { db, statements in
            let post = try own(id, author, in: db)
            guard post.closedAt != nil else { return }
            try statements.setClosed(false, id)
            try moved(post, to: "open", by: author, in: db)
            guard post.status == .accepted else { return }
            try tellVolunteers(
                of: post, "open", title: "\(author.name) asks for help again", body: "“\(post.content.title)” is open again.", in: db)
        }
    }

    private func moved(_ post: Post, to state: String, by author: PostAuthor, in db: any Connection) throws {
        try index.refresh(post.id, in: db)
        try record(.update, post.id, by: author, details: ["is": state], in: db)
    }

    /// Each state is told once a day at most, however often its author changes their mind.
    private func tellVolunteers(of post: Post, _ state: String, title: Text, body: Text, in db: any Connection) throws {
        let day = site.clock.now().milliseconds / 86_400_000
        for person in try Conversations(site: site).partners(of: post.author, about: Self.subject(post.id), in: db) {
            try Notifier(site: site).send(
                Notice(
                    kind: VolunteersNotices.offered.id, title: title, body: body, link: VolunteersPaths.post(post.id),
                    key: "volunteers.\(state).\(post.id).\(day)", actor: post.author),
                to: person, in: db)
        }
    }
}
