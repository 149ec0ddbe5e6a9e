import Core
import Crypto
import Database
import Platform
import Web

/// How somebody proved who they are.
public enum Proof: String, Sendable, Codable {
    case password, passkey, provider
    /// A link that was sent to the person's address.
    case letter

    /// Whether it is a second factor by itself: something the person has, opened by something they know or are.
    var standsAlone: Bool { self == .passkey }
}

/// The end of every way in: the second step where the person wants one, then a fresh session in the browser (LIB-005).
public struct Admission: Sendable {
    let site: Site
    let sessions: Sessions
    let twoFactor: TwoFactor
    let devices: Devices

    /// The cookie between the two steps.
    static let cookie = "second-step"
    /// How long a first step waits for the second.
    static let patience: Duration = .seconds(600)

    /// What the browser carries between the two steps.
    struct HalfWay: Codable, Sendable {
        var person: PersonID
        var keep: Bool
        var then: String
    }

    /// Lets somebody in, or asks for the second step first.
    ///
    /// The browser gets a new token whatever it showed before, and the session of that old token ends: a token that somebody planted
    /// opens nothing (session fixation).
    /// - Parameters:
    ///   - keep: whether the session should outlive the browser; administrators may forbid it.
    ///   - then: where the person wanted to go; checked here to be a place of this site.
    public func admit(_ person: PersonID, by proof: Proof, keep: Bool, to then: String?, _ request: Request) async throws -> Response {
        let then = LocalPath(then).text
        let keep = keep && site.value(of: AccountsSettings.keepsSignedIn)
        guard !proof.standsAlone, try await twoFactor.isOn(for: person) else { return try await open(person, keep: keep, to: then, request) }
        let ticket = try Tickets(site: site).issue(
            HalfWay(person: person, keep: keep, then: then), purpose: Self.cookie, life: Self.patience)
        return Response.seeOther(AccountsPaths.secondStep()).setting(Cookie(Self.cookie, ticket, maxAge: Self.patience))
    }

    /// Whoever did not say where to go finds their own page (LIB-005).
    static func place(_ then: String) -> String { then == "/" ? AccountsPaths.account() : then }

    /// Letters to somebody who chose no language come in the one in which they signed in.
    private func noteLanguage(of person: PersonRecord, _ language: Language) async throws -> PersonRecord {
        guard person.language != language else { return person }
        return try await site.database.write { db in
            try db.run("UPDATE account_person SET seen_language = \(language) WHERE id = \(person.id)")
            return try db.first(.person(person.id)) ?? person
        }
    }

    /// Opens the session, all steps being done.
    func open(_ person: PersonID, keep: Bool, to then: String, _ request: Request) async throws -> Response {
        let found: PersonRecord? = try await site.database.read { try $0.first(.person(person)) }
        guard let found, found.status == .active else { throw AccountRefusal.wrongCredentials }
        let known = try await noteLanguage(of: found, request.language)
        if let old = request.identity.sessionID, let owner = request.identity.personID {
            try await sessions.end(SessionID(old), of: owner)
        }
        let label = request.headers["User-Agent"] ?? ""
        let token = try await sessions.open(for: person, kind: .browser, keep: keep, label: label)
        let device = try await devices.greet(known, with: request.cookie(Devices.cookie), label: label)
        return Response.seeOther(Self.place(then), flash: "Welcome, \(known.name).")
            .setting(SessionAuthenticator.cookie(for: token, keep: keep, site))
            .setting(device)
    }
}
