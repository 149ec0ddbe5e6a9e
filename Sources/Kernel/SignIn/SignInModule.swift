import Accounts
import Core
import Crypto
import Foundation
import Interface
import Jobs
import Mail
import Platform
import Web

/// The kernel part with the ways in to an account, and what keeps them safe.
public struct SignInModule: App {
    /// What the part is.
    public static let manifest = AppManifest(
        id: "sign-in", name: "Sign-in",
        navigation: .init(portal: [
            AdminPlace(
                "Sign-in methods", "Passwords, passkeys, Google and others", searchedAs: "login log in oauth facebook apple", icon: .key,
                path: SignInPaths.signInSettings(),
                permission: AccountsPermissions.signIn, in: .safety)
        ]),
        schema: .init(
            entityNames: [
                "account.identity": "Linked account",
                "account.passkey": "Passkey",
                "account.app-password": "App password",
                "account.second-step": "Two-step verification",
                "account.sign-in": "Sign-in",
                "site.sign-in": "Sign-in methods",
            ], sentences: SignInSentences.all),
        sections: [ProvidersSection.self],
        commands: ResetCommands.help + ProviderCommands.help,
        resources: Bundle.module)

    private let site: Site
    private let people: People
    private let sessions: Sessions
    private let roles: Roles
    private let tokens: SealedTokens
    private let verification: Verification
    private let passwords: Passwords
    private let signIn: SignIn
    private let twoFactor: TwoFactor
    private let passkeys: Passkeys
    private let devices: Devices
    private let invitations: Invitations
    private let recovery: Recovery
    private let reauthentication: Reauthentication
    private let appPasswords: AppPasswords
    private let staffAccess: StaffAccessPolicy
    private let mailer: Mailer
    private let providers: ProviderModule

    /// Wires the part to a site, on which accounts are there already.
    public init(site: Site) throws {
        self.site = site
        people = try site.service()
        sessions = try site.service()
        mailer = try site.service()
        staffAccess = try site.service()
        let emails = SecurityEmails(mailer: mailer)
        let attempts = Attempts(site: site)
        let refusals = SignInRefusals(site: site)
        let hasher: PasswordHasher = try site.service()
        let access: AccessChange = try site.service()
        let links = MailLinks(site: site)
        tokens = SealedTokens(site: site)
        verification = Verification(site: site, mailer: mailer, links: links)
        passwords = Passwords(site: site, hasher: hasher, access: access, emails: emails, attempts: attempts)
        signIn = SignIn(
            site: site, passwords: hasher, throttle: SignInThrottle(site: site, challenges: Challenges(site: site, tickets: tokens)),
            attempts: attempts, refusals: refusals, others: OtherPasswords(site: site))
        devices = Devices(site: site, emails: emails)
        twoFactor = TwoFactor(
            site: site, emails: emails, devices: devices, attempts: attempts, refusals: refusals,
            recovery: RecoveryCodes(key: site.key), access: access, tokens: tokens)
        passkeys = Passkeys(site: site, emails: emails, access: access, tokens: tokens)
        invitations = Invitations(site: site, mailer: mailer, passwords: passwords, links: links, verification: verification)
        recovery = Recovery(site: site, mailer: mailer, passwords: passwords, links: links, verification: verification)
        reauthentication = Reauthentication(site: site, sessions: sessions)
        roles = try site.service()
        appPasswords = AppPasswords(
            site: site, roles: roles, bans: try site.service(), staffAccess: staffAccess, emails: emails)
        providers = ProviderModule(
            site: site, emails: emails, access: access, erasure: try site.service(), mailer: mailer, tokens: tokens)
    }

    /// The end of every way in: second step, session, cookies.
    private var admission: SignInCompletion {
        SignInCompletion(site: site, sessions: sessions, roles: roles, twoFactor: twoFactor, devices: devices, tokens: tokens)
    }

    private var proofCheck: ProofCheck {
        ProofCheck(people: people, passwords: passwords, signIn: signIn, twoFactor: twoFactor, passkeys: passkeys, reauthentication: reauthentication)
    }

    /// Every page and address of the part.
    public var routes: [Route] {
        SignInRoutes(
            site: site, registration: SelfRegistration(site: site, mailer: mailer, people: people, verification: verification),
            verification: verification,
            signIn: signIn, sessions: sessions, admission: admission, passkeys: passkeys
        ).routes
            + SecondStepRoutes(site: site, twoFactor: twoFactor, admission: admission, tokens: tokens).routes
            + ConfirmRoutes(site: site, proofs: proofCheck).routes
            + StepUpRoutes(sessions: sessions, proofs: proofCheck).routes
            + PasskeyRoutes(people: people, passkeys: passkeys, reauthentication: reauthentication).routes
            + RecoveryRoutes(site: site, recovery: recovery, throttle: signIn.throttle, admission: admission).routes
            + VerificationRoutes(site: site, people: people, throttle: signIn.throttle, verification: verification).routes
            + EmailChangeRoutes(
                site: site, people: people, change: EmailChange(site: site, mailer: mailer, tokens: tokens, links: MailLinks(site: site)),
                reauthentication: reauthentication, throttle: signIn.throttle
            ).routes
            + WelcomeRoutes(site: site, invitations: invitations, admission: admission).routes
            + ChallengeRoutes(challenges: signIn.throttle.challenges).routes
            + SecurityRoutes(
                site: site, people: people, passwords: passwords, signIn: signIn, sessions: sessions, twoFactor: twoFactor, passkeys: passkeys,
                identities: providers.identities, reauthentication: reauthentication, appPasswords: appPasswords, staffAccess: staffAccess
            ).routes
            + AppPasswordRoutes(appPasswords: appPasswords, reauthentication: reauthentication).routes
            + AuthenticatorRoutes(people: people, twoFactor: twoFactor, reauthentication: reauthentication).routes
            + SessionAPI(signIn: signIn, sessions: sessions, twoFactor: twoFactor, devices: devices).routes
            + providers.routes(admission, reauthentication)
    }

    /// Emails for people who forgot their password, and what is asked of providers.
    public var jobs: [JobKind] { [recovery.kind] + providers.jobs }

    /// `stoa user password`, `stoa user two-step-reset` and `stoa provider …`.
    public var commands: [Command] {
        ResetCommands(site: site, people: people, passwords: passwords, twoFactor: twoFactor).commands
            + ProviderCommands(site: site, settings: providers.settings).commands
    }

    public func register(in extensions: inout Extensions) throws {
        try extensions.provide(tokens)
        try extensions.provide(passwords)
        try extensions.provide(appPasswords)
        try extensions.provide(invitations)
        try extensions.provide(recovery)
        try extensions.provide(signIn.throttle)
        try extensions.provide(reauthentication)
        try extensions.provide(providers.identities)
        try extensions.provide(providers.refreshTokens)
        try extensions.provide(providers.profileRefresh)
        extensions.add(SignInAlerts(site: site), to: .adminAlerts)
    }
}
