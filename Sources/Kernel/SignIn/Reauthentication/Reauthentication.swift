import Accounts
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

    /// The way to the page that asks, or nil while the last proof is fresh: younger than `age`. Somebody who has a second factor is asked
    /// for it first, once in each session. `then` is where the person goes on afterwards: a page, since a form that was sent is not kept.
    public func detour(for member: Member, then: String, within age: Duration = Self.freshFor) async throws -> Response? {
        guard let session = member.identity.sessionID, let standing = try await sessions.standing(of: SessionID(session)) else {
            throw Problem(.forbidden, "account.proof-needed", "Confirm first that it is you.", remedy: "Sign in again, or confirm it on the page.")
        }
        if standing.owesSecondFactor { return Self.stepUp(then) }
        if standing.isFresh(within: age, at: site.clock.now()) { return nil }
        return .seeOther(link(SitePaths.confirm(), query: ["then": LocalPath(then).text]))
    }

    /// The way to the page that asks for the second factor, for a session whose person has one that it has not proved.
    func stepUp(for member: Member, then: String) async throws -> Response? {
        guard let session = member.identity.sessionID, try await sessions.standing(of: SessionID(session))?.owesSecondFactor ?? false else {
            return nil
        }
        return Self.stepUp(then)
    }

    private static func stepUp(_ then: String) -> Response { .seeOther(link(SitePaths.stepUp(), query: ["then": LocalPath(then).text])) }

    /// Notes that the person has just proved who they are, by a way that the caller has checked.
    /// - Returns: `response` with the session's new cookie, when it has one now.
    func confirmed(_ member: Member, by proof: Proof, _ response: Response) async throws -> Response {
        guard let session = member.identity.sessionID else { return response }
        let cookie = try await sessions.note(proof, of: SessionID(session), member.id)
        return cookie.map { response.setting($0) } ?? response
    }
}
