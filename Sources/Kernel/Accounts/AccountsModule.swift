import Core
import Crypto
import Database
import Foundation
import Interface
import Jobs
import Mail
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

/// The kernel part that knows people: who they are, their sessions, roles and bans, and what they agreed to.
public struct AccountsModule: App {
    /// What the part is. Permissions and settings of the parts that stand on this one are declared here too: their ids are stored.
    public static let manifest = AppManifest(
        id: "accounts", name: "Accounts",
        navigation: .init(
            portal: [
                AdminPlace(
                    "Terms and privacy", "What people agree to, and who is responsible for their data",
                    searchedAs: "gdpr consent policy legal cookies data controller", icon: .pages,
                    path: AccountsPaths.termsEditor(),
                    permission: AccountsPermissions.terms, in: .safety)
            ], footer: [NavigationItem("Terms and privacy", icon: .pages, path: AccountsPaths.allTerms())]),
        access: .init(
            permissions: [
                PermissionDeclaration(AccountsPermissions.roles, "Give people their roles"),
                PermissionDeclaration(AccountsPermissions.people, "See everyone’s account; create, deactivate and reactivate accounts"),
                PermissionDeclaration(AccountsPermissions.signIn, "Choose the sign-in methods"),
                PermissionDeclaration(AccountsPermissions.bans, "Ban people from any app"),
                PermissionDeclaration(AccountsPermissions.terms, "Write and publish the terms of apps"),
                PermissionDeclaration(AccountsPermissions.names, "Decide on names that the filter holds back"),
            ],
            roles: [
                RoleDeclaration(
                    "admin", "Account administrator",
                    [AccountsPermissions.roles, AccountsPermissions.people, AccountsPermissions.bans, AccountsPermissions.terms],
                    partOf: [.administrator])
            ]),
        schema: .init(AccountsMigrations.all, entityNames: AccountsSettings.entityNames, sentences: AccountsSentences.all),
        settings: AccountsSettings.all,
        notifications: [RoleChangeNotifier.kind, StaffSecondStep.kind],
        measures: .init(measures),
        commands: UserCommands.help,
        resources: Bundle.module)

    /// The people of the site.
    public let people: People
    /// Who has which role.
    public let roles: Roles
    /// The one-time set-up page.
    public let setup: Setup
    let site: Site
    private let passwords: PasswordHasher
    let sessions: Sessions
    private let access: AccessChange
    private let bans: Bans
    private let consents: Consents
    private let terms: TermsEditor
    private let staffAccess: StaffAccessPolicy
    private let erasure: Erasure
    private let retention: AccountRetention

    /// Wires accounts to a site.
    public init(site: Site) throws {
        self.site = site
        passwords = PasswordHasher(cost: site.passwordCost)
        let cache = SessionCache(sharedDatabase: site.sharesDatabase)
        access = AccessChange(site: site, cache: cache)
        roles = Roles(site: site, access: access)
        bans = Bans(site: site, access: access)
        consents = Consents(site: site)
        terms = TermsEditor(site: site, consents: consents)
        staffAccess = StaffAccessPolicy(site: site, roles: roles)
        sessions = Sessions(site: site, roles: roles, bans: bans, access: access, cache: cache)
        people = People(site: site, passwords: passwords)
        setup = Setup(site: site, people: people, sessions: sessions)
        erasure = Erasure(site: site, access: access, mailer: try site.service())
        retention = AccountRetention(site: site)
    }

    /// Opens a browser session for a person without asking for the password, for tools and tests; answers its token.
    public func openSession(for person: PersonID) async throws -> String {
        try await sessions.open(for: person, by: [], kind: .browser, keep: false, label: "").text
    }

    /// Every page and address of accounts.
    public var routes: [Route] {
        ConsentRoutes(site: site, consents: consents, editor: terms).routes + TermsEditorRoutes(site: site, editor: terms).routes + setup.routes
    }

    /// What follows an erasure, and what has run out.
    public var jobs: [JobKind] { erasure.jobs + [retention.kind] }

    /// Sessions and links that have run out go every night.
    public var schedules: [Schedule] { [retention.schedule] }

    /// `stoa user …`.
    public var commands: [Command] { UserCommands(people: people, roles: roles).commands }

    public func register(in extensions: inout Extensions) throws {
        try extensions.provide(
            SessionAuthenticator(
                site: site, sessions: sessions, bans: bans, policy: staffAccess, choices: InterfaceChoices(site: site, cache: sessions.cache)),
            as: (any Authenticator).self)
        try extensions.provide(self)
        try extensions.provide(people)
        try extensions.provide(people, as: (any PersonAddressBook).self)
        try extensions.provide(roles)
        try extensions.provide(passwords)
        try extensions.provide(setup)
        try extensions.provide(sessions)
        try extensions.provide(sessions.cache)
        try extensions.provide(access)
        try extensions.provide(bans)
        try extensions.provide(consents)
        try extensions.provide(staffAccess)
        try extensions.provide(erasure)
        extensions.add(sessions.cache.shared, to: .caches)
        extensions.add(OwnerSetup(), to: .setupSteps)
        extensions.add(OwnerAlerts(site: site), to: .adminAlerts)
        extensions.add(StaffSecondStep(site: site, roles: roles, access: access), to: .settingGuards)
        extensions.add(Preparation { try PersonColumns.guardOwners(in: $0) }, to: .preparations)
        extensions.add(SchemaRule(Self.refusal), to: .schemaRules)
        for level in levels { extensions.add(level, to: .levels) }
        for facts in pastFacts { extensions.add(facts, to: .pastFacts) }
    }

    /// A request that was still running when its person's account was erased.
    private static func refusal(for error: DatabaseError) -> Problem? {
        guard case .constraint(.rule, let words) = error, words.contains(PersonColumns.refusal) else { return nil }
        return Problem(
            .gone, "accounts.gone", "This account has been deleted, so nothing was saved.", remedy: "Go back to the front page.")
    }
}
