import Core
import Database
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
    private let rules: RequestRules
    private let keyedCalls: KeyedCalls
    let cursors: CursorSigner
    /// Lines of the log about requests that could not be served.
    private let outages: RateLimiter

    init(site: Site, router: Router, authenticator: any Authenticator) {
        self.site = site
        self.router = router
        self.authenticator = authenticator
        shells = ShellMaker(site: site)
        views = PageViews(site: site)
        rules = RequestRules(site: site)
        keyedCalls = KeyedCalls(site: site)
        cursors = CursorSigner(site.key)
        outages = RateLimiter(capacity: 6, per: .seconds(60), clock: site.clock)
        renderer = { site.messages.render($0, in: $1, timeZone: $2) }
    }

    private func keepsSiteTime(_ path: [String]) -> Bool { site.appID(at: path).flatMap(site.app)?.appearance.keepsSiteTime ?? false }

    /// Finds out who asks, and whether they may at all: by the header alone, so that nobody's body is kept before.
    public func admit(_ original: Request) async -> Admission {
        var request = original
        let facts = site.facts
        if let elsewhere = RequestRules.encryptedPlace(for: original, facts) { return .answer(elsewhere) }
        request.timeZone = facts.zone
        request.renderer = renderer
        request.cursors = cursors
        do {
            let authentication = try await authenticator.authenticate(request)
            request[Authentication.key] = authentication
            request[AdmittedAt.key] = AdmittedAt(moment: site.clock.steady())
            request.identity = authentication.identity
            request.identity.closedApps = authentication.closedApps
            if request.path.first == "metrics", OperatorTokens.mayReadMetrics(request, site.node) { request.identity.grantToken("metrics") }
            request.language = language(of: request, authentication)
            if let zone = authentication.timeZone, !keepsSiteTime(request.path) { request.timeZone = zone }
            try rules.check(request, facts, takesForeignForms: router.takesForeignForms(request.head))
            if let refusal = rules.refusal(of: request, authentication) { return .answer(await finished(refusal, request)) }
        } catch {
            return .answer(await finished(failure(error, request), request))
        }
        switch await router.admit(request) {
        case .answer(let response): return .answer(await finished(response, request))
        case let admitted: return admitted
        }
    }

    /// Answers one request that was admitted; never throws, whatever a handler does.
    public func respond(to admitted: Request) async -> Response {
        var request = admitted
        if hasTakenLong(admitted) {
            // Whoever has been signed out, banned or lost a right meanwhile is refused now, or goes on with what is left.
            switch await admit(admitted) {
            case .answer(let refusal): return refusal
            case .admitted(let again, _): request = again
            }
        }
        do {
            // Programs get no pages, so their calls need no frame.
            if request.path.first != "api" {
                let news = try await shells.news(for: request)
                request[Shell.key] = shells.provider(request[Authentication.key] ?? .guest, site.configuration, news)
            }
            // Only what may run, and changes something, is worth remembering.
            guard !request.method.isSafe, router.answers(request) else {
                let answer = await router.respond(to: request)
                let page = answer.status == .methodNotAllowed ? pageOfForm(at: request) : nil
                return await finished(page ?? answer, request)
            }
            let answer = try await keyedCalls.answer(request) { await router.respond(to: $0) }
            return await finished(answer, request, formAgain: await formAgain(answer, request))
        } catch {
            return await finished(failure(error, request), request)
        }
    }

    /// A body can take hours, and what was found out by the header is no longer true after them. Within moments it is as true as for
    /// a request that a handler is busy with.
    private func hasTakenLong(_ request: Request) -> Bool {
        guard let admitted = request[AdmittedAt.key] else { return true }
        return site.clock.steady() - admitted.moment > Self.moments
    }

    private static let moments = Duration.seconds(5)

    /// Answers one request whose body was not taken.
    public func refuseBody(of request: Request, with problem: Problem) async -> Response {
        await finished(problem.response(for: request), request)
    }

    /// The answer to an error outside of any route.
    private func failure(_ error: any Error, _ request: Request) -> Response {
        if let refusal = error as? any ProblemConvertible { return refusal.problem.response(for: request) }
        if let refusal = site.storage.problem(for: error) { return refusal.response(for: request) }
        if let refusal = (error as? DatabaseError)?.refusal {
            var response = refusal.response(for: request)
            response.cause = String(reflecting: error)
            return response
        }
        site.log(.error, "request.failed", ["request": .string(request.id), "cause": .string(String(reflecting: error))])
        var response = Problem.failure.response(for: request)
        response.cause = String(reflecting: error)
        return response
    }

    /// The answer as it goes out: a page where a person gets a refusal, and the headers that every answer has.
    private func finished(_ answer: Response, _ request: Request, formAgain: Response? = nil) async -> Response {
        var response = answer
        let authentication = request[Authentication.key] ?? .guest
        // A full disk is in the log once; keeping each of its failures would fail too.
        if response.status.rawValue >= 500, response.status != .insufficientStorage { await keep(response, of: request) }
        if let formAgain {
            response = formAgain
        } else if let problem = response.problem, request.wantsPage {
            response = await page(for: problem, request, authentication, instead: response)
        }
        views.note(response, to: request)
        CurrentApp.note(&response, to: request, of: site)
        // The handler knows better: who signs in over a dead session keeps the new one.
        for cookie in authentication.cookies { response.setIfAbsent(cookie) }
        SecurityHeaders.add(to: &response, isSecure: request.isSecure)
        ContentEncoding.apply(to: &response, for: request)
        return response
    }

    /// The refusal of a request that no route sees, with the same headers as every other answer.
    public func refuse(_ original: Request, with problem: Problem) -> Response {
        var request = original
        request.renderer = renderer
        request.language = language(of: request, .guest)
        var response = problem.response(for: request)
        SecurityHeaders.add(to: &response, isSecure: request.isSecure)
        return response
    }

    /// Whoever looks after the site finds the failure under the id that the person sees.
    private func keep(_ response: Response, of request: Request) async {
        guard response.problem?.kind != .unavailable else {
            // There is nowhere to keep it, and the next one is the same.
            if outages.take("") == nil {
                let cause = response.cause ?? response.problem?.code ?? ""
                site.log(.warning, "request.unavailable", ["request": .string(request.id), "cause": .string(cause)])
            }
            return
        }
        guard let recorder = site.extensions.service((any FailureRecorder).self) else { return }
        await recorder.record(
            RequestFailure(
                requestID: request.id, method: request.method.rawValue, path: request.head.loggedPath, status: response.status.rawValue,
                person: request.identity.personID, cause: response.cause ?? response.problem?.code ?? ""))
    }

    /// The page that a refused form was sent from, with what was typed and what was wrong: nobody loses what they wrote to a bare refusal.
    private func formAgain(_ answer: Response, _ request: Request) async -> Response? {
        guard let problem = answer.problem, let refused = RefusedForm(in: request, refusedBy: problem) else { return nil }
        var again = request
        again.head = refused.head
        again.body = .none
        again[RefusedForm.key] = refused
        guard router.answers(again), rules.refusal(of: again, request[Authentication.key] ?? .guest) == nil else { return nil }
        var page = await router.respond(to: again)
        guard page.problem == nil, page.status == answer.status else { return nil }
        if let seconds = answer.headers["Retry-After"] { page.headers.set("Retry-After", seconds) }
        page.headers.set("Cache-Control", "no-store")
        page.problem = problem
        return page
    }

    /// A refused form is shown at the address that took it. Whoever opens that address again, by loading it anew or from a bookmark, gets the
    /// page that they came from, else the nearest one above.
    private func pageOfForm(at request: Request) -> Response? {
        guard request.method.isSafe, request.wantsPage, router.onlyTakesForms(at: request.path) else { return nil }
        if let page = request.ownReferrer, let head = try? RequestHead(method: .get, target: page), router.hasPage(at: head.path) {
            return .seeOther(page)
        }
        var place = request.path.dropLast()
        while !place.isEmpty, !router.hasPage(at: Array(place)) { place = place.dropLast() }
        let above = String(request.head.pathText).split(separator: "/").prefix(place.count)
        return .seeOther("/" + above.joined(separator: "/"))
    }

    private func page(
        for problem: Problem, _ original: Request, _ authentication: Authentication, instead: Response
    ) async -> Response {
        var request = original
        if request[Shell.key] == nil {
            // Refused before any route saw it: the frame is the same, and nothing was opened.
            let news = (try? await shells.news(for: request, opens: false)) ?? ShellMaker.News()
            request[Shell.key] = shells.provider(authentication, site.configuration, news)
        }
        guard var page = try? await Page.problem(problem, requestID: request.id, shell: .site).response(for: request) else { return instead }
        page.status = instead.status
        for name in ["Retry-After", "Allow", "WWW-Authenticate"] {
            if let value = instead.headers[name] { page.headers.set(name, value) }
        }
        page.problem = problem
        return page
    }

    /// Where staff work, what was chosen on this device, which several of them share. Else what the person chose, for this app or for the whole
    /// site; else what was chosen on this device; else what the browser asks for; else the site's first language.
    private func language(of request: Request, _ authentication: Authentication) -> Language {
        let app = CurrentApp.of(request, on: site)
        let offered = site.languages(ofApp: app)
        func chosen(_ wish: Language?) -> Language? { wish.flatMap { offered.contains($0) ? $0 : nil } }
        return chosen(site.isAskedAtWork(request.path) ? Preferences.languageAtWork(of: request) : nil)
            ?? chosen(app.flatMap { authentication.appLanguages[$0] }) ?? chosen(authentication.language)
            ?? chosen(Preferences.language(of: request, in: app)) ?? chosen(Preferences.language(of: request, in: nil))
            ?? site.messages.language(accepting: request.headers["Accept-Language"], offered: offered)
    }
}

/// When a request was let in, by the clock that nobody sets.
private struct AdmittedAt: Sendable {
    static let key = RequestKey<AdmittedAt>("platform.admitted-at")
    let moment: Duration
}
