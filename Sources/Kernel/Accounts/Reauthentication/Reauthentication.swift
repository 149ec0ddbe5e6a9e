import Core
import Platform
import Web

/// Asks somebody who is signed in to prove again that it is them, before what an open screen left alone must not allow: linking a
/// provider, taking a second step away, deleting the account.
public struct Reauthentication: Sendable {
    let site: Site
    let sessions: Sessions

    /// Minutes for which a proof counts, as a duration.
    public static let freshFor: Duration = .seconds(15 * 60)

    /// The way to the page that asks, or nil while the last proof is fresh: younger than `age`. `then` is where the person goes on
    /// afterwards: a page, since a form that was sent is not kept.
    public func detour(for member: Member, then: String, within age: Duration = Self.freshFor) async throws -> Response? {
        guard let session = member.identity.sessionID, let proved = try await sessions.provedAt(SessionID(session)) else {
            throw Problem(.forbidden, "account.proof-needed", "Confirm first that it is you.", remedy: "Sign in again, or confirm it on the page.")
        }
        guard site.clock.now() - proved > age else { return nil }
        return .seeOther(link(confirmPath, query: ["then": LocalPath(then).text]))
    }

    /// Notes that the person has just proved who they are, by a way that the caller has checked.
    public func confirmed(_ member: Member) async throws {
        guard let session = member.identity.sessionID else { return }
        try await sessions.noteProof(of: SessionID(session))
    }
}
