import Core
import Database
import Platform
import Web

/// Owners may do everything, so more than a password should stand before it.
struct OwnerAlerts: AdminAlertSource {
    let site: Site
    var permission: Permission { AccountsPermissions.roles }

    func items(in db: any Connection) throws -> [AdminAlert] {
        guard try !site.configuration.isDemo && !site.isInFirstDay(in: db) else { return [] }
        let without = try Self.withoutSecondFactor(in: db)
        guard without > 0 else { return [] }
        return [
            AdminAlert(
                "Owners without two-step verification: \(without)",
                detail: "Anyone who learns an owner’s password can do everything. An authenticator app or a passkey keeps them out.",
                path: AccountsPaths.security())
        ]
    }

    /// How many owners nothing but a password protects.
    static func withoutSecondFactor(in db: any Connection) throws -> Int {
        try db.one(
            "SELECT COUNT(*) FROM account_person p WHERE p.status = 'active' AND p.is_owner = 1 AND NOT (\(SecondFactor.exists))" as Query<Int>)
    }
}
