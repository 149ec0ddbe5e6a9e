import Core
import Foundation
import Interface
import Localization
import Web

/// What stands between the server and the routes: who asks, in which language, from where; and around every answer the
/// headers that keep pages safe.
public struct SiteHandler: Handler {
    let site: Site
    let router: Router
    let authenticator: any Authenticator
    let shells: ShellMaker
    let renderer: TextRenderer
    let views: PageViews

    init(site: Site, router: Router, authenticator: any Authenticator) {
        self.site = site
        self.router = router
        self.authenticator = authenticator
        shells = ShellMaker(site: site)
        views = PageViews(site: site)
        renderer = { site.messages.render($0, in: $1, timeZone: $2) }
    }

    /// How the body is to be read.
    public func plan(for head: RequestHead) -> BodyPlan { router.plan(for: head) }

    /// Answers one request; never throws, whatever a handler does.
    public func respond(to original: Request) async -> Response {
        if let elsewhere = RequestRules.encryptedPlace(for: original) { return elsewhere }
        var request = original
        let configuration = site.configuration
        request.timeZone = configuration.zone
        request.renderer = renderer
        var authentication = Authentication.guest
        var response: Response
        do {
            authentication = try await authenticator.authenticate(request)
            request.identity = authentication.identity
            request.identity.closedApps = authentication.closedApps
            if request.path.first == "metrics", OperatorTokens.mayReadMetrics(request, configuration) { request.identity.grantToken("metrics") }
            request.language = language(of: request, authentication)
            if let zone = authentication.timeZone { request.timeZone = zone }
            let rules = RequestRules(site: site)
            try rules.check(request, configuration, takesForeignForms: router.takesForeignForms(request.head))
            // Programs get no pages, so their calls need no frame.
            if request.path.first != "api" {
                request[Shell.key] = shells.provider(authentication, configuration, unread: try await shells.unread(for: request))
            }
            if let refusal = rules.refusal(of: request, authentication) {
                response = refusal
            } else {
                response = try await Idempotency(site: site).answer(request) { await router.respond(to: $0) }
            }
        } catch let problem as Problem {
            response = problem.response(for: request)
        } catch {
            site.log(.error, "request.failed", ["request": .string(request.id), "cause": .string(String(reflecting: error))])
            response = Problem.failure.response(for: request)
            response.cause = String(reflecting: error)
        }
        if response.status.rawValue >= 500 { await keep(response, of: request) }
        if let problem = response.problem, request.wantsPage {
            response = await page(for: problem, request, authentication, configuration, instead: response)
        }
        views.note(response, to: request)
        for cookie in authentication.cookies { response.set(cookie) }
        SecurityHeaders.add(to: &response, isSecure: request.isSecure)
        ContentEncoding.apply(to: &response, for: request)
        return response
    }

    /// Whoever looks after the site finds the failure under the id that the person sees.
    private func keep(_ response: Response, of request: Request) async {
        guard let recorder = site.members.lazy.compactMap({ $0.failureRecorder }).first else { return }
        await recorder.record(
            RequestFailure(
                requestID: request.id, method: request.method.rawValue, path: request.head.loggedPath, status: response.status.rawValue,
                person: request.identity.personID, cause: response.cause ?? response.problem?.code ?? ""))
    }

    private func page(
        for problem: Problem, _ original: Request, _ authentication: Authentication, _ configuration: SiteConfiguration, instead: Response
    ) async -> Response {
        var request = original
        if request[Shell.key] == nil { request[Shell.key] = shells.provider(authentication, configuration, unread: nil) }
        guard var page = try? await Page.problem(problem, requestID: request.id, shell: .site).response(for: request) else { return instead }
        page.status = instead.status
        for name in ["Retry-After", "Allow", "WWW-Authenticate"] {
            if let value = instead.headers[name] { page.headers.set(name, value) }
        }
        page.problem = problem
        return page
    }

    /// What was chosen for this app, by the person or on this device; else the same for the whole site; else what the browser
    /// asks for; else the site's first language.
    private func language(of request: Request, _ authentication: Authentication) -> Language {
        let offered = site.languages(at: request.path)
        let app = site.app(at: request.path)?.id
        let wishes = [
            app.flatMap { authentication.appLanguages[$0] }, Preferences.language(of: request, in: app), authentication.language,
            Preferences.language(of: request, in: nil),
        ]
        if let chosen = wishes.lazy.compactMap({ $0 }).first(where: offered.contains) { return chosen }
        return site.messages.language(accepting: request.headers["Accept-Language"], offered: offered)
    }
}
