import Accounts
import Core
import Database
import Platform
import Web

/// The last step of a new site: somebody else is there, or invited.
struct InviteSetup: SetupStepSource {
    var permission: Permission { AccountsPermissions.people }

    func step(in db: any Connection) throws -> SetupStep {
        let people = try db.one("SELECT COUNT(*) FROM account_person WHERE status = 'active'" as Query<Int>)
        return SetupStep(
            .invite, "Invite people",
            detail: people > 1 ? "\(people) people" : "Invite the people who help you run the site.", isDone: people > 1,
            path: ProfilesPaths.newPerson(), action: "Invite")
    }
}
