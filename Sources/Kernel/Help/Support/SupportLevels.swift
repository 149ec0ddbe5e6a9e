import Core
import Database
import Platform

/// Whether a site answers on two levels (LIB-149). Where nobody but the owner stands behind those who answer, or all of them may do
/// everything, levels and their times are only counted, not shown.
enum SupportLevels {
    /// Whether somebody besides the owners answers on the first level alone, and somebody else on the second.
    static func areUsed(in db: any Connection) throws -> Bool {
        try db.one(
            """
            SELECT COUNT(DISTINCT staff.level) FROM (
                SELECT MAX(CASE g.role WHEN \(HelpModule.secondRole) THEN 2 ELSE 1 END) AS level
                FROM account_role_grant g JOIN account_person p ON p.id = g.person_id
                WHERE g.app = \(HelpModule.manifest.id) AND p.status = 'active' AND p.is_owner = 0 GROUP BY p.id) staff
            """ as Query<Int>) > 1
    }
}
