import Accounts
import Core
import Crypto
import Interface
import Markup
import Platform
import Web

/// Finishes a sign-in through a provider that needs a proof first.
struct FinishRoutes: Sendable {
    let site: Site
    let signIn: ProviderSignIn
    let admission: SignInCompletion
    let reauthentication: Reauthentication
    /// How often one network may ask for codes and try them.
    let attempts: RateLimiter

    var routes: [Route] {
        [
            .get(SignInPaths.finish, allow: .everyone, use: show),
            .post(SignInPaths.finishAddress, allow: .everyone, use: sendCode),
            .post(SignInPaths.finishCode, allow: .everyone, use: takeCode),
            .post(SignInPaths.finishLink, allow: .members, use: addToAccount),
        ]
    }

    struct AddressForm: Decodable {
        var email: String
    }

    struct CodeForm: Decodable {
        var code: String
    }

    func show(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try await page(try await pending(request), request, nil)
    }

    func sendCode(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let pending = try await pending(request)
        let typed = try request.form(AddressForm.self).email
        do {
            guard let address = EmailAddress(typed) else { throw AccountRefusal.emailInvalid }
            if let seconds = attempts.take(request.network) { throw AccountRefusal.tooManyAttempts(seconds: seconds) }
            try await signIn.pendings.sendCode(
                for: pending, to: address, provider: name(pending), from: request.network, in: request.language)
            return .seeOther(SignInPaths.finish())
        } catch let refusal as any ProblemConvertible {
            return try await page(pending, request, refusal.problem, email: typed)
        }
    }

    func takeCode(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let pending = try await pending(request)
        let code = try request.form(CodeForm.self).code
        let person: PersonID
        do {
            if let seconds = attempts.take(request.network) { throw AccountRefusal.tooManyAttempts(seconds: seconds) }
            person = try await signIn.finish(pending, code: code, name: name(pending))
        } catch ProviderRefusal.nothingPending {
            throw ProviderRefusal.nothingPending
        } catch let refusal as any ProblemConvertible {
            return try await page(pending, request, refusal.problem)
        }
        return try await admission.admit(person, by: .provider, keep: pending.content.keep, to: pending.content.then, request)
            .setting(.removing(PendingIdentities.cookie))
    }

    func addToAccount(_ request: Request, _ member: Member) async throws -> Response {
        if let detour = try await reauthentication.detour(for: member, then: SignInPaths.finish()) { return detour }
        let linked = try await signIn.link(token(of: request), to: member.id) { name(of: $0) }
        return Response.seeOther(linked.then, flash: "You can now sign in with \(name(of: linked.method)).")
            .setting(.removing(PendingIdentities.cookie))
    }

    private func pending(_ request: Request) async throws -> PendingIdentities.Pending {
        try await signIn.pendings.find(token(of: request))
    }

    private func token(of request: Request) -> Token? { request.cookie(PendingIdentities.cookie).flatMap(Token.init) }

    private func name(_ pending: PendingIdentities.Pending) -> String { name(of: pending.content.method) }

    private func name(of method: SignInMethod) -> String {
        method.title(site.configuration.providers[method.rawValue])
    }

    private func page(
        _ pending: PendingIdentities.Pending, _ request: Request, _ problem: Problem?, email: String? = nil
    ) async throws -> Response {
        let model = FinishModel(
            provider: name(pending), email: email ?? pending.address ?? pending.content.identity.email ?? "", codeSentTo: pending.address,
            signedInAs: request.identity.personID == nil ? nil : request.identity.name, problem: problem)
        return try await Page("One more step", shell: .bare) { FinishPage(model: model) }.privateResponse(for: request, showing: problem)
    }
}
