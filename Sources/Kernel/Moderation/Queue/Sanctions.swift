import Accounts
import Audit
import Core
import Database
import Interface
import Notifications
import Platform
import Web

extension Moderation {
    /// Puts a warning to a case's author on record.
    /// - Throws: ``ModerationRefusal``.
    func warn(_ id: CaseID, words: String, by moderator: Moderator, in write: Write) throws {
        let found = try decidable(id, by: moderator, in: write)
        guard let author = found.author else { throw ModerationRefusal.nothingToDecide }
        try warn(author, in: found.app, about: id, words: words, by: moderator, in: write)
    }

    /// Puts a warning to somebody on record and sends it.
    /// - Throws: ``ModerationRefusal``.
    func warn(_ author: PersonID, in app: String, about id: CaseID?, words: String, by moderator: Moderator, in write: Write) throws {
        guard author != moderator.id else { throw ModerationRefusal.ownCase }
        guard !words.isEmpty else { throw ModerationRefusal.reasonMissing }
        guard words.length <= Self.longestWords else { throw ModerationRefusal.reasonTooLong }
        let about = try warned(of: id, in: app, write)
        try write.run(
            """
            INSERT INTO moderation_warning (person_id, app, case_id, words, changed_at, changed_by)
            VALUES (\(author), \(app), \(id), \(words), \(write.now), \(moderator.id))
            """)
        try notifier.send(
            Notification(
                kind: ModerationNotifications.warning.id, title: about.title, body: .verbatim(words), link: about.link, actor: moderator.id),
            to: author, in: write)
        try write.audit(.create, AuditName("moderation.warning", author), id.map { ["case": $0.number] } ?? [:])
    }

    /// What a warning is about, as its person reads it: their text with its page, or else the app.
    private func warned(of id: CaseID?, in app: String, _ db: any Connection) throws -> (title: Text, link: String?) {
        if let id, let subject = try db.first(.find(id))?.subject,
            let snapshot = try declaration(of: subject.kind).snapshot(of: subject.id, in: db)
        {
            return ("A moderator warns you about “\(snapshot.title)”", snapshot.link)
        }
        return ("A moderator of \(name(of: app)) warns you", site.everyManifest.first { $0.id == app }?.path)
    }

    /// Bans somebody from an app and tells them, with the way to appeal.
    /// - Parameter found: the case of the text for which it is; its author reads it again beside the reason.
    /// - Throws: what ``Bans`` refuses.
    public func ban(
        _ person: PersonID, from app: String, until: Instant?, reason: Text, about found: CaseID? = nil, in write: Write
    ) throws {
        try bans.ban(person, from: app, until: until, reason: reason, in: write)
        let name = name(of: app)
        let title: Text = until.map { "You’re banned from \(name) until \(moment: $0)" } ?? "You’re banned from \(name) permanently"
        let ban = try bans.active(of: person, from: app, in: write)
        if let ban, let found {
            try write.run(
                """
                INSERT INTO moderation_ban_case (ban_id, case_id, changed_at, changed_by)
                VALUES (\(ban.id), \(found), \(write.now), \(write.actor))
                """)
        }
        try tell(person, title, reason, link: ban.map { ModerationPaths.ownBan($0.id) }, in: write)
    }

    /// Opens an app again and tells the person.
    public func lift(_ person: PersonID, from app: String, in write: Write) throws {
        guard try bans.active(of: person, from: app, in: write) != nil else { return }
        try bans.lift(person, from: app, in: write)
        let path = site.everyManifest.first { $0.id == app }?.path
        try tell(person, "You can use \(name(of: app)) again", "A moderator has lifted your ban.", link: path, in: write)
    }

    /// Opens an app again to a case's author.
    func lift(_ id: CaseID, from app: String, by moderator: Moderator, in write: Write) throws {
        try lift(try bannable(id, from: app, by: moderator, in: write), from: app, in: write)
    }

    /// The text for which somebody was banned, as it is now; nil where it was for none, or its author deleted it.
    func text(of ban: BanID, in db: any Connection) throws -> BanText? {
        guard let id = try db.first("SELECT case_id FROM moderation_ban_case WHERE ban_id = \(ban)" as Query<CaseID>),
            let subject = try db.first(.find(id))?.subject
        else { return nil }
        let declared = try declaration(of: subject.kind)
        return try declared.snapshot(of: subject.id, in: db).map { BanText(found: id, kind: declared.name, title: $0.title, words: $0.words) }
    }

    func name(of app: String) -> Text { site.everyManifest.first { $0.id == app }?.name ?? .verbatim(app) }

    /// A ban is told like a warning: nobody can turn that off.
    private func tell(_ person: PersonID, _ title: Text, _ words: Text, link: String?, in write: Write) throws {
        try notifier.send(
            Notification(kind: ModerationNotifications.warning.id, title: title, body: words, link: link, actor: write.actor), to: person, in: write)
    }

    /// What is asked before a ban.
    /// - Throws: ``ModerationRefusal``.
    func question(_ person: PersonID, from app: String, by moderator: Moderator, at now: Instant, in db: any Connection) throws -> BanQuestion {
        try check(person, from: app, by: moderator, in: db)
        return BanQuestion(
            name: try People.names(of: [person], in: db)[person] ?? "", app: name(of: app), effects: try effects(on: person, from: app, in: db),
            now: now)
    }

    /// What a ban does to what somebody made in an app.
    public func effects(on person: PersonID, from app: String, in db: any Connection) throws -> [Text] {
        try site.extensions.entries(at: .banEffects).filter { $0.module == app }.flatMap { try $0.value.sentences(person, db) }
    }

    /// Whether the moderator may warn somebody about an app and ban them from it.
    /// - Throws: ``ModerationRefusal``.
    func check(_ person: PersonID, from app: String, by moderator: Moderator, in db: any Connection) throws {
        guard try People.joined(person, in: db) != nil, closableApps(for: moderator).contains(where: { $0.value == app }) else {
            throw ModerationRefusal.nothingToDecide
        }
        guard person != moderator.id else { throw ModerationRefusal.ownCase }
    }

    /// The author of a case, where the moderator may ban them.
    func bannable(_ id: CaseID, from app: String, by moderator: Moderator, in db: any Connection) throws -> PersonID {
        let found = try decidable(id, by: moderator, in: db)
        guard let author = found.author, closableApps(for: moderator).contains(where: { $0.value == app }) else {
            throw ModerationRefusal.nothingToDecide
        }
        return author
    }
}
