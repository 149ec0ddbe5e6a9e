import Core
import Database
import Events
import Interface
import Platform
import Web

/// Displays: made and ended by staff, shown to whoever has the link.
struct DisplayRoutes: Sendable {
    let services: CafeteriaServices

    private var site: Site { services.site }
    private var displays: Displays { services.displays }

    var routes: [Route] {
        [
            .get(CafeteriaPaths.displays, allow: .permission(.cafeteriaKitchen), use: list),
            .post(CafeteriaPaths.displays, allow: .permission(.cafeteriaKitchen), use: create),
            .post(CafeteriaPaths.endDisplay, allow: .permission(.cafeteriaKitchen), use: end),
            .get(CafeteriaPaths.display, allow: .everyone, use: show),
            .get(CafeteriaPaths.displayEvents, allow: .everyone, use: follow),
        ]
    }

    func list(_ request: Request, _ member: Member) async throws -> DisplaysPage {
        DisplaysPage(displays: try await displays.all(), languages: site.languages(of: CafeteriaApp.manifest), language: request.language)
    }

    private struct NameForm: Decodable {
        var name: String
        var language: String?
    }

    func create(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(NameForm.self)
        let name = form.name.tidied()
        let languages = site.languages(of: CafeteriaApp.manifest)
        let language = languages.first { $0.rawValue == form.language }
        var page = DisplaysPage(displays: [], languages: languages)
        do {
            let code = try await displays.create(name, in: language, by: member.id)
            let base = site.configuration.baseURL ?? SiteAddress.guess(from: request) ?? ""
            page = DisplaysPage(displays: try await displays.all(), languages: languages, link: base + CafeteriaPaths.display(code))
        } catch let refusal as DisplayRefusal {
            guard request.wantsPage else { throw refusal }
            page = DisplaysPage(displays: try await displays.all(), languages: languages, name: name, language: language, problem: refusal.problem)
        }
        var response = try await page.response(for: request)
        response.headers.set("Cache-Control", "no-store")
        return response
    }

    func end(_ request: Request, _ member: Member, _ id: DisplayID) async throws -> Response {
        try await displays.end(id, by: member.id)
        return .seeOther(CafeteriaPaths.displays(), flash: "The display has ended.")
    }

    func show(_ request: Request, _ visitor: Visitor, _ code: String) async throws -> Response {
        var request = request
        var response: Response
        do {
            let board = try await displays.board(for: code)
            if let language = board.language, site.languages(of: CafeteriaApp.manifest).contains(language) { request.language = language }
            response = try await DisplayPage(
                board: board, code: code, placeName: site.placeName, showsNames: site.value(of: CafeteriaSettings.showsNames),
                now: site.clock.now()
            ).response(for: request)
        } catch DisplayRefusal.ended where request.wantsPage {
            response = try await DisplayEndedPage(placeName: site.placeName).response(for: request)
        }
        response.headers.set("Cache-Control", "no-store")
        // The link is a secret: no search engine, and no page that is opened from here, learns it.
        response.headers.set("X-Robots-Tag", "noindex")
        return response
    }

    /// Rings when the numbers change; ends with the link.
    func follow(_ request: Request, _ visitor: Visitor, _ code: String) async throws -> ServerSentEvents {
        guard try await isValid(code) else { throw DisplayRefusal.ended }
        let start = (request.lastEventID ?? request.query["after"]).flatMap { Int64($0) }
        let follower = EventStream(database: site.database, log: site.events)
            .follow(after: start, topics: [Displays.topic], viewer: EventViewer())
        return ServerSentEvents {
            let listening = follower.listen($0)
            return { listening.cancel() }
        } next: {
            guard let updates = try await follower.look(), try await isValid(code) else { return nil }
            return updates.map { update in
                switch update {
                case .event(let event): ServerSentEvent(id: String(event.sequence), data: "changed")
                case .restart(let sequence): ServerSentEvent(id: String(sequence), data: "changed")
                }
            }
        }
    }

    private func isValid(_ code: String) async throws -> Bool {
        try await site.database.read { [displays] db in try displays.isValid(code, in: db) }
    }
}
