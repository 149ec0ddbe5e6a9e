import Accounts
import Core
import Crypto
import Interface
import Markup
import Platform
import Web

/// Where providers tell the site about people without being asked. Only what a provider has signed is believed, once, for a day.
struct ProviderEventRoutes: Sendable {
    let site: Site
    let registry: ProviderRegistry
    let events: ProviderEvents
    let deletions: DeletionRequests
    let tokens: SealedTokens
    /// Notifications of one network; forged ones cost little, but not nothing.
    let attempts: RateLimiter

    var routes: [Route] {
        [
            .post(SignInPaths.appleEvents, allow: .everyone, body: .json(limit: 32_768), use: takeApple).fromOtherSites(),
            .post(SignInPaths.facebookDeauthorization, allow: .everyone, use: deauthorize).fromOtherSites(),
            .post(SignInPaths.facebookDeletion, allow: .everyone, use: delete).fromOtherSites(),
            .get(SignInPaths.deletionStatus, allow: .everyone, use: showStatus),
        ]
    }

    struct AppleBody: Decodable {
        var payload: String
    }

    struct FacebookForm: Decodable {
        var signed_request: String
    }

    /// The names are Facebook's.
    struct DeletionAnswer: Codable, JSONAnswer {
        var url: String
        var confirmation_code: String
    }

    func takeApple(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let provider = try configured(.apple, request)
        guard let apple = provider.provider as? OpenIDProvider else { throw ProviderRefusal.unknownProvider }
        let payload = try request.json(AppleBody.self).payload
        let event: AppleEvent
        do throws(ProviderFailure) { event = try await apple.event(payload) } catch { throw refusal(error, provider, request) }
        let issuer = provider.issuer
        let isNew = try await site.write(by: nil) { write in
            guard try tokens.spend(hash: sha256(Array(payload.utf8)), until: event.issuedAt + AppleEvent.life, in: write) else {
                return false
            }
            switch event.kind {
            case .consentRevoked:
                _ = try events.end(event.subject, of: issuer, provider: provider.name, .withdrawn, at: event.issuedAt, in: write)
            case .accountDeleted:
                _ = try events.end(event.subject, of: issuer, provider: provider.name, .deleted, at: event.issuedAt, in: write)
            case .emailDisabled, .emailEnabled:
                try events.setForwarding(
                    event.kind == .emailEnabled, for: event.subject, of: issuer, at: event.issuedAt, in: write)
            case nil: break
            }
            return true
        }
        guard isNew else { throw ProviderRefusal.eventRepeated }
        return Response(.ok)
    }

    func deauthorize(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let (provider, text, signed) = try facebook(request)
        let isNew = try await site.write(by: nil) { write in
            guard try tokens.spend(hash: sha256(Array(text.utf8)), until: signed.issuedAt + SignedRequest.life, in: write) else {
                return false
            }
            _ = try events.end(signed.subject, of: provider.issuer, provider: provider.name, .withdrawn, at: signed.issuedAt, in: write)
            return true
        }
        guard isNew else { throw ProviderRefusal.eventRepeated }
        return Response(.ok)
    }

    /// Facebook shows the address to the person, so that the same request gets the same answer.
    func delete(_ request: Request, _ visitor: Visitor) async throws -> DeletionAnswer {
        let (provider, text, signed) = try facebook(request)
        let code = try await deletions.take(text, signed, from: provider.method, issuer: provider.issuer, name: provider.name)
        return DeletionAnswer(url: site.address(of: SignInPaths.deletionStatus(code), for: request), confirmation_code: code)
    }

    func showStatus(_ request: Request, _ visitor: Visitor, _ code: String) async throws -> Response {
        guard let status = try await deletions.status(code) else { throw Problem.notFound }
        let name = SignInMethod(rawValue: status.provider).map { method in
            site.configuration.providers[method.rawValue].map(method.title) ?? method.rawValue
        }
        return try await Page("Request for deletion", shell: .bare) {
            DeletionStatusPage(status: status, provider: name ?? status.provider, code: code)
        }.privateResponse(for: request)
    }

    private func facebook(_ request: Request) throws -> (provider: ConfiguredProvider, text: String, signed: SignedRequest) {
        let provider = try configured(.facebook, request)
        guard let facebook = provider.provider as? FacebookProvider else { throw ProviderRefusal.unknownProvider }
        let text = try request.form(FacebookForm.self).signed_request
        do throws(TokenError) {
            return (provider, text, try facebook.read(text))
        } catch {
            throw refusal(.untrusted(error), provider, request)
        }
    }

    private func configured(_ method: SignInMethod, _ request: Request) throws -> ConfiguredProvider {
        if let seconds = attempts.take(request.network) { throw AccountRefusal.tooManyAttempts(seconds: seconds) }
        return try ConfiguredProvider(site, registry, method.rawValue)
    }

    private func refusal(_ failure: ProviderFailure, _ provider: ConfiguredProvider, _ request: Request) -> ProviderRefusal {
        site.log(
            .warning, "provider.notice-refused",
            ["provider": .string(provider.method.rawValue), "cause": .string("\(failure)"), "request": .string(request.id)])
        if case .untrusted = failure { return .eventUntrusted }
        return ProviderRefusal(failure, name: provider.name)
    }
}

/// What became of a request to delete somebody's data. It names nobody: whoever has the link may look.
struct DeletionStatusPage: HTML {
    let status: DeletionRequests.Status
    let provider: String
    let code: String

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader("Request for deletion", lead: "Asked for through \(provider) on \(day: status.requestedAt).")
            switch status.state {
            case .waiting: Alert(.info, title: "It’s being processed.") { p { "Look again in a few minutes." } }
            case .erased: Alert(.success, title: "The account and everything that belonged to it are deleted.") {}
            case .unlinked:
                Alert(.success, title: "What came from \(provider) is deleted.") {
                    p { "The account stays, because its person signs in to it in another way too. Signed in, they can delete all of it." }
                    Actions { LinkButton("To the account", href: AccountsPaths.privacy(), style: .secondary) }
                }
            case .unknown: Alert(.success, title: "Nothing was stored here.") {}
            }
            DescriptionList([.init("Number of the request", code)])
        }
    }
}
