import Core
import Database
import Platform

/// Keeps “Staff need a second step” from shutting out whoever turns it on, and says how many others it shuts out (CORE-016).
struct StaffSecondStep: SettingGuard {
    let site: Site

    var setting: String { AccountsSettings.staffSecondFactor.id }

    func note(in db: any Connection) throws -> Text? {
        let without = try staffWithout(in: db)
        guard without > 0 else { return "Everybody who works here has one." }
        return "\(without) people who work here have none yet; this shuts the portal to them until they do."
    }

    func check(_ value: String, by person: PersonID, in db: any Connection) throws {
        guard value == "true", try !SecondFactor.has(person, in: db) else { return }
        throw AccountRefusal.secondStepFirst
    }

    /// Owners and whoever has a role, as far as their accounts are open.
    private func staffWithout(in db: any Connection) throws -> Int {
        let roles = site.manifests.flatMap { part in part.roles.map { "\(part.id).\($0.id)" } }
        return try db.one(
            """
            SELECT COUNT(*) FROM account_person p
            WHERE p.status = 'active' AND NOT (\(SecondFactor.exists))
                AND (p.is_owner = 1 OR EXISTS (
                    SELECT 1 FROM account_role_grant g WHERE g.person_id = p.id AND g.app || '.' || g.role IN \(list: roles + [""])))
            """ as Query<Int>)
    }
}

/// What counts as a second factor: an authenticator app or a passkey.
enum SecondFactor {
    /// Whether the person `p` of a query has one.
    static let exists: SQL = """
        EXISTS (SELECT 1 FROM account_totp t WHERE t.person_id = p.id) OR EXISTS (SELECT 1 FROM account_passkey k WHERE k.person_id = p.id)
        """

    static func has(_ person: PersonID, in db: any Connection) throws -> Bool {
        try db.first("SELECT p.id FROM account_person p WHERE p.id = \(person) AND (\(exists))" as Query<Int64>) != nil
    }
}
