import Accounts
import Jobs
import Mail
import Platform
import Web

/// Everything about signing in through others, and what it remembers from one request to the next.
struct ProviderModule: Sendable {
    let site: Site
    let registry: ProviderRegistry
    let identities: Identities
    let refreshTokens: RefreshTokens
    let profileRefresh: ProfileRefresh
    let settings: ProviderSettings
    private let pictures: Pictures
    private let access: AccessChange
    private let erasure: Erasure
    private let mailer: Mailer
    private let tokens: SealedTokens
    private let providerAttempts: ProviderAttempts
    private let beginnings: RateLimiter
    private let codes: RateLimiter
    private let emails: CodeEmails
    private let events: RateLimiter

    init(
        site: Site, emails securityEmails: SecurityEmails, access: AccessChange, erasure: Erasure, mailer: Mailer, tokens: SealedTokens
    ) {
        self.site = site
        self.access = access
        self.erasure = erasure
        self.mailer = mailer
        self.tokens = tokens
        settings = ProviderSettings(site: site)
        providerAttempts = ProviderAttempts(site: site)
        pictures = Pictures(site: site)
        refreshTokens = RefreshTokens(site: site)
        identities = Identities(site: site, refreshTokens: refreshTokens, pictures: pictures, emails: securityEmails)
        profileRefresh = ProfileRefresh(site: site, identities: identities, refreshTokens: refreshTokens)
        registry = ProviderRegistry(site: site)
        beginnings = site.rateLimiter("sign-in.providers", capacity: 30, per: .seconds(60))
        codes = site.rateLimiter("sign-in.codes", capacity: 20, per: .seconds(600))
        emails = CodeEmails(site: site)
        events = site.rateLimiter("sign-in.provider-events", capacity: 120, per: .seconds(60))
    }

    func routes(_ admission: SignInCompletion, _ reauthentication: Reauthentication) -> [Route] {
        let signIn = ProviderSignIn(
            site: site, pendings: PendingIdentities(site: site, mailer: mailer, emails: emails), identities: identities, pictures: pictures,
            access: access)
        return ProviderRoutes(
            site: site, registry: registry, signIn: signIn, identities: identities, admission: admission, reauthentication: reauthentication,
            providerAttempts: providerAttempts, attempts: beginnings
        ).routes
            + FinishRoutes(site: site, signIn: signIn, admission: admission, reauthentication: reauthentication, attempts: codes).routes
            + ProviderEventRoutes(
                site: site, registry: registry, events: providerEvents, deletions: deletions, tokens: tokens, attempts: events
            ).routes
            + SignInSettingsRoutes(site: site, registry: registry, settings: settings).routes
    }

    /// What is asked of providers, or done for them, when nobody waits for it.
    var jobs: [JobKind] { [refreshTokens.kind(registry), profileRefresh.kind(registry), deletions.kind, pictures.kind] }

    private var providerEvents: ProviderEvents { ProviderEvents(mailer: mailer, identities: identities, access: access) }
    private var deletions: DeletionRequests {
        DeletionRequests(site: site, events: providerEvents, erasure: erasure, identities: identities, pictures: pictures)
    }
}
