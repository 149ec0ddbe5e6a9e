import Jobs
import Platform
import Web

/// Everything about signing in through others, and what it remembers from one request to the next.
struct ProviderDoors: Sendable {
    let site: Site
    let desk: ProviderDesk
    private let beginnings: RateLimiter
    private let codes: RateLimiter
    private let letters: CodeLetters
    private let notices: RateLimiter

    init(site: Site) {
        self.site = site
        desk = ProviderDesk(site: site)
        beginnings = RateLimiter(capacity: 30, per: .seconds(60), clock: site.clock)
        codes = RateLimiter(capacity: 20, per: .seconds(600), clock: site.clock)
        letters = CodeLetters(clock: site.clock)
        notices = RateLimiter(capacity: 120, per: .seconds(60), clock: site.clock)
    }

    func routes(_ admission: Admission, _ reauthentication: Reauthentication, _ erasure: Erasure) -> [Route] {
        let signIn = ProviderSignIn(site: site, pendings: PendingIdentities(site: site, letters: letters))
        return ProviderRoutes(
            site: site, desk: desk, signIn: signIn, admission: admission, reauthentication: reauthentication, attempts: beginnings
        ).routes
            + FinishRoutes(site: site, signIn: signIn, admission: admission, reauthentication: reauthentication, attempts: codes).routes
            + ProviderNoticeRoutes(
                site: site, desk: desk, notices: ProviderNotices(site: site), deletions: deletions(erasure), attempts: notices
            ).routes
            + PictureRoutes(site: site).routes
            + SignInSettingsRoutes(site: site, desk: desk).routes
    }

    /// What is asked of providers, or done for them, when nobody waits for it.
    func jobs(_ erasure: Erasure) -> [JobKind] {
        [RefreshTokens(site: site).kind(desk), ProfileRefresh(site: site).kind(desk), deletions(erasure).kind, Pictures(site: site).kind]
    }

    private func deletions(_ erasure: Erasure) -> DeletionRequests {
        DeletionRequests(site: site, notices: ProviderNotices(site: site), erasure: erasure)
    }
}
