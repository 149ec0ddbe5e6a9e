import Core
import Crypto
import Foundation
import Platform
import Web

/// Finds out who asks, from the session cookie or a bearer token.
struct SessionAuthenticator: Authenticator {
    let site: Site
    let sessions: Sessions
    let bans: Bans
    let policy: StaffAccessPolicy
    let choices: InterfaceChoices

    func authenticate(_ request: Request) async throws -> Authentication {
        if let header = request.headers["Authorization"] {
            guard let token = Self.bearer(header) else { return .guest }
            guard let session = try await sessions.find(token) else { return .guest }
            try await noteUse(session)
            return authentication(session, for: request)
        }
        guard let text = request.cookie(SessionCookie.name) else { return .guest }
        guard let token = Token(text), let session = try await sessions.find(token) else {
            // What a page fetches may still show the token that the page itself has just renewed; its answer must not end the new one.
            return Authentication(identity: .guest, cookies: request.wantsPage ? [.removing(SessionCookie.name)] : [])
        }
        var found = authentication(session, for: request)
        if request.method == .get, request.wantsPage, needsRenewal(session.record) {
            if let renewed = try await sessions.renew(session.record, shown: token) {
                found.cookies = [SessionCookie.make(for: renewed, keep: session.record.keepsSignedIn, site)]
            }
        } else {
            try await noteUse(session)
        }
        return found
    }

    /// Who is behind the cookie or the bearer token by the database alone.
    func authenticateAnew(_ request: Request) async throws -> Authentication {
        let token = request.headers["Authorization"].map(Self.bearer) ?? request.cookie(SessionCookie.name).flatMap(Token.init)
        guard let token, let session = try await sessions.read(token.hash) else { return .guest }
        return authentication(session, for: request)
    }

    /// Keeps a choice in the account.
    func keep(_ choice: InterfaceChoice, of person: PersonID) async throws {
        try await choices.keep(choice, of: person)
    }

    private func authentication(_ session: CachedSession, for request: Request) -> Authentication {
        var identity = session.identity
        identity.setStaffAccess(policy.access(for: session.record, request))
        return Authentication(
            identity: identity, language: session.record.language, appLanguages: session.languages,
            timeZone: session.record.timeZone.flatMap(TimeZone.init(identifier:)), theme: session.record.theme,
            closedApps: closedApps(session.bans),
            endsAt: identity.permissions.isEmpty ? session.record.expiresAt : min(session.record.expiresAt, policy.end(of: session.record)))
    }

    private func closedApps(_ bans: [Ban]) -> [String: Problem] {
        guard !bans.isEmpty else { return [:] }
        let now = site.clock.now()
        return bans.reduce(into: [:]) { closed, ban in
            if ban.holds(at: now) { closed[ban.app] = self.bans.problem(ban) }
        }
    }

    private func needsRenewal(_ session: SessionRecord) -> Bool {
        session.keepsSignedIn && site.clock.now() - session.issuedAt > SessionLife.renewAfter
    }

    private func noteUse(_ session: CachedSession) async throws {
        guard site.clock.now() - session.record.lastUsedAt > SessionLife.noteUseEvery else { return }
        do {
            try await sessions.noteUse(of: session.record)
        } catch let error where site.storage.problem(for: error) != nil {
            // Reading goes on while the disk is full.
        }
    }

    private static func bearer(_ header: String) -> Token? {
        guard header.utf8.count < 200, header.lowercased().hasPrefix("bearer ") else { return nil }
        return Token(String(header.dropFirst("bearer ".count)))
    }
}
