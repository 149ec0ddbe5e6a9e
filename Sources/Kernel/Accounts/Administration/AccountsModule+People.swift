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

    public func register(in extensions: inout Extensions) throws {
        try extensions.provide(SessionAuthenticator(sessions: sessions, site: site), as: (any Authenticator).self)
        try extensions.provide(self)
        try extensions.provide(people)
        try extensions.provide(setup)
        try extensions.provide(sessions.cache)
        extensions.add(sessions.cache.shared, to: .caches)
        extensions.add(SignInAlerts(site: site), to: .adminAlerts)
        extensions.add(OwnerAlerts(site: site), to: .adminAlerts)
        extensions.add(StaffSecondStep(site: site), to: .settingGuards)
        extensions.add(PersonalDataOfAccounts(site: site), to: .personalData)
        extensions.derive(.moderatedSubjects) { [site] in Profiles(site: site).subjects(beside: $0) }
        extensions.add(Preparation { try PersonColumns.guardOwners(in: $0) }, to: .preparations)
        extensions.add(SchemaRule(Self.refusal), to: .schemaRules)
        for level in levels { extensions.add(level, to: .levels) }
        for facts in pastFacts { extensions.add(facts, to: .pastFacts) }
    }

    /// A request that was still running when its person's account was erased.
    private static func refusal(for error: DatabaseError) -> Problem? {
        guard case .constraint(.rule, let words) = error, words.contains(PersonColumns.refusal) else { return nil }
        return Problem(
            .gone, "accounts.gone", "This account has been deleted, so nothing was kept.", remedy: "Go back to the home page.")
    }
}
