import Accounts
import Jobs
import Platform
import Web

/// Everything about signing in through others, and what it remembers from one request to the next.
struct ProviderModule: Sendable {
    let site: Site
    let registry: ProviderRegistry
    private let beginnings: RateLimiter
    private let codes: RateLimiter
    private let emails: CodeEmails
    private let events: RateLimiter

    init(site: Site) {
        self.site = site
        registry = ProviderRegistry(site: site)
        beginnings = RateLimiter(capacity: 30, per: .seconds(60), clock: site.clock)
        codes = RateLimiter(capacity: 20, per: .seconds(600), clock: site.clock)
        emails = CodeEmails(clock: site.clock)
        events = RateLimiter(capacity: 120, per: .seconds(60), clock: site.clock)
    }

    func routes(_ admission: SignInCompletion, _ reauthentication: Reauthentication, _ erasure: Erasure) -> [Route] {
        let signIn = ProviderSignIn(site: site, pendings: PendingIdentities(site: site, emails: emails))
        return ProviderRoutes(
            site: site, registry: registry, signIn: signIn, admission: admission, reauthentication: reauthentication, attempts: beginnings
        ).routes
            + FinishRoutes(site: site, signIn: signIn, admission: admission, reauthentication: reauthentication, attempts: codes).routes
            + ProviderEventRoutes(
                site: site, registry: registry, events: ProviderEvents(site: site), deletions: deletions(erasure), attempts: events
            ).routes
            + SignInSettingsRoutes(site: site, registry: registry).routes
    }

    /// What is asked of providers, or done for them, when nobody waits for it.
    func jobs(_ erasure: Erasure) -> [JobKind] {
        [RefreshTokens(site: site).kind(registry), ProfileRefresh(site: site).kind(registry), deletions(erasure).kind, Pictures(site: site).kind]
    }

    private func deletions(_ erasure: Erasure) -> DeletionRequests {
        DeletionRequests(site: site, events: ProviderEvents(site: site), erasure: erasure)
    }
}
