import Accounts
import Core
import Interface
import Markup
import Platform
import Web

/// The portal's page about ways to sign in: the providers, and what each app offers.
struct SignInSettingsRoutes: Sendable {
    let site: Site
    let registry: ProviderRegistry
    let settings: ProviderSettings

    var routes: [Route] {
        let permission = Access<Member>.permission(AccountsPermissions.signIn)
        return [
            .get(SignInPaths.signInSettings, allow: permission, use: show),
            .get(SignInPaths.setProvider, allow: permission, use: showProvider),
            .post(SignInPaths.setProvider, allow: permission, use: set),
            .post(SignInPaths.removeProvider, allow: permission, use: remove),
            .get(SignInPaths.offeredMethods, allow: permission, use: showOffer),
            .post(SignInPaths.offeredMethods, allow: permission, use: offer),
        ]
    }

    struct ProviderForm: Decodable {
        var client: String
        var secret: String?
        var issuer: String?
        var name: String?
        var team: String?
        var key: String?
        var workspace: String?
    }

    struct OfferForm: Decodable {
        var methods: [String]
    }

    func show(_ request: Request, _ member: Member) async throws -> Response {
        let providers = ProviderSettings.methods.map {
            SignInSettingsPage.Provider(method: $0, configuration: site.configuration.providers[$0.rawValue])
        }
        let apps = site.apps.map {
            SignInSettingsPage.Offer(id: $0.id, name: $0.name, methods: site.policy(of: $0.id).signIn, shown: shown(by: $0))
        }
        return try await page("Sign-in methods", request) { SignInSettingsPage(providers: providers, apps: apps) }
    }

    func showProvider(_ request: Request, _ member: Member, _ word: String) async throws -> Response {
        try await provider(try method(word), request, nil)
    }

    func showOffer(_ request: Request, _ member: Member, _ app: String) async throws -> Response { try await offer(app, request, nil) }

    func set(_ request: Request, _ member: Member, _ word: String) async throws -> Response {
        let method = try method(word)
        let form = try request.form(ProviderForm.self)
        do {
            try await settings.set(
                method,
                ProviderChoice(
                    clientID: form.client, secret: form.secret, issuer: form.issuer, name: form.name, teamID: form.team, keyID: form.key,
                    workspace: form.workspace), by: member.id)
        } catch let refusal as ProviderSettingRefusal {
            return try await provider(method, request, refusal.problem)
        }
        return .seeOther(SignInPaths.signInSettings(), flash: await words(after: method))
    }

    func remove(_ request: Request, _ member: Member, _ word: String) async throws -> Response {
        let method = try method(word)
        guard try request.form(ConfirmationForm.self).confirmed else {
            let name = site.configuration.providers[word].map(method.title) ?? word
            return try await ConfirmPage(
                "Remove \(name)?", shell: .admin, message: "Nobody can sign in with \(name) any more.",
                consequences: [
                    "People who only ever used \(name) are locked out until they ask for a password by email.",
                    "The client secret is forgotten.",
                ], confirm: "Remove \(name)", icon: .trash, action: SignInPaths.removeProvider(word), cancel: SignInPaths.signInSettings()
            ).response(for: request)
        }
        try await settings.remove(method, by: member.id)
        return .seeOther(SignInPaths.signInSettings(), flash: "That provider is removed.")
    }

    func offer(_ request: Request, _ member: Member, _ app: String) async throws -> Response {
        let methods = Set(try request.form(OfferForm.self).methods.compactMap(SignInMethod.init(rawValue:)))
        do {
            try await settings.offer(methods, in: app, by: member.id)
        } catch let refusal as ProviderSettingRefusal {
            return try await offer(app, request, refusal.problem)
        }
        return .seeOther(SignInPaths.signInSettings(), flash: "The sign-in methods are saved.")
    }

    /// Asks the new provider about itself, so that a wrong issuer shows at once and not to the first reader.
    private func words(after method: SignInMethod) async -> Text {
        guard let configuration = site.configuration.providers[method.rawValue], let provider = registry.provider(method, configuration) else {
            return "Saved, but the provider can’t be used like this."
        }
        let authorization = AuthorizationRequest(state: "", nonce: "", verifier: "", returnAddress: "")
        guard (try? await provider.destination(for: authorization, again: false)) != nil else {
            return "Saved, but \(method.title(configuration)) doesn’t answer at its address."
        }
        return "Saved. People can sign in with \(method.title(configuration))."
    }

    private func method(_ word: String) throws -> SignInMethod {
        guard let method = SignInMethod(rawValue: word), ProviderSettings.methods.contains(method) else { throw Problem.notFound }
        return method
    }

    private func provider(_ method: SignInMethod, _ request: Request, _ problem: Problem?) async throws -> Response {
        let configuration = site.configuration.providers[method.rawValue]
        return try await page("Sign-in with \(method.settingLabel)", request, problem) {
            ProviderPage(
                method: method, configuration: configuration,
                returnAddress: site.address(of: SignInPaths.providerReturn(method.rawValue), for: request),
                eventAddresses: method.events.map { ($0.label, site.address(of: $0.path, for: request)) }, problem: problem)
        }
    }

    private func offer(_ id: String, _ request: Request, _ problem: Problem?) async throws -> Response {
        guard let app = site.app(id) else { throw Problem.notFound }
        let (chosen, configured) = (Set(site.policy(of: id).signIn), Set(site.configuration.providers.keys))
        return try await page("Sign-in methods for \(app.name)", request, problem) {
            OfferPage(id: id, name: app.name, chosen: chosen, shown: shown(by: app), configured: configured, problem: problem)
        }
    }

    /// What the sign-in page of an app shows: where nothing that was chosen is set up, what any app offers, and the password.
    private func shown(by app: AppManifest) -> [SignInMethod] { SignInChoices(site: site, then: app.path ?? "/").methods }

    private func page(
        _ title: Text, _ request: Request, _ problem: Problem? = nil, @HTMLBuilder content: () -> Node
    ) async throws -> Response {
        return try await Page(title, shell: .admin, content: content).privateResponse(for: request, showing: problem)
    }
}
