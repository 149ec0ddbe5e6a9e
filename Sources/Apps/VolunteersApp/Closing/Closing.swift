import Accounts
import Audit
import Core
import Database
import Messages
import Platform
import Web

/// What the author of a request says when they have got help.
struct ClosingForm: Decodable, Sendable {
    /// Those who helped, among those who had offered.
    var helper: [PersonID]?
    /// What they are told.
    var thanks: String?

    /// A closing that says nothing more.
    static let plain = ClosingForm()

    /// Each once.
    var helpers: [PersonID] { Set(helper ?? []).sorted() }
}

extension Posts {
    static let longestThanks = 1000

    /// Takes an own request from the lists because its author has got help, and thanks who helped in their conversations;
    /// ``ClosureNotifier`` tells everybody who had offered. Bookmarks and conversations stay, and so does its status; closing it again
    /// changes nothing.
    /// - Throws: ``PostRefusal/notPublic`` for what nobody else sees, a problem at `helper` or `thanks`, what ``Conversations`` refuses.
    func close(_ id: PostID, _ form: ClosingForm = .plain, language: Language, by author: PostAuthor) async throws {
        let words = (form.thanks ?? "").tidiedLines()
        guard words.length <= Self.longestThanks else {
            throw Problem.wrongField("thanks", "Your thanks may have \(Self.longestThanks) characters; these have \(words.length).")
        }
        guard words.isEmpty || !form.helpers.isEmpty else { throw Problem.wrongField("helper", "Choose whom you’re thanking.") }
        try await site.write(by: author.id) { write in
            try requireMember(author, in: write)
            let post = try own(id, author, in: write)
            guard post.closedAt == nil || post.isExpired else { return }
            guard post.status == .accepted else { throw PostRefusal.notPublic }
            let offers = try offers(about: id, of: author.id, isAuthor: true, in: write)
            for helper in form.helpers {
                guard let offer = offers.first(where: { $0.conversation.other == helper }) else {
                    throw Problem.wrongField("helper", "Choose from the people who offered.")
                }
                try PostStatements(write).addHelper(helper, to: id)
                if !words.isEmpty { try conversations.post(words, by: author.id, to: offer.conversation.id, language: language, in: write) }
            }
            try PostStatements(write).setClosed(true, id)
            try moved(post, to: "closed", in: write)
        }
    }

    /// Puts a closed request of one's own back into the lists, where it stood before. Who helped is no longer said.
    func reopen(_ id: PostID, by author: PostAuthor) async throws {
        try await site.write(by: author.id) { write in
            try requireMember(author, in: write)
            let post = try own(id, author, in: write)
            guard post.closedAt != nil else { return }
            try PostStatements(write).setClosed(false, id)
            try PostStatements(write).removeHelpers(of: id)
            try expiry.begin(id, post.content.time, in: write)
            try moved(post, to: "open", in: write)
        }
    }

    private func moved(_ post: Post, to state: String, in write: Write) throws {
        try index.refresh(post.id, in: write)
        try write.audit(.update, post.id, ["is": state])
        try closures.expect(post.id, in: write)
    }
}

extension PostStatements {
    /// Notes that somebody helped.
    fileprivate func addHelper(_ helper: PersonID, to id: PostID) throws {
        try db.run(
            """
            INSERT INTO volunteers_helper (post_id, person_id, changed_at, changed_by) VALUES (\(id), \(helper), \(now), \(person))
            """)
    }

    fileprivate func removeHelpers(of id: PostID) throws { try db.run("DELETE FROM volunteers_helper WHERE post_id = \(id)") }
}

extension Query where Row == PersonID {
    /// Who helped with a request, as its author said.
    static func helpers(of id: PostID) -> Self {
        "SELECT person_id FROM volunteers_helper WHERE post_id = \(id) ORDER BY person_id LIMIT 500"
    }
}
