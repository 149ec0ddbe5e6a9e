import Core
import Database
import Events
import Platform

/// Makes a change of what somebody may do hold at once, wherever they are signed in.
public struct AccessChange: Sendable {
    private let site: Site
    private let cache: SessionCache

    init(site: Site, cache: SessionCache) {
        self.site = site
        self.cache = cache
    }

    /// Called in the transaction of the change, and before it removes sessions: none that was read before the commit is remembered, and
    /// the streams of events that are open with them end.
    public func hold(for person: PersonID, in write: Write) throws {
        let open = try write.all("SELECT id FROM account_session WHERE person_id = \(person) ORDER BY id" as Query<SessionID>)
        try hold(for: open, of: person, in: write)
    }

    /// What ended with ``signOut(_:but:keeping:in:)``.
    public struct SignedOut {
        public var sessions: [SessionID]
        public var appPasswords: Int
    }

    /// Signs a person out everywhere: sessions, reading apps, what waits for a code, and what parts have tied to a browser. The browsers
    /// are strangers' from now on. Called after ``hold(for:in:)``.
    /// - Parameters:
    ///   - browser: the digest of the cookie of the browser that asks, which stays known.
    ///   - session: one that goes on.
    @discardableResult
    public func signOut(_ person: PersonID, but browser: [UInt8]? = nil, keeping session: SessionID? = nil, in write: Write) throws -> SignedOut {
        try write.run("UPDATE account_person SET sign_outs = sign_outs + 1 WHERE id = \(person)")
        try KnownBrowsers.forget(of: person, but: browser, in: write)
        for observer in site.extensions[.signOuts] { try observer.signedOut(.all(but: browser), person, write) }
        return SignedOut(
            sessions: try write.all(
                "DELETE FROM account_session WHERE person_id = \(person) AND id <> \(session?.number ?? 0) RETURNING id" as Query<SessionID>),
            appPasswords: try write.run("DELETE FROM account_app_password WHERE person_id = \(person)"))
    }

    /// Has sessions read anew once `write` is on disk: for what they show of people. What somebody may do calls for ``hold(for:in:)``.
    public func refresh(after write: Write) throws {
        try write.invalidate(cache.shared)
    }

    /// Has the sessions of one person read anew: for what they show of that person.
    public func distrust(_ person: PersonID) { cache.distrust(person, at: site.clock.steady()) }

    /// ``hold(for:in:)`` for some of a person's sessions.
    func hold(for sessions: [SessionID], of person: PersonID, in write: Write) throws {
        cache.distrust(person, at: site.clock.steady())
        try cache.shared.announce(in: write)
        for session in sessions { try site.events.endStreams(ofSession: session.number, in: write) }
    }
}
