import Core
import Database
import Jobs
import Platform
import Web

extension AccountsModule {
    /// Removes accounts.
    var erasure: Erasure { Erasure(site: site) }
    /// Makes copies of people's data.
    var exports: DataExports { DataExports(site: site) }

    /// What people say about themselves, agree to and take with them, and how administrators look after them.
    var routesAboutPeople: [Route] {
        let directory = PeopleDirectory(site: site)
        let administration = PeopleAdministration(site: site, people: people, roles: roles)
        return PeopleRoutes(site: site, directory: directory, administration: administration, throttle: signIn.throttle).routes
            + PeopleAPI(site: site, directory: directory, administration: administration).routes
            + ConsentRoutes(site: site).routes
            + TermsEditorRoutes(site: site).routes
            + WelcomeRoutes(site: site, invitations: Invitations(site: site), people: people, admission: admission).routes
            + ProfileRoutes(site: site).routes
            + OwnPictureRoutes(site: site, sessions: sessions).routes
            + PrivacyRoutes(site: site, exports: exports, erasure: erasure, reauthentication: reauthentication).routes
    }

    /// Copies, sessions and links that have run out go every night.
    public var schedules: [Schedule] { exports.schedules + [AccountRetention(site: site).schedule] }

    /// Sessions that were looked up.
    public var caches: [SharedCache] { [sessions.cache.shared] }

    /// Ways to sign in that are not set up, and owners whom a password alone lets in.
    public var adminAlerts: [any AdminAlertSource] { [SignInAlerts(site: site), OwnerAlerts(site: site)] }

    /// Names, and what people say about themselves.
    public var moderatedSubjects: [any ModeratedSubject] { Profiles(site: site).subjects }

    /// Nobody shuts themselves out of the portal.
    public var settingGuards: [any SettingGuard] { [StaffSecondStep(site: site)] }

    /// The account itself.
    public var personalData: [any PersonalData] { [PersonalDataOfAccounts(site: site)] }

    /// No row of any part may belong to an account that is gone.
    public func prepare(in db: any Connection) throws { try PersonColumns.guardOwners(in: db) }

    /// A request that was still running when its person's account was erased.
    public func refusal(for error: DatabaseError) -> Problem? {
        guard case .constraint(.rule, let words) = error, words.contains(PersonColumns.refusal) else { return nil }
        return Problem(
            .gone, "accounts.gone", "This account has been deleted, so nothing was kept.", remedy: "Go back to the home page.")
    }
}
