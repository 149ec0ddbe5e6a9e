import Accounts
import Core
import Database
import Interface
import Mail
import Platform
import Web

/// The queue from which staff answers.
struct SupportQueueRoutes: Sendable {
    let site: Site
    let support: Support

    var routes: [Route] {
        [
            .get(HelpPaths.queue, allow: .permission(.supportFirst), use: list),
            .get(HelpPaths.deskRequest, allow: .permission(.supportFirst), use: show),
            .post(HelpPaths.answer, allow: .permission(.supportFirst), use: answer),
            .post(HelpPaths.escalate, allow: .permission(.supportFirst), use: escalate),
            .post(HelpPaths.close, allow: .permission(.supportFirst), use: close),
        ]
    }

    func list(_ request: Request, _ member: Member) async throws -> SupportQueuePage {
        let status = request.query["status"].flatMap(SupportRequest.Status.init(rawValue:)) ?? .open
        let requests = try await support.requests(status)
        let (names, usesLevels, waiting) = try await site.database.read { db in
            (
                try People.names(of: Set(requests.compactMap(\.person)), in: db), try SupportLevels.areUsed(in: db),
                try db.one("SELECT COUNT(*) FROM help_request WHERE status = 'open'" as Query<Int>)
            )
        }
        return SupportQueuePage(shown: status, requests: requests, waiting: waiting, names: names, usesLevels: usesLevels, now: site.clock.now())
    }

    func show(_ request: Request, _ member: Member, _ id: SupportRequestID) async throws -> SupportRequestPage {
        try await page(id)
    }

    func answer(_ request: Request, _ member: Member, _ id: SupportRequestID) async throws -> Response {
        let form = try request.form(SupportRoutes.WordsForm.self)
        do {
            guard let address = try await support.answer(form.words, to: id, by: member.id) else {
                return .seeOther(HelpPaths.queue(), flash: "Answer sent.")
            }
            return .seeOther(HelpPaths.deskRequest(id), flash: "Answer kept. Remember to email it to \(address) yourself.")
        } catch let refusal as SupportRefusal {
            var page = try await page(id)
            page.problem = refusal.problem
            return try await page.response(for: request)
        }
    }

    func escalate(_ request: Request, _ member: Member, _ id: SupportRequestID) async throws -> Response {
        try await support.escalate(id, by: member.id)
        return .seeOther(HelpPaths.queue(), flash: "The request was passed to the second level.")
    }

    func close(_ request: Request, _ member: Member, _ id: SupportRequestID) async throws -> Response {
        try await support.close(id, by: member.id)
        return .seeOther(HelpPaths.queue(), flash: "The request is closed.")
    }

    private func page(_ id: SupportRequestID) async throws -> SupportRequestPage {
        let thread = try await support.thread(id)
        let (name, usesLevels) = try await site.database.read { db in
            (try thread.request.person.flatMap { try People.names(of: [$0], in: db)[$0] }, try SupportLevels.areUsed(in: db))
        }
        return SupportRequestPage(
            thread: thread, asker: name, usesLevels: usesLevels, canMail: site.configuration.mail != nil,
            now: site.clock.now())
    }
}
