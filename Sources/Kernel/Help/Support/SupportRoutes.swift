import Core
import Interface
import Platform
import Web

/// Asking staff, and reading what they say.
struct SupportRoutes: Sendable {
    let site: Site
    let support: Support

    var routes: [Route] {
        [
            .get(HelpPaths.support, allow: .members, use: list),
            .post(HelpPaths.support, allow: .members, use: ask),
            .get(HelpPaths.request, allow: .members, use: show),
            .post(HelpPaths.words, allow: .members, use: add),
        ]
    }

    struct RequestForm: Decodable, Sendable {
        var subject: String
        var words: String
        var page: String?
        var error: String?
    }

    struct WordsForm: Decodable {
        var words: String
    }

    func list(_ request: Request, _ member: Member) async throws -> SupportPage {
        SupportPage(
            requests: try await support.requests(of: member.id), page: LocalPath(request.query["page"]).text,
            errorID: String((request.query["error"] ?? "").prefix(60)), person: member.id)
    }

    func ask(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(RequestForm.self)
        do {
            let draft = try Support.Draft(
                subject: form.subject, words: form.words, page: form.page ?? "", errorID: form.error ?? "")
            let id = try await support.ask(draft, by: member.id)
            return .seeOther(HelpPaths.request(id))
        } catch let refusal as SupportRefusal {
            var page = SupportPage(
                requests: try await support.requests(of: member.id), page: form.page ?? "", errorID: form.error ?? "", person: member.id)
            page.rejected = (form, refusal.problem)
            return try await page.response(for: request)
        }
    }

    func show(_ request: Request, _ member: Member, _ id: SupportRequestID) async throws -> SupportThreadPage {
        SupportThreadPage(thread: try await support.thread(id, of: member.id), person: member.id)
    }

    func add(_ request: Request, _ member: Member, _ id: SupportRequestID) async throws -> Response {
        let form = try request.form(WordsForm.self)
        do {
            try await support.add(form.words, to: id, by: member.id)
            return .seeOther(HelpPaths.request(id), flash: "Your message has been added.")
        } catch let refusal as SupportRefusal {
            let thread = try await support.thread(id, of: member.id)
            let page = SupportThreadPage(thread: thread, person: member.id, written: form.words, problem: refusal.problem)
            return try await page.response(for: request)
        }
    }
}
