import Accounts
import Core
import Foundation
import Interface
import Jobs
import Mail
import Platform
import SignIn
import Web

/// The kernel part with what people say about themselves and take with them, and how administrators look after them.
public struct ProfilesModule: App {
    /// What the part is.
    public static let manifest = AppManifest(
        id: "profiles", name: "Profiles",
        navigation: .init(portal: [
            AdminPlace(
                "People", "Accounts, roles, bans and invitations",
                searchedAs:
                    "members users persons add new account moderator administrator editor helper role staff volunteers invite permissions reset link password deactivate session owner",
                icon: .people,
                path: ProfilesPaths.people(),
                permission: AccountsPermissions.people,
                in: .people)
        ]),
        schema: .init(
            ProfileWordsMigrations.all, entityNames: [ProfileField.name.kind: "Name"],
            entityPaths: [
                "account.person": EntityPath(AccountsPermissions.people) { Int64($0).map { ProfilesPaths.person(PersonID($0)) } }
            ]),
        notifications: [DataExports.readyKind],
        help: .init(PeopleHelp.topics),
        resources: Bundle.module)

    private let site: Site
    private let profiles: Profiles
    private let words: ProfileWords
    private let access: AccessChange
    private let exports: DataExports
    private let erasure: Erasure
    private let people: PeopleAdministration
    private let throttle: SignInThrottle
    private let reauthentication: Reauthentication
    private let tokens: SealedTokens
    private let refreshTokens: RefreshTokens
    private let bans: Bans
    private let consents: Consents

    /// Wires the part to a site, on which accounts and sign-in are there already.
    public init(site: Site) throws {
        self.site = site
        let roles: Roles = try site.service()
        bans = try site.service()
        consents = try site.service()
        words = ProfileWords(site: site, names: OfficialNames(site: site, roles: roles))
        exports = DataExports(site: site, mailer: try site.service())
        access = try site.service()
        profiles = Profiles(site: site, words: words, access: access, profileRefresh: try site.service())
        erasure = try site.service()
        people = PeopleAdministration(
            site: site, people: try site.service(), roles: roles, bans: bans, invitations: try site.service(), recovery: try site.service(),
            access: access)
        throttle = try site.service()
        reauthentication = try site.service()
        tokens = try site.service()
        refreshTokens = try site.service()
    }

    /// Every page and address of the part.
    public var routes: [Route] {
        let directory = PeopleDirectory(site: site)
        return PeopleRoutes(site: site, directory: directory, administration: people, throttle: throttle).routes
            + PeopleAPI(site: site, directory: directory, administration: people).routes
            + ProfileRoutes(site: site, profiles: profiles, bans: bans).routes
            + OwnPictureRoutes(site: site, profiles: profiles, access: access).routes
            + PictureRoutes(site: site).routes
            + PrivacyRoutes(
                site: site, exports: exports, consents: consents, erasure: erasure, reauthentication: reauthentication, tokens: tokens
            ).routes
    }

    /// Copies of people's data.
    public var jobs: [JobKind] { exports.jobs }

    /// Copies that have run out go every night.
    public var schedules: [Schedule] { exports.schedules }

    public func register(in extensions: inout Extensions) throws {
        try extensions.provide(profiles)
        extensions.add(InviteSetup(), to: .setupSteps)
        try extensions.provide(
            NameReview(
                newcomer: { [words] name, language, db in try words.nameOfNewcomer(name, language: language, in: db) },
                hold: { [words] name, person, language, write in try words.hold(newcomer: name, of: person, language: language, in: write) },
                mayShow: { [words] name, person, language, write in
                    if try words.mayShow(name, as: .name, of: person, language: language, in: write) { return true }
                    try words.tellOwner(person, name, in: write)
                    return false
                }))
        extensions.add(
            PersonalDataOfAccounts(site: site, words: words, consents: consents, bans: bans, refreshTokens: refreshTokens), to: .personalData)
        extensions.derive(.moderatedSubjects) { [profiles] in profiles.subjects(beside: $0) }
    }
}
