import Accounts
import Audit
import Core
import Database
import Interface
import Notifications
import Platform

extension Moderation {
    /// Puts a warning to a case's author on record.
    /// - Throws: ``ModerationRefusal``.
    func warn(_ id: CaseID, words: String, by moderator: Moderator, in write: Write) throws {
        let found = try decidable(id, by: moderator, in: write)
        guard let author = found.author else { throw ModerationRefusal.nothingToDecide }
        guard author != moderator.id else { throw ModerationRefusal.ownCase }
        guard !words.isEmpty else { throw ModerationRefusal.reasonMissing }
        guard words.length <= Self.longestWords else { throw ModerationRefusal.reasonTooLong }
        try write.run(
            """
            INSERT INTO moderation_warning (person_id, app, case_id, words, changed_at, changed_by)
            VALUES (\(author), \(found.app), \(id), \(words), \(write.now), \(moderator.id))
            """)
        try notifier.send(
            Notification(kind: ModerationNotifications.warning.id, title: "A moderator warns you", body: .verbatim(words), actor: moderator.id),
            to: author, in: write)
        try write.audit(.create, AuditName("moderation.warning", author), ["case": id.number])
    }

    /// Bans a case's author from an app in which the moderator decides.
    /// - Parameter days: how long; 0 is permanent.
    /// - Throws: ``ModerationRefusal``, or what ``Bans`` refuses.
    func ban(_ id: CaseID, from app: String, days: Int, reason: ModerationReason, by moderator: Moderator, in write: Write) throws {
        let author = try bannable(id, from: app, by: moderator, in: write)
        let until = BanLength.end(days: days, from: write.now)
        try bans.ban(author, from: app, until: until, reason: reason.sentence, in: write)
        let name = name(of: app)
        let title: Text = until.map { "You’re banned from \(name) until \(moment: $0)" } ?? "You’re banned from \(name) permanently"
        try tell(author, title, reason.sentence, by: moderator, in: write)
    }

    /// Opens an app again to a case's author.
    func lift(_ id: CaseID, from app: String, by moderator: Moderator, in write: Write) throws {
        let author = try bannable(id, from: app, by: moderator, in: write)
        try bans.lift(author, from: app, in: write)
        try tell(author, "You can use \(name(of: app)) again", "A moderator has lifted your ban.", by: moderator, in: write)
    }

    func name(of app: String) -> Text { site.manifests.first { $0.id == app }?.name ?? .verbatim(app) }

    /// A ban is told like a warning: nobody can turn that off.
    private func tell(_ person: PersonID, _ title: Text, _ words: Text, by moderator: Moderator, in write: Write) throws {
        try notifier.send(
            Notification(kind: ModerationNotifications.warning.id, title: title, body: words, actor: moderator.id), to: person, in: write)
    }

    private func bannable(_ id: CaseID, from app: String, by moderator: Moderator, in db: any Connection) throws -> PersonID {
        let found = try decidable(id, by: moderator, in: db)
        guard let author = found.author, closableApps(for: moderator).contains(where: { $0.value == app }) else {
            throw ModerationRefusal.nothingToDecide
        }
        return author
    }
}
