import Accounts
import Core
import Crypto
import Database
import Platform
import Web

/// The end of every way in: the second step where the person wants one, then a fresh session in the browser.
///
/// Whoever did not say where to go finds the front page, which shows members what is theirs (LIB-005), and who works in an app the place of
/// that work.
struct SignInCompletion: Sendable {
    let site: Site
    let sessions: Sessions
    let roles: Roles
    let twoFactor: TwoFactor
    let devices: Devices
    let tokens: SealedTokens

    /// The cookie between the two steps.
    static let cookie = "second-step"
    /// The place of work for which a device was used last: a counter's stays the counter's.
    static let workPlaceCookie = "work-place"
    /// How long a first step waits for the second.
    static let patience: Duration = .seconds(600)

    /// What the browser carries between the two steps.
    struct HalfWay: Codable, Sendable {
        var person: PersonID
        /// The first step.
        var proof: Proof
        var keep: Bool
        var then: String
        /// How often the person had been signed out everywhere: once more, and this counts no longer.
        var signOuts: Int
    }

    /// Lets somebody in, or asks for the second step first.
    ///
    /// The browser gets a new token whatever it showed before, and the session of that old token ends: a token that somebody planted
    /// opens nothing (session fixation).
    /// - Parameters:
    ///   - keep: whether the session should outlive the browser; administrators may forbid it.
    ///   - then: where the person wanted to go; checked here to be a place of this site.
    func admit(_ person: PersonID, by proof: Proof, keep: Bool, to then: String?, _ request: Request) async throws -> Response {
        let then = LocalPath(then).text
        let keep = keep && site.value(of: AccountsSettings.keepsSignedIn)
        guard !proof.standsAlone, try await twoFactor.isOn(for: person) else {
            return try await open(person, by: [proof], keep: keep, to: then, request)
        }
        let halfWay = HalfWay(person: person, proof: proof, keep: keep, then: then, signOuts: try await signOuts(of: person))
        let ticket = try tokens.issue(halfWay, purpose: Self.cookie, life: Self.patience)
        return Response.seeOther(SignInPaths.secondStep()).setting(Cookie(Self.cookie, ticket, maxAge: Self.patience))
    }

    /// Whether the first step still counts.
    func stands(_ halfWay: HalfWay) async throws -> Bool { try await signOuts(of: halfWay.person) == halfWay.signOuts }

    private func signOuts(of person: PersonID) async throws -> Int {
        try await site.database.read { try $0.first("SELECT sign_outs FROM account_person WHERE id = \(person)" as Query<Int>) } ?? -1
    }

    /// Emails to somebody who chose no language come in the one in which they signed in.
    private func noteLanguage(of person: PersonRecord, _ language: Language) async throws -> PersonRecord {
        guard person.language != language else { return person }
        try await site.write(by: person.id, once: nil) { write in
            _ = try write.run("UPDATE account_person SET seen_language = \(language) WHERE id = \(person.id)")
        }
        return try await site.database.read { try $0.first(.person(person.id)) } ?? person
    }

    /// Owners may work everywhere, which is no reason to send them anywhere: what counts is a role.
    private func landing(of person: PersonID, wanted: String, _ request: Request) async throws -> String {
        let permissions = try await site.database.read { [roles] in try roles.permissions(of: person, isOwner: false, in: $0) }
        return site.workPlace(insteadOf: wanted, for: permissions, last: request.cookie(Self.workPlaceCookie)) ?? wanted
    }

    /// Opens the session, all steps being done.
    func open(_ person: PersonID, by proofs: [Proof], keep: Bool, to then: String, _ request: Request) async throws -> Response {
        let found: PersonRecord? = try await site.database.read { try $0.first(.person(person)) }
        guard let found, found.status == .active else { throw AccountRefusal.wrongCredentials }
        let known = try await noteLanguage(of: found, request.language)
        if let old = request.identity.sessionID, let owner = request.identity.personID {
            try await sessions.end(SessionID(old), of: owner, owner == person ? .replaced : .signedOut)
        }
        let label = request.headers["User-Agent"] ?? ""
        let device = try await devices.greet(known, with: request.cookie(KnownBrowsers.cookie), by: proofs, label: label)
        let token = try await sessions.open(for: person, by: proofs, kind: .browser, keep: keep, label: label, in: device.hash)
        return Response.seeOther(try await landing(of: person, wanted: then, request), flash: "Welcome, \(known.name).")
            .setting(SessionCookie.make(for: token, keep: keep, site))
            .setting(device.cookie)
    }
}
