import Accounts
import Audit
import Core
import Crypto
import Database
import Moderation
import Platform
import Web

/// Writing, changing and deleting requests. Every write is one transaction with its verdict and its audit entry.
struct Posts: Sendable {
    let site: Site
    let members: Members

    /// Whether the member accepted the present terms; without that nothing is taken in (CORE-021).
    func mayWrite(_ member: Member) async throws -> Bool {
        try await site.database.read { db in
            try Consents(site: site).hasAccepted(app: VolunteersApp.manifest.id, by: member.id, in: db)
        }
    }

    /// Stores a confirmed request with the filter's verdict (VOL-023). The same form sent twice makes one post.
    /// - Parameter mark: what the confirmation page put into its form.
    func create(_ draft: PostDraft, mark: String, by member: Member) async throws -> PostID {
        guard Token(mark) != nil else { throw PostRefusal.badSubmission }
        let submission = "\(member.id):\(mark)"
        return try await write(by: member) { db, statements in
            if let known = try db.first(.submission(submission)) { return known.id }
            try members.note(member.id, name: member.name, in: db)
            let id = try statements.insert(draft.content, author: member.id, posterKey: member.name.sortKey, submission: submission)
            try judge(id, draft.content, by: member, in: db)
            try record(.create, id, by: member, in: db)
            return id
        }
    }

    /// Stores a new version of an own request; the public one stays until this one is accepted (VOL-025, VOL-026).
    func edit(_ id: PostID, _ draft: PostDraft, by member: Member) async throws {
        try await write(by: member) { db, statements in
            let post = try own(id, member, in: db)
            guard let newest = try db.first(.newest(of: id)), newest.content.words != draft.content.words
                    || newest.content.category != draft.content.category
            else { throw PostRefusal.unchanged }
            try statements.addVersion(draft.content, to: post)
            try judge(id, draft.content, by: member, in: db)
            try record(.update, id, by: member, in: db)
        }
    }

    /// Removes an own request for good (VOL-027).
    func delete(_ id: PostID, by member: Member) async throws {
        try await write(by: member) { db, statements in
            _ = try own(id, member, in: db)
            try statements.delete(id)
            try Moderation(site: site).withdraw(Self.subject(id), in: db)
            try record(.delete, id, by: member, in: db)
        }
    }

    /// Asks moderators to look at what the filter rejected (VOL-039).
    func appeal(_ id: PostID, message: String, by member: Member) async throws {
        try await write(by: member) { db, _ in
            _ = try own(id, member, in: db)
            guard let newest = try db.first(.newest(of: id)), newest.status == .rejected, !newest.isManual else {
                throw PostRefusal.nothingToAppeal
            }
            try Moderation(site: site).appeal(Self.subject(id), by: member.id, message: message, in: db)
        }
    }

    /// The name of a post in other parts of the house.
    static func subject(_ id: PostID) -> SubjectKey { SubjectKey(kind: PostSubject.kind, id: id.number) }

    private func judge(_ id: PostID, _ content: PostContent, by member: Member, in db: any Connection) throws {
        _ = try Moderation(site: site).submit(Self.subject(id), author: member.id, text: content.words, language: content.language, in: db)
    }

    /// A post that is the member's own. Of somebody else's, only what everybody sees is admitted to exist.
    private func own(_ id: PostID, _ member: Member, in db: any Connection) throws -> Post {
        guard let post = try db.first(.post(id)) else { throw Problem.notFound }
        guard post.author == member.id else {
            throw post.status == .accepted || member.may(.volunteersModerate) ? PostRefusal.notYours : Problem.notFound as any Error
        }
        return post
    }

    private func write<T: Sendable>(
        by member: Member, _ body: @escaping @Sendable (any Connection, PostStatements) throws -> T
    ) async throws -> T {
        let now = site.clock.now()
        return try await site.database.write { db in
            try Consents(site: site).require(app: VolunteersApp.manifest.id, of: member.id, in: db)
            return try body(db, PostStatements(db: db, now: now, person: member.id))
        }
    }

    private func record(_ action: AuditAction, _ id: PostID, by member: Member, in db: any Connection) throws {
        try site.audit.record(AuditEntry(actor: member.id, action: action, entity: PostSubject.kind, entityID: id.description), in: db)
    }
}
