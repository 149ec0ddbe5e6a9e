import Accounts
import Audit
import Core
import Database
import Messages
import Moderation
import Platform
import Web

/// Who writes a request.
struct PostAuthor: Sendable {
    let id: PersonID
    let name: String
    let isModerator: Bool

    /// Somebody by id and name, without a request behind it.
    init(id: PersonID, name: String) {
        self.id = id
        self.name = name
        isModerator = false
    }

    /// A signed-in member.
    init(_ member: Member) {
        id = member.id
        name = member.name
        isModerator = member.may(.volunteersModerate)
    }
}

/// Writing, changing and deleting requests. Every write is one transaction with its verdict and its audit entry.
struct Posts: Sendable {
    let site: Site
    let members: Members
    let index: PostIndex
    let bans: Bans
    let consents: Consents
    let moderation: Moderation
    let conversations: Conversations
    let closures: ClosureNotifier
    let expiry: Expiry

    /// By the site's clock.
    var today: Day { Day(site.clock.now(), in: site.configuration.zone) }

    /// Whether the member accepted the present terms; without that nothing is taken in (CORE-021).
    func mayWrite(_ author: PostAuthor) async throws -> Bool {
        try await site.database.read { db in
            try consents.hasAccepted(app: VolunteersApp.manifest.id, by: author.id, in: db)
        }
    }

    /// Stores a confirmed request with the filter's verdict (VOL-023). The same form sent twice makes one post.
    func create(_ draft: PostDraft, by author: PostAuthor) async throws -> PostID {
        try await site.write(by: author.id) { write in
            try requireMember(author, in: write)
            try members.note(author.id, name: author.name, in: write)
            let id = try PostStatements(write).insert(draft.content, author: author.id, posterKey: author.name.sortKey)
            // The log tells it in this order.
            try write.audit(.create, id)
            try judge(id, draft.content, by: author, in: write)
            return id
        }
    }

    /// Stores a new version of an own request; the public one stays until this one is accepted (VOL-025, VOL-026).
    func edit(_ id: PostID, _ draft: PostDraft, by author: PostAuthor) async throws {
        try await site.write(by: author.id) { write in
            try requireMember(author, in: write)
            let post = try own(id, author, in: write)
            guard let newest = try write.first(.newest(of: id)),
                newest.content.words != draft.content.words
                    || newest.content.category != draft.content.category || newest.content.time != draft.content.time
            else { throw PostRefusal.unchanged }
            try PostStatements(write).addVersion(draft.content, to: post)
            try write.audit(.update, id)
            try judge(id, draft.content, by: author, in: write)
        }
    }

    /// Removes an own request for good (VOL-027).
    func delete(_ id: PostID, by author: PostAuthor) async throws {
        try await site.write(by: author.id) { write in
            try requireMember(author, in: write)
            try closures.tellOfDeletion(of: own(id, author, in: write), in: write)
            try PostStatements(write).delete(id)
            try index.remove(id, in: write)
            try moderation.withdraw(Self.subject(id), in: write)
            try write.audit(.delete, id)
        }
    }

    /// Asks moderators to look at what the filter rejected (VOL-039).
    func appeal(_ id: PostID, message: String, by author: PostAuthor) async throws {
        try await site.write(by: author.id) { write in
            try requireMember(author, in: write)
            _ = try own(id, author, in: write)
            guard let newest = try write.first(.newest(of: id)), newest.status == .rejected, !newest.isManual else {
                throw PostRefusal.nothingToAppeal
            }
            try moderation.appeal(Self.subject(id), by: author.id, message: message, in: write)
        }
    }

    /// The name of a post in other parts of the house.
    static func subject(_ id: PostID) -> SubjectKey { SubjectKey(kind: PostSubject.kind, id: id.number) }

    /// What the filter would say to a post.
    func check(_ words: [String], language: Language) async throws -> WritingCheck {
        try await site.database.read { try moderation.check(words, as: PostSubject.kind, language: language, in: $0) }
    }

    /// Whether a moderator reads the next version of a request before others see it, because one refused an earlier one.
    func isReadFirst(_ target: PostFormTarget) async throws -> Bool {
        guard case .edit(let id) = target else { return false }
        return try await site.database.read { try moderation.find(Self.subject(id), in: $0)?.peopleFirst ?? false }
    }

    private func judge(_ id: PostID, _ content: PostContent, by author: PostAuthor, in write: Write) throws {
        _ = try moderation.submit(Self.subject(id), author: author.id, text: content.words, language: content.language, in: write)
    }

    /// A post that is the member's own. Of somebody else's, only what everybody sees is admitted to exist.
    func own(_ id: PostID, _ author: PostAuthor, in db: any Connection) throws -> Post {
        guard let post = try db.first(.post(id)) else { throw Problem.notFound }
        guard post.author == author.id else {
            throw post.status == .accepted || author.isModerator ? PostRefusal.notYours : Problem.notFound as any Error
        }
        return post
    }

    /// Whoever is banned, or has not accepted the terms, changes nothing; also when that came while the request was on its way.
    func requireMember(_ author: PostAuthor, in db: any Connection) throws {
        try bans.requireOpen(VolunteersApp.manifest.id, to: author.id, in: db)
        try consents.require(app: VolunteersApp.manifest.id, of: author.id, in: db)
    }
}
