import Accounts
import Core
import Crypto
import Foundation
import Interface
import Jobs
import Platform
import Web

/// The kernel part with the ways in to an account, and what keeps them safe.
public struct SignInModule: App {
    /// What the part is.
    public static let manifest = AppManifest(
        id: "sign-in", name: "Sign-in",
        navigation: .init(portal: [
            AdminPlace(
                "Sign-in methods", "Passwords, passkeys, Google and others", icon: .key, path: SignInPaths.signInSettings(),
                permission: AccountsPermissions.signIn, in: .safety)
        ]),
        schema: .init(entityNames: [
            "account.identity": "Linked account",
            "account.passkey": "Passkey",
            "account.app-password": "App password",
            "account.second-step": "Second step",
            "site.sign-in": "Sign-in methods",
        ]),
        sections: [ProvidersSection.self],
        commands: ResetCommands.help + ProviderCommands.help,
        resources: Bundle.module)

    private let site: Site
    private let people: People
    private let sessions: Sessions
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
    private let providers: ProviderModule

    /// Wires the part to a site, on which accounts are there already.
    public init(site: Site) throws {
        self.site = site
        people = try site.service()
        sessions = try site.service()
        let emails = SecurityEmails(site: site)
        let hasher: PasswordHasher = try site.service()
        let access: AccessChange = try site.service()
        let links = MailLinks(site: site)
        tokens = SealedTokens(site: site)
        verification = Verification(site: site, links: links)
        passwords = Passwords(site: site, hasher: hasher, access: access, emails: emails)
        signIn = SignIn(site: site, passwords: hasher, throttle: SignInThrottle(site: site))
        twoFactor = TwoFactor(site: site, emails: emails, access: access, tokens: tokens)
        passkeys = Passkeys(site: site, emails: emails, access: access, tokens: tokens)
        devices = Devices(site: site, emails: emails)
        invitations = Invitations(site: site, passwords: passwords, links: links, verification: verification)
        recovery = Recovery(site: site, passwords: passwords, links: links, verification: verification)
        reauthentication = Reauthentication(site: site, sessions: sessions)
        providers = ProviderModule(site: site, emails: emails, access: access, erasure: try site.service())
    }

    /// The end of every way in: second step, session, cookies.
    private var admission: SignInCompletion {
        SignInCompletion(site: site, sessions: sessions, twoFactor: twoFactor, devices: devices, tokens: tokens)
    }

    private var proofCheck: ProofCheck {
        ProofCheck(people: people, passwords: passwords, signIn: signIn, twoFactor: twoFactor, passkeys: passkeys, reauthentication: reauthentication)
    }

    /// Every page and address of the part.
    public var routes: [Route] {
        SignInRoutes(
            site: site, registration: SelfRegistration(site: site, people: people, verification: verification), verification: verification,
            signIn: signIn, sessions: sessions, admission: admission, passkeys: passkeys
        ).routes
            + SecondStepRoutes(site: site, twoFactor: twoFactor, admission: admission, tokens: tokens).routes
            + ConfirmRoutes(site: site, proofs: proofCheck).routes
            + StepUpRoutes(sessions: sessions, proofs: proofCheck).routes
            + PasskeyRoutes(people: people, passkeys: passkeys, reauthentication: reauthentication).routes
            + RecoveryRoutes(site: site, recovery: recovery, throttle: signIn.throttle, admission: admission).routes
            + VerificationRoutes(site: site, people: people, throttle: signIn.throttle, verification: verification).routes
            + WelcomeRoutes(site: site, invitations: invitations, admission: admission).routes
            + ChallengeRoutes(site: site).routes
            + SecurityRoutes(
                site: site, people: people, passwords: passwords, signIn: signIn, sessions: sessions, twoFactor: twoFactor, passkeys: passkeys,
                identities: providers.identities, reauthentication: reauthentication
            ).routes
            + AppPasswordRoutes(site: site, reauthentication: reauthentication).routes
            + AuthenticatorRoutes(people: people, twoFactor: twoFactor, reauthentication: reauthentication).routes
            + SessionAPI(signIn: signIn, sessions: sessions, twoFactor: twoFactor, devices: devices).routes
            + providers.routes(admission, reauthentication)
    }

    /// Emails for people who forgot their password, and what is asked of providers.
    public var jobs: [JobKind] { [recovery.kind] + providers.jobs }

    /// `stoa user password`, `stoa user two-step-reset` and `stoa provider …`.
    public var commands: [Command] {
        ResetCommands(site: site, people: people, passwords: passwords, twoFactor: twoFactor).commands + ProviderCommands(site: site).commands
    }

    public func register(in extensions: inout Extensions) throws {
        try extensions.provide(tokens)
        try extensions.provide(passwords)
        try extensions.provide(invitations)
        try extensions.provide(signIn.throttle)
        try extensions.provide(reauthentication)
        try extensions.provide(providers.identities)
        try extensions.provide(providers.refreshTokens)
        try extensions.provide(providers.profileRefresh)
        extensions.add(SignInAlerts(site: site), to: .adminAlerts)
    }
}
