import Core
import Crypto
import Foundation
import Interface
import Jobs
import Platform
import Web

/// What accounts let people be allowed to do.
public enum AccountsPermissions {
    /// Give and take roles.
    public static let roles: Permission = "accounts.roles"
    /// See everybody's account; make, shut and open accounts.
    public static let people: Permission = "accounts.people"
    /// Ban people from any app.
    public static let bans: Permission = "accounts.bans"
    /// Set up providers, and choose what each app offers.
    public static let signIn: Permission = "accounts.sign-in"
    /// Write and publish the terms of apps.
    public static let terms: Permission = "accounts.terms"
    /// Decide on names that the filter holds back.
    public static let names: Permission = "accounts.names"
}

/// The kernel part that knows people: sign-in, sessions, roles.
public struct AccountsModule: App {
    /// What the part is.
    public static let manifest = AppManifest(
        id: "accounts", name: "Accounts",
        navigation: .init(
            portal: [
                AdminPlace("People", icon: .people, path: AccountsPaths.people(), permission: AccountsPermissions.people, in: .people),
                AdminPlace("Sign-in methods", icon: .key, path: AccountsPaths.signInSettings(), permission: AccountsPermissions.signIn, in: .site),
                AdminPlace("Terms and privacy", icon: .pages, path: AccountsPaths.termsEditor(), permission: AccountsPermissions.terms, in: .site),
            ], footer: [NavigationItem("Terms and privacy", icon: .pages, path: AccountsPaths.allTerms())]),
        access: .init(
            permissions: [
                PermissionDeclaration(AccountsPermissions.roles, "Give people their roles"),
                PermissionDeclaration(AccountsPermissions.people, "See everybody's account; make, shut and open accounts"),
                PermissionDeclaration(AccountsPermissions.signIn, "Choose the sign-in methods"),
                PermissionDeclaration(AccountsPermissions.bans, "Ban people from any app"),
                PermissionDeclaration(AccountsPermissions.terms, "Write and publish the terms of apps"),
                PermissionDeclaration(AccountsPermissions.names, "Decide on names that the filter holds back"),
            ],
            roles: [
                RoleDeclaration(
                    "admin", "Account administrator",
                    [AccountsPermissions.roles, AccountsPermissions.people, AccountsPermissions.bans, AccountsPermissions.terms])
            ]),
        schema: .init(AccountsMigrations.all, entityNames: AccountsSettings.entityNames),
        settings: AccountsSettings.all,
        notifications: [RoleChangeNotifier.kind, StaffSecondStep.kind],
        measures: .init(measures),
        commands: UserCommands.help + ProviderCommands.help,
        resources: Bundle.module)

    /// The people of the site.
    public let people: People
    /// Who has which role.
    public let roles: Roles
    /// The one-time set-up page.
    public let setup: Setup
    let site: Site
    let sessions: Sessions
    let signIn: SignIn
    private let twoFactor: TwoFactor
    private let providers: ProviderModule

    /// Wires accounts to a site.
    public init(site: Site) throws {
        self.site = site
        let passwords = PasswordHasher(cost: site.passwordCost)
        roles = Roles(site: site)
        sessions = Sessions(site: site, roles: roles, cache: SessionCache(sharedDatabase: site.sharesDatabase))
        people = People(site: site, passwords: passwords)
        setup = Setup(site: site, people: people, sessions: sessions)
        signIn = SignIn(site: site, passwords: passwords, throttle: SignInThrottle(site: site))
        twoFactor = TwoFactor(site: site, emails: SecurityEmails(site: site))
        providers = ProviderModule(site: site)
    }

    private var devices: Devices { Devices(site: site, emails: SecurityEmails(site: site)) }

    /// The end of every way in: second step, session, cookies.
    public var admission: SignInCompletion {
        SignInCompletion(site: site, sessions: sessions, twoFactor: twoFactor, devices: devices)
    }

    /// Asks for a fresh proof before what an open screen left alone must not allow.
    public var reauthentication: Reauthentication { Reauthentication(site: site, sessions: sessions) }

    /// Opens a browser session for a person without asking for the password, for tools and tests; answers its token.
    public func openSession(for person: PersonID) async throws -> String {
        try await sessions.open(for: person, by: [], kind: .browser, keep: false, label: "").text
    }

    /// Every page and address of accounts.
    public var routes: [Route] {
        SignInRoutes(
            site: site, registration: SelfRegistration(site: site, people: people), signIn: signIn, sessions: sessions, admission: admission,
            passkeys: passkeys
        ).routes
            + SecondStepRoutes(site: site, twoFactor: twoFactor, admission: admission).routes
            + ConfirmRoutes(site: site, proofs: proofCheck).routes
            + StepUpRoutes(sessions: sessions, proofs: proofCheck).routes
            + PasskeyRoutes(people: people, passkeys: passkeys, reauthentication: reauthentication).routes
            + RecoveryRoutes(site: site, recovery: recovery, throttle: signIn.throttle, admission: admission).routes
            + VerificationRoutes(site: site, people: people, throttle: signIn.throttle).routes
            + ChallengeRoutes(site: site).routes
            + SecurityRoutes(
                site: site, people: people, signIn: signIn, sessions: sessions, twoFactor: twoFactor, passkeys: passkeys,
                reauthentication: reauthentication
            ).routes
            + AppPasswordRoutes(site: site, reauthentication: reauthentication).routes
            + AuthenticatorRoutes(people: people, twoFactor: twoFactor, reauthentication: reauthentication).routes
            + SessionAPI(signIn: signIn, sessions: sessions, twoFactor: twoFactor, devices: devices).routes
            + routesAboutPeople
            + providers.routes(admission, reauthentication, erasure)
            + setup.routes
    }

    /// Emails for people who forgot their password, pictures of people, copies of their data, and what follows an erasure.
    public var jobs: [JobKind] { [recovery.kind] + providers.jobs(erasure) + exports.jobs + erasure.jobs + [AccountRetention(site: site).kind] }

    private var passkeys: Passkeys { Passkeys(site: site, emails: SecurityEmails(site: site)) }
    private var proofCheck: ProofCheck {
        ProofCheck(people: people, signIn: signIn, twoFactor: twoFactor, passkeys: passkeys, reauthentication: reauthentication)
    }
    private var recovery: Recovery { Recovery(site: site, people: people) }

    /// `stoa user …` and `stoa provider …`.
    public var commands: [Command] { UserCommands(people: people, roles: roles).commands + ProviderCommands(site: site).commands }
}
