import Core
import Database
import Platform
import Web

/// Cases of one kind that wait for a decision, for those who decide on that kind.
struct ModerationAlerts: AdminAlertSource {
    let site: Site
    let moderation: Moderation
    let subject: any ModeratedSubject
    var permission: Permission { subject.moderators }
    /// What waits for longer is overdue: an author looks for an answer the next day.
    static let patience = Duration.seconds(86_400)

    func items(in db: any Connection) throws -> [AdminAlert] { try items("1 = 1", in: db) }

    func items(for person: PersonID, in db: any Connection) throws -> [AdminAlert] {
        let others = try moderation.appealsForOthers(than: person, kinds: [subject.kind], in: db)
        return try items("\(ModerationCase.isByOther(than: person)) AND id NOT IN \(list: others.map(\.id))", in: db)
    }

    private func items(_ condition: SQL, in db: any Connection) throws -> [AdminAlert] {
        // The kinds are known before apps are turned on and off.
        guard !site.isTurnedOff(subject.app) else { return [] }
        let waiting: SQL = "FROM moderation_case WHERE queue IS NOT NULL AND kind = \(subject.kind) AND \(condition)"
        let count = try db.one("SELECT COUNT(*) \(waiting)" as Query<Int>)
        guard count > 0 else { return [] }
        let urgent = try db.one("SELECT COUNT(*) \(waiting) AND is_urgent = 1" as Query<Int>)
        let limit = site.clock.now() - Self.patience
        let late = try db.one("SELECT COUNT(*) \(waiting) AND queued_at < \(limit)" as Query<Int>)
        let oldest = try db.one("SELECT MIN(queued_at) \(waiting)" as Query<Instant?>) ?? site.clock.now()
        let detail: Text =
            if urgent > 0 {
                "\(subject.name): \(urgent) urgent. The oldest has waited since \(moment: oldest)."
            } else if late > 0 {
                "\(subject.name): \(late) waiting for more than a day. The oldest has waited since \(moment: oldest)."
            } else {
                "\(subject.name): the oldest has been waiting since \(moment: oldest)."
            }
        return [
            AdminAlert(
                "\(count) cases are waiting for a moderator", detail: detail,
                path: link(ModerationPaths.queue(), query: ["kind": subject.kind]), isUrgent: urgent > 0 || late > 0,
                isForPerson: true)
        ]
    }
}

extension Site {
    /// What moderators decide about, but for apps that are off; a profile's words about somebody in an app belong to that app.
    var moderatedSubjects: [any ModeratedSubject] { extensions[.moderatedSubjects].filter { !isTurnedOff($0.app) } }
}

extension Moderation {
    /// Cases and appeals against bans that this person decides, who has these permissions.
    func waiting(for person: PersonID, who may: (Permission) -> Bool, in db: any Connection) throws -> Int {
        let subjects = site.moderatedSubjects.filter { may($0.moderators) }
        guard !subjects.isEmpty else { return 0 }
        let kinds = subjects.map(\.kind)
        let cases: Int = try db.one(
            "SELECT count(*) FROM moderation_case WHERE queue IS NOT NULL AND kind IN \(list: kinds) AND \(ModerationCase.isByOther(than: person))")
        let others = try appealsForOthers(than: person, kinds: kinds, in: db).count
        let open = BanAppeals.isWaiting(in: Array(Set(subjects.map(\.app))).sorted(), at: site.clock.now())
        let appeals: Int = try db.one("SELECT count(*) FROM moderation_ban_appeal WHERE \(open)")
        return cases - others + appeals
    }
}
