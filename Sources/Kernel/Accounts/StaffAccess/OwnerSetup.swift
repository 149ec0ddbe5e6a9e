import Core
import Database
import Platform
import Web

/// A step of a new site: its owners, and that more than a password protects them.
struct OwnerSetup: SetupStepSource {
    var permission: Permission { AccountsPermissions.roles }

    func step(in db: any Connection) throws -> SetupStep? {
        let names = try db.all("SELECT name FROM account_person WHERE status = 'active' AND is_owner = 1 ORDER BY id LIMIT 10" as Query<String>)
        let isDone = try OwnerAlerts.withoutSecondFactor(in: db) == 0 && !names.isEmpty
        let owners = names.joined(separator: ", ")
        return SetupStep(
            .owner, "Two-step verification",
            detail: isDone ? "\(owners) · two-step verification is on" : "\(owners) · turn on two-step verification to protect the account",
            isDone: isDone, path: AccountsPaths.security(), action: "Protect")
    }
}
