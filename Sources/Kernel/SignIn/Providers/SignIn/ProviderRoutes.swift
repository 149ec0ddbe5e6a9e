import Accounts
import Core
import Crypto
import Interface
import Markup
import Platform
import Web

/// Leaving for a provider, and coming back from it.
struct ProviderRoutes: Sendable {
    let site: Site
    let registry: ProviderRegistry
    let signIn: ProviderSignIn
    let identities: Identities
    let admission: SignInCompletion
    let reauthentication: Reauthentication
    let providerAttempts: ProviderAttempts
    /// How often one network may begin.
    let attempts: RateLimiter

    /// Ties an attempt to the browser that began it.
    static let cookie = "sign-in"

    var routes: [Route] {
        [
            .get(SignInPaths.provider, allow: .everyone, use: begin),
            .get(SignInPaths.linkProvider, allow: .members, use: beginLink),
            .get(SignInPaths.confirmWithProvider, allow: .members, use: beginConfirmation),
            .get(SignInPaths.providerReturn, allow: .everyone, use: comeBack),
            // Apple posts: the state in the form stands in for the origin, and nothing happens before the browser's own request follows.
            .post(SignInPaths.providerReturn, allow: .everyone, use: park).fromOtherSites(),
            .post(SignInPaths.removeIdentity, allow: .members, use: remove),
        ]
    }

    func begin(_ request: Request, _ visitor: Visitor, _ name: String) async throws -> Response {
        let then = LocalPath(request.query["then"]).text
        if visitor.personID != nil { return .seeOther(then) }
        // A link on another site shall not sign anybody in without asking.
        if request.comesFromElsewhere { return .seeOther(link(SitePaths.signIn(), query: ["then": then])) }
        return try await leave(.signIn, name, for: nil, then: then, keep: request.query["keep"] == "true", request)
    }

    func beginLink(_ request: Request, _ member: Member, _ name: String) async throws -> Response {
        if request.comesFromElsewhere { return .seeOther(SitePaths.security()) }
        if let detour = try await reauthentication.detour(for: member, then: request.head.target) { return detour }
        return try await leave(.link, name, for: member.id, then: SitePaths.security(), keep: false, request)
    }

    func beginConfirmation(_ request: Request, _ member: Member, _ name: String) async throws -> Response {
        let then = LocalPath(request.query["then"]).text
        if request.comesFromElsewhere { return .seeOther(link(SitePaths.confirm(), query: ["then": then])) }
        let provider = try ConfiguredProvider(site, registry, name)
        guard provider.method.tellsWhen else { throw ProviderRefusal.notFresh(provider.name) }
        return try await leave(.confirm, name, for: member.id, then: then, keep: false, request)
    }

    /// Keeps what another site's page posted, and lets the browser ask for it with its own cookies.
    func park(_ request: Request, _ visitor: Visitor, _ name: String) async throws -> Response {
        let method = try ConfiguredProvider(site, registry, name).method
        let form = try request.formFields()
        let state = form["state"] ?? ""
        var query: KeyValuePairs<String, String?> = ["state": state]
        if let error = form["error"] {
            query = ["state": state, "error": error]
        } else if let code = form["code"], code.utf8.count <= 4096 {
            let callback = AuthorizationResponse(code: code, issuer: form["iss"], name: AppleName(json: form["user"])?.text)
            try await providerAttempts.park(callback, state: state, with: method)
        }
        return .seeOther(link(SignInPaths.providerReturn(name), query: query))
    }

    func comeBack(_ request: Request, _ visitor: Visitor, _ name: String) async throws -> Response {
        let provider = try ConfiguredProvider(site, registry, name)
        var then = "/"
        do {
            let browser = request.cookie(Self.cookie).flatMap(Token.init)
            let attempt = try await providerAttempts.take(state: request.query["state"], with: provider.method, in: browser)
            then = attempt.then
            // What belongs to somebody who is signed in counts for nobody else.
            guard attempt.person == nil || attempt.person == visitor.personID else { throw ProviderRefusal.otherBrowser }
            let identity = try await identity(provider, attempt, request)
            return try await arrive(identity, provider, attempt, request)
        } catch let failure as ProviderFailure {
            site.log(.warning, "provider.failed", ["provider": .string(name), "cause": .string("\(failure)"), "request": .string(request.id)])
            return try await page(ProviderRefusal(failure, name: provider.name), provider, then: then, request)
        } catch let refusal as ProviderRefusal {
            return try await page(refusal, provider, then: then, request)
        } catch let refusal as AccountRefusal {
            return try await page(refusal, provider, then: then, request)
        }
    }

    func remove(_ request: Request, _ member: Member, _ identity: IdentityID) async throws -> Response {
        if let detour = try await reauthentication.detour(for: member, then: SitePaths.security()) { return detour }
        try await site.write(by: member.id) { write in try identities.remove(identity, of: member.id, in: write) }
        return .seeOther(SitePaths.security(), flash: "Sign-in method removed.")
    }

    private func leave(
        _ purpose: ProviderAttempts.Purpose, _ name: String, for person: PersonID?, then: String, keep: Bool, _ request: Request
    ) async throws -> Response {
        let provider = try ConfiguredProvider(site, registry, name)
        if let seconds = attempts.take(request.network) { throw AccountRefusal.tooManyAttempts(seconds: seconds) }
        let browser = request.cookie(Self.cookie).flatMap(Token.init) ?? Token()
        let authorization = try await providerAttempts.begin(
            purpose, with: provider.method, for: person, from: browser, returnAddress: returnAddress(provider, request), then: then, keep: keep)
        do throws(ProviderFailure) {
            let address = try await provider.provider.destination(for: authorization, again: purpose == .confirm)
            return Response.seeOther(address).setting(Cookie(Self.cookie, browser.text, maxAge: ProviderAttempts.life))
        } catch {
            site.log(.warning, "provider.failed", ["provider": .string(name), "cause": .string("\(error)"), "request": .string(request.id)])
            return try await page(ProviderRefusal(error, name: provider.name), provider, then: then, request)
        }
    }

    private func identity(
        _ provider: ConfiguredProvider, _ attempt: ProviderAttempts.Attempt, _ request: Request
    ) async throws -> ProvidedIdentity {
        if request.query["error"] != nil { throw ProviderRefusal.cancelled(provider.name) }
        let callback = attempt.callback ?? request.query["code"].map { AuthorizationResponse(code: $0, issuer: request.query["iss"], name: nil) }
        guard let callback else { throw ProviderRefusal.attemptOver }
        var identity = try await provider.provider.identity(for: callback, attempt.authorization)
        identity.issuer = provider.issuer
        return identity
    }

    private func arrive(
        _ identity: ProvidedIdentity, _ provider: ConfiguredProvider, _ attempt: ProviderAttempts.Attempt, _ request: Request
    ) async throws -> Response {
        switch (attempt.purpose, attempt.person) {
        case (.link, let person?):
            try await signIn.link(identity, provider.method, name: provider.name, to: person)
            return .seeOther(SitePaths.security(), flash: "You can now sign in with \(provider.name).")
        case (.confirm, let person?):
            guard try await signIn.belongs(identity, to: person), let session = request.identity.sessionID else {
                throw ProviderRefusal.otherPerson(provider.name)
            }
            // Since the attempt began, as far as the clocks of two machines agree. Nothing said is nothing proved.
            guard let moment = identity.authenticatedAt, moment >= attempt.begunAt - IDToken.leeway,
                moment <= site.clock.now() + IDToken.mostAhead
            else { throw ProviderRefusal.notFresh(provider.name) }
            _ = try await reauthentication.sessions.note(.provider, of: SessionID(session), person)
            return .seeOther(attempt.then)
        case (.signIn, _), (.link, nil), (.confirm, nil):
            let content = PendingIdentities.Content(identity: identity, method: provider.method, then: attempt.then, keep: attempt.keep)
            switch try await signIn.settle(content) {
            case .person(let person): return try await admission.admit(person, by: .provider, keep: attempt.keep, to: attempt.then, request)
            case .pending(let token):
                return Response.seeOther(SignInPaths.finish())
                    .setting(Cookie(PendingIdentities.cookie, token.text, maxAge: PendingIdentities.life))
            }
        }
    }

    /// To the letter the same at both ends of an attempt, and as the operator registered it.
    private func returnAddress(_ provider: ConfiguredProvider, _ request: Request) -> String {
        site.address(of: SignInPaths.providerReturn(provider.method.rawValue), for: request)
    }

    private func page(
        _ refusal: any ProblemConvertible, _ provider: ConfiguredProvider, then: String, _ request: Request
    ) async throws -> Response {
        let problem = refusal.problem
        // Somebody who is signed in lost nothing: the page says what went wrong, and they go on.
        guard request.identity.personID == nil else { throw problem }
        let failed = problem.kind == .unavailable ? provider.method : nil
        let content = ProviderProblemPage(
            problem: problem, choices: SignInChoices(site: site, then: then, without: failed), again: failed.map { _ in provider }, then: then)
        var response = try await Page("Sign in", shell: .bare) { content }.privateResponse(for: request, showing: problem)
        response.problem = nil
        return response
    }
}

extension Request {
    /// Whether a page of another site made the browser ask. Old browsers do not say.
    fileprivate var comesFromElsewhere: Bool { headers["Sec-Fetch-Site"].map { $0 != "same-origin" && $0 != "none" } ?? false }
}
