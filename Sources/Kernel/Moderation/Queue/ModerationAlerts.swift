import Core
import Database
import Platform
import Web

/// Cases of one kind that wait for a decision, for those who decide on that kind.
struct ModerationAlerts: AdminAlertSource {
    let site: Site
    let subject: any ModeratedSubject
    var permission: Permission { subject.moderators }
    /// What waits for longer is overdue: an author looks for an answer the next day.
    static let patience = Duration.seconds(86_400)

    func items(in db: any Connection) throws -> [AdminAlert] {
        let waiting: SQL = "FROM moderation_case WHERE queue IS NOT NULL AND kind = \(subject.kind)"
        let count = try db.one("SELECT COUNT(*) \(waiting)" as Query<Int>)
        guard count > 0 else { return [] }
        let urgent = try db.one("SELECT COUNT(*) \(waiting) AND is_urgent = 1" as Query<Int>)
        let limit = site.clock.now() - Self.patience
        let late = try db.one("SELECT COUNT(*) \(waiting) AND queued_at < \(limit)" as Query<Int>)
        let oldest = try db.one("SELECT MIN(queued_at) \(waiting)" as Query<Instant?>) ?? site.clock.now()
        let detail: Text =
            if urgent > 0 {
                "\(subject.name). Urgent: \(urgent). The oldest has waited since \(moment: oldest)."
            } else if late > 0 {
                "\(subject.name). Waiting for more than a day: \(late). The oldest has waited since \(moment: oldest)."
            } else {
                "\(subject.name). The oldest has been waiting since \(moment: oldest)."
            }
        return [
            AdminAlert(
                "\(count) cases are waiting for a moderator", detail: detail,
                path: link(ModerationPaths.queue(), query: ["kind": subject.kind]), isUrgent: urgent > 0 || late > 0,
                isForPerson: true)
        ]
    }
}

extension Moderation {
    /// Cases and appeals against bans that somebody with these permissions decides.
    func waiting(for may: (Permission) -> Bool, in db: any Connection) throws -> Int {
        let subjects = site.extensions[.moderatedSubjects].filter { may($0.moderators) }
        guard !subjects.isEmpty else { return 0 }
        let cases: Int = try db.one(
            "SELECT count(*) FROM moderation_case WHERE queue IS NOT NULL AND kind IN \(list: subjects.map(\.kind))")
        let open = BanAppeals.isWaiting(in: Array(Set(subjects.map(\.app))).sorted(), at: site.clock.now())
        let appeals: Int = try db.one("SELECT count(*) FROM moderation_ban_appeal WHERE \(open)")
        return cases + appeals
    }
}
