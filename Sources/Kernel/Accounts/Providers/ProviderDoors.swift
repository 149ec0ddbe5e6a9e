import Platform
import Web

/// Everything about signing in through others, and what it remembers from one request to the next.
struct ProviderDoors: Sendable {
    let site: Site
    let desk: ProviderDesk
    private let beginnings: RateLimiter
    private let codes: RateLimiter
    private let letters: RateLimiter

    init(site: Site) {
        self.site = site
        desk = ProviderDesk(site: site)
        beginnings = RateLimiter(capacity: 30, per: .seconds(60), clock: site.clock)
        codes = RateLimiter(capacity: 20, per: .seconds(600), clock: site.clock)
        letters = RateLimiter(capacity: 5, per: .seconds(3600), clock: site.clock)
    }

    func routes(_ admission: Admission, _ reauthentication: Reauthentication) -> [Route] {
        let signIn = ProviderSignIn(site: site, pendings: PendingIdentities(site: site, letters: letters))
        return ProviderRoutes(
            site: site, desk: desk, signIn: signIn, admission: admission, reauthentication: reauthentication, attempts: beginnings
        ).routes
            + FinishRoutes(site: site, signIn: signIn, admission: admission, reauthentication: reauthentication, attempts: codes).routes
            + PictureRoutes(site: site).routes
            + SignInSettingsRoutes(site: site, desk: desk).routes
    }
}
