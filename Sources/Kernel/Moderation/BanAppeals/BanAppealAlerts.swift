import Core
import Database
import Platform
import Web

/// Appeals against bans from one app that wait for an answer, for the app's moderators.
struct BanAppealAlerts: AdminAlertSource {
    let site: Site
    let app: AppManifest
    let permission: Permission

    /// One for each app and each kind of its moderators.
    static func all(_ site: Site, _ subjects: [any ModeratedSubject]) -> [BanAppealAlerts] {
        site.everyManifest.filter { $0.path != nil }.flatMap { app in
            Set(subjects.filter { $0.app == app.id }.map(\.moderators)).map { BanAppealAlerts(site: site, app: app, permission: $0) }
        }
    }

    func items(in db: any Connection) throws -> [AdminAlert] {
        guard !site.isTurnedOff(app.id) else { return [] }
        let now = site.clock.now()
        let waiting: SQL = "FROM moderation_ban_appeal WHERE \(BanAppeals.isWaiting(in: [app.id], at: now))"
        let count = try db.one("SELECT COUNT(*) \(waiting)" as Query<Int>)
        guard count > 0, let oldest = try db.one("SELECT MIN(sent_at) \(waiting)" as Query<Instant?>) else { return [] }
        return [
            AdminAlert(
                "\(count) appeals against bans wait for an answer", detail: "\(app.name): the oldest has been waiting since \(moment: oldest).",
                path: link(ModerationPaths.queue(), query: ["why": CaseQueue.appeal.rawValue]),
                isUrgent: oldest < now - ModerationAlerts.patience, isForPerson: true)
        ]
    }
}
