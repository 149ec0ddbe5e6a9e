import Accounts
import Audit
import Core
import Database
import Events
import Interface
import Notifications
import Platform
import Web

/// Appeals against bans: one open at a time, answered by a moderator of the app.
struct BanAppeals: Sendable {
    let moderation: Moderation

    /// So many days after an answer, the same ban can be appealed again.
    static let pauseInDays = 7

    private var site: Site { moderation.site }

    /// A ban of this person, whether it still holds or not; for anybody else there is none.
    func ban(_ id: BanID, of person: PersonID, in db: any Connection) throws -> Ban {
        guard let ban = try moderation.bans.history(of: person, in: db).first(where: { $0.id == id }) else { throw Problem.notFound }
        return ban
    }

    /// The appeals against a ban, the latest first.
    func appeals(against ban: BanID, in db: any Connection) throws -> [BanAppeal] {
        try db.all("SELECT \(BanAppeal.columns) FROM moderation_ban_appeal WHERE ban_id = \(ban) ORDER BY id DESC LIMIT 20")
    }

    /// Takes an appeal and tells the app's moderators.
    /// - Throws: ``BanAppealRefusal``.
    func send(_ words: String, against id: BanID, by person: PersonID, in write: Write) throws {
        let ban = try ban(id, of: person, in: write)
        guard ban.holds(at: write.now) else { throw BanAppealRefusal.banEnded }
        if let last = try appeals(against: id, in: write).first {
            if last.state == .open { throw BanAppealRefusal.alreadyOpen }
            if let next = last.nextAllowed, next > write.now { throw BanAppealRefusal.tooSoon(next) }
        }
        guard !words.isEmpty else { throw BanAppealRefusal.wordsMissing }
        guard words.length <= Moderation.longestWords else { throw BanAppealRefusal.wordsTooLong }
        let appeal = BanAppealID(
            try write.insert(
                """
                INSERT INTO moderation_ban_appeal (ban_id, person_id, app, words, state, sent_at, changed_at, changed_by)
                VALUES (\(id), \(person), \(ban.app), \(words), \(BanAppeal.State.open), \(write.now), \(write.now), \(person))
                """))
        try write.audit(.create, appeal, ["app": ban.app])
        let name = try People.names(of: [person], in: write)[person] ?? ""
        for moderator in try moderators(of: ban.app, in: write) where moderator != person {
            try moderation.notifier.send(
                Notification(
                    kind: ModerationNotifications.urgent.id, title: "\(name) appeals a ban", body: .verbatim(words),
                    link: ModerationPaths.answerAppeal(appeal), key: "moderation:ban-appeal:\(appeal)", actor: person),
                to: moderator, in: write)
        }
        try changed(ban.app, in: write)
    }

    /// Answers an appeal, and lifts or shortens the ban where that is the answer.
    /// - Throws: ``BanAppealRefusal``, or what ``Bans`` refuses.
    func answer(_ id: BanAppealID, _ outcome: BanAppealOutcome, _ words: String, by moderator: Moderator, in write: Write) throws {
        let appeal = try find(id, for: moderator, in: write)
        guard appeal.state == .open else { throw BanAppealRefusal.decided }
        guard appeal.person != moderator.id else { throw BanAppealRefusal.ownAppeal }
        guard !words.isEmpty else { throw BanAppealRefusal.answerMissing }
        guard words.length <= Moderation.longestWords else { throw BanAppealRefusal.answerTooLong }
        let ban = try ban(appeal.ban, of: appeal.person, in: write)
        guard ban.holds(at: write.now) else { throw BanAppealRefusal.banEnded }
        if let end = outcome.end, let until = ban.until, end >= until { throw BanAppealRefusal.notShorter }
        try write.run(
            """
            UPDATE moderation_ban_appeal SET state = \(outcome == .lifted ? BanAppeal.State.lifted : .kept), answer = \(words),
                shortened_to = \(outcome.end), decided_at = \(write.now), decided_by = \(moderator.id), changed_at = \(write.now), changed_by = \(moderator.id)
            WHERE id = \(id)
            """)
        switch outcome {
        case .lifted: try moderation.bans.lift(appeal.person, from: appeal.app, isNoted: false, in: write)
        case .shortened(let end): try moderation.bans.shorten(appeal.person, from: appeal.app, to: end, in: write)
        case .kept: break
        }
        var details = ["app": appeal.app, "person": appeal.person.description]
        details["until"] = outcome.end?.rfc3339
        try write.audit(outcome.action, id, details)
        let app = moderation.name(of: appeal.app)
        try moderation.notifier.send(
            Notification(
                kind: ModerationNotifications.warning.id,
                title: outcome.news(from: app),
                body: .verbatim(words), link: ModerationPaths.ownBan(appeal.ban), actor: moderator.id),
            to: appeal.person, in: write)
        try moderation.notifier.settle(
            ModerationNotifications.urgent.id, leadingTo: ModerationPaths.answerAppeal(id), for: try moderators(of: appeal.app, in: write), in: write)
        try changed(appeal.app, in: write)
    }

    /// The lengths to which a ban can be shortened: those that end before it does.
    static func shorterLengths(than ban: Ban, at now: Instant) -> [BanLength] {
        BanLength.all.filter { length in
            guard let end = BanLength.end(days: length.days, from: now) else { return false }
            return ban.until.map { end < $0 } ?? true
        }
    }

    /// An appeal, for those who decide in its app.
    func find(_ id: BanAppealID, for moderator: Moderator, in db: any Connection) throws -> BanAppeal {
        let found = try db.first("SELECT \(BanAppeal.columns) FROM moderation_ban_appeal WHERE id = \(id)" as Query<BanAppeal>)
        guard let found, moderation.closableApps(for: moderator).contains(where: { $0.value == found.app }) else { throw Problem.notFound }
        return found
    }

    /// Appeals that wait for this moderator, oldest first; one whose ban has ended waits for nobody.
    func waiting(for moderator: Moderator, in db: any Connection) throws -> [BanAppeal] {
        let apps = moderation.closableApps(for: moderator).map(\.value)
        guard !apps.isEmpty else { return [] }
        return try db.all(
            """
            SELECT \(BanAppeal.columns) FROM moderation_ban_appeal
            WHERE \(Self.isWaiting(in: apps, at: site.clock.now())) AND person_id <> \(moderator.id) ORDER BY id LIMIT 50
            """)
    }

    /// Somebody's appeals in the apps of a moderator, the latest first.
    func all(of person: PersonID, for moderator: Moderator, in db: any Connection) throws -> [BanAppeal] {
        let apps = moderation.closableApps(for: moderator).map(\.value)
        guard !apps.isEmpty else { return [] }
        return try db.all(
            """
            SELECT \(BanAppeal.columns) FROM moderation_ban_appeal WHERE person_id = \(person) AND app IN \(list: apps)
            ORDER BY id DESC LIMIT 20
            """)
    }

    /// The condition for the appeals that wait in some apps.
    static func isWaiting(in apps: [String], at now: Instant) -> SQL {
        """
        state = \(BanAppeal.State.open) AND app IN \(list: apps) AND ban_id IN (\(Bans.holding(at: now)))
        """
    }

    private func moderators(of app: String, in db: any Connection) throws -> [PersonID] {
        let permissions = Set(site.extensions[.moderatedSubjects].filter { $0.app == app }.map(\.moderators))
        return try Set(permissions.flatMap { try moderation.roles.holders(of: $0, in: db) }).sorted()
    }

    /// Screens that show the queue look again.
    private func changed(_ app: String, in write: Write) throws {
        for moderators in Set(site.extensions[.moderatedSubjects].filter({ $0.app == app }).map(\.moderators)) {
            try write.emit(Moderation.topic, to: .permission(moderators.rawValue), kind: "ban-appeal", [String: String]())
        }
    }
}

extension BanAppealOutcome {
    /// The new end of a ban that is shorter now.
    fileprivate var end: Instant? {
        if case .shortened(let end) = self { end } else { nil }
    }

    fileprivate var action: AuditAction {
        switch self {
        case .lifted: .approve
        case .shortened: .update
        case .kept: .reject
        }
    }

    /// What the person is told.
    fileprivate func news(from app: Text) -> Text {
        switch self {
        case .lifted: "Your ban from \(app) has been lifted"
        case .shortened(let end): "Your ban from \(app) is shorter now: it ends on \(moment: end)"
        case .kept: "Your ban from \(app) is kept after your appeal"
        }
    }
}
