import Accounts
import Core
import Database
import Platform
import Web

/// A step of a new site: somebody was invited. Strangers who registered don't help to run it.
struct InviteSetup: SetupStepSource {
    var permission: Permission { AccountsPermissions.people }

    func step(in db: any Connection) throws -> SetupStep? {
        let people = try db.one("SELECT COUNT(*) FROM account_person WHERE invited_by IS NOT NULL" as Query<Int>)
        return SetupStep(
            .invite, "Invite people",
            detail: people > 0 ? "Invited: \(people)" : "Invite the people who help you run the site.", isDone: people > 0,
            path: ProfilesPaths.newPerson(), action: "Invite", again: "Invite more")
    }
}
