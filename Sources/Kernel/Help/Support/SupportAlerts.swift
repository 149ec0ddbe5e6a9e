import Core
import Database
import Platform
import Web

/// Support requests that wait for one level, for those who answer on it (LIB-149).
struct SupportAlerts: AdminAlertSource {
    let site: Site
    let level: Int
    var permission: Permission { level == 1 ? .supportFirst : .supportSecond }

    /// Requests that somebody with these permissions answers, on any level.
    static func waiting(for may: (Permission) -> Bool, in db: any Connection) throws -> Int {
        let levels = [(1, Permission.supportFirst), (2, .supportSecond)].filter { may($0.1) }.map(\.0)
        guard !levels.isEmpty else { return 0 }
        return try db.one("SELECT count(*) FROM help_request WHERE status = 'open' AND level IN \(list: levels)")
    }

    func items(in db: any Connection) throws -> [AdminAlert] {
        guard try SupportLevels.areUsed(in: db) else { return level == 1 ? try ofAll(in: db) : [] }
        let now = site.clock.now()
        let waiting = try db.one("SELECT COUNT(*) FROM help_request WHERE status = 'open' AND level = \(level)" as Query<Int>)
        guard waiting > 0 else { return [] }
        let due = try db.one("SELECT MIN(due_at) FROM help_request WHERE status = 'open' AND level = \(level)" as Query<Instant?>) ?? now
        let late = try db.one(
            "SELECT COUNT(*) FROM help_request WHERE status = 'open' AND level = \(level) AND due_at < \(now)" as Query<Int>)
        return [
            AdminAlert(
                level == 1 ? "\(waiting) support requests wait for an answer" : "Support requests for the second level: \(waiting)",
                detail: late > 0 ? "Overdue: \(late). The first answer was due \(moment: due)." : "The next answer is due \(moment: due).",
                path: HelpPaths.queue(), isUrgent: late > 0, isForPerson: true)
        ]
    }

    /// Where levels are not used: all that wait, urgent once one of them was left too long.
    private func ofAll(in db: any Connection) throws -> [AdminAlert] {
        let waiting = try db.one("SELECT COUNT(*) FROM help_request WHERE status = 'open'" as Query<Int>)
        guard waiting > 0 else { return [] }
        let oldest = try db.one("SELECT MIN(created_at) FROM help_request WHERE status = 'open'" as Query<Instant?>) ?? site.clock.now()
        let late = try db.one(
            "SELECT COUNT(*) FROM help_request WHERE status = 'open' AND (level > 1 OR due_at < \(site.clock.now()))" as Query<Int>)
        return [
            AdminAlert(
                "\(waiting) support requests wait for an answer", detail: "The oldest was asked \(moment: oldest).", path: HelpPaths.queue(),
                isUrgent: late > 0, isForPerson: true)
        ]
    }
}
