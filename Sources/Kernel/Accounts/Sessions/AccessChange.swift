import Core
import Database
import Events
import Platform

/// Makes a change of what somebody may do hold at once, wherever they are signed in.
struct AccessChange: Sendable {
    let site: Site

    /// Called in the transaction of the change, and before it removes sessions: none that was read before the commit is remembered, and
    /// the streams of events that are open with them end.
    func hold(for person: PersonID, in db: any Connection) throws {
        let open = try db.all("SELECT id FROM account_session WHERE person_id = \(person) ORDER BY id" as Query<SessionID>)
        try hold(for: open, of: person, in: db)
    }

    /// The same for some of a person's sessions.
    func hold(for sessions: [SessionID], of person: PersonID, in db: any Connection) throws {
        site.members.lazy.compactMap { $0 as? AccountsPart }.first?.sessions.cache.distrust(person, at: site.clock.now())
        for session in sessions { try site.events.endStreams(ofSession: session.number, in: db) }
    }
}
