import Accounts
import Core
import Crypto
import Web

/// `POST /api/v1/sessions`.
struct SessionRequest: Codable, Sendable {
    var email: String
    var password: String
    /// The second step: a code of the authenticator app, or a recovery code.
    var code: String?
    /// A puzzle of `GET /api/v1/challenge` and its solution, after a refusal that asks for them.
    var challenge: String?
    /// The solution.
    var solution: String?
    /// Where the token will be used, for the person's list of sessions.
    var label: String?
}

extension SessionRequest: LimitedMembers {
    static var limits: [String: Schema] {
        [
            "email": .text(least: 1, most: EmailAddress.longest), "password": .text(most: PasswordRule.longest), "code": .text(most: 100),
            "challenge": .text(most: 4096), "solution": .text(most: 100), "label": .text(most: 1000),
        ]
    }
}

/// The answer to `POST /api/v1/sessions`: the token is shown this once.
struct SessionAnswer: Codable, JSONAnswer {
    var token: String
    var person: PersonID
    var name: String
}

/// `GET /api/v1/session`.
struct CurrentSessionAnswer: Codable, JSONAnswer {
    var person: PersonID
    var name: String
    var permissions: [String]
}

/// Sessions for programs.
struct SessionAPI: Sendable {
    let signIn: SignIn
    let sessions: Sessions
    let twoFactor: TwoFactor
    let devices: Devices

    var routes: [Route] {
        [
            .post(SignInPaths.apiSessions, allow: .everyone, body: .json, use: open)
                .accepts(SessionRequest.self).summary("Opens a session; the answer has its bearer token."),
            .get(SignInPaths.apiSession, allow: .members, use: show).summary("Who the token belongs to, and what it allows."),
            .delete(SignInPaths.apiSession, allow: .members, use: end).summary("Ends the session that asks."),
        ]
    }

    func open(_ request: Request, _ visitor: Visitor) async throws -> Uncached<Created<SessionAnswer>> {
        let wanted = try request.json(SessionRequest.self)
        let proven = try await signIn.check(
            email: wanted.email, password: wanted.password,
            ChallengeAnswer(challenge: wanted.challenge, solution: wanted.solution), for: request)
        var proofs = [Proof.password]
        if try await twoFactor.isOn(for: proven.person) {
            guard let code = wanted.code else { throw AccountRefusal.secondStepNeeded }
            try await twoFactor.check(
                code, of: proven.person, from: try await Devices.placeForCodes(of: request, to: proven.person, on: devices.site))
            proofs.append(.code)
        }
        let label = wanted.label ?? request.headers["User-Agent"] ?? ""
        try await devices.greet(proven.person, program: label, by: proofs)
        let token = try await sessions.open(for: proven.person, by: proofs, kind: .bearer, keep: true, label: label)
        return Uncached(Created(SessionAnswer(token: token.text, person: proven.person, name: proven.name)))
    }

    func show(_ request: Request, _ member: Member) async throws -> CurrentSessionAnswer {
        CurrentSessionAnswer(person: member.id, name: member.name, permissions: member.identity.permissions.map(\.rawValue).sorted())
    }

    func end(_ request: Request, _ member: Member) async throws -> NoContent {
        if let session = member.identity.sessionID { try await sessions.end(SessionID(session), of: member.id) }
        return NoContent()
    }
}
