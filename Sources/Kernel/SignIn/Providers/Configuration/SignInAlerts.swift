import Accounts
import Core
import Database
import Platform
import Web

/// Apps whose own ways to sign in are none that this site has: people get other ways instead, which is said to them.
struct SignInAlerts: AdminAlertSource {
    let site: Site
    var permission: Permission { AccountsPermissions.signIn }

    func items(in db: any Connection) throws -> [AdminAlert] {
        guard try !site.isInFirstDay(in: db) else { return [] }
        let configured = site.configuration.providers
        return site.apps.compactMap { app in
            let ways = site.policy(of: app.id).signIn
            guard !ways.contains(where: { $0.isOwn || configured[$0.rawValue] != nil }) else { return nil }
            return AdminAlert(
                "\(app.name) has no way to sign in of its own",
                detail: "None of its sign-in methods is set up, so people see those of the site.", path: SignInPaths.signInSettings())
        }
    }
}
