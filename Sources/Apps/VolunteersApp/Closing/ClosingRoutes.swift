import Core
import Interface
import Messages
import Platform
import Web

/// “I’ve found help”: closing an own request and opening it again.
struct ClosingRoutes: Sendable {
    let posts: Posts

    var routes: [Route] {
        [
            .get(VolunteersPaths.close, allow: .members, use: begin),
            .post(VolunteersPaths.close, allow: .members, use: close),
            .post(VolunteersPaths.reopen, allow: .members, use: reopen),
        ]
    }

    func begin(_ request: Request, _ member: Member, _ id: PostID) async throws -> Response {
        let details = try await closable(id, member, request)
        guard details.post.isClosable else { return .seeOther(VolunteersPaths.post(id)) }
        // One who offered is most likely the one who helped.
        let people = details.offers.compactMap(\.conversation.other)
        let form = ClosingForm(helper: people.count == 1 ? people : [])
        return try await ClosingPage(details: details, form: form).response(for: request)
    }

    func close(_ request: Request, _ member: Member, _ id: PostID) async throws -> Response {
        let form = try request.form(ClosingForm.self)
        do {
            try await posts.close(id, form, language: request.language, by: PostAuthor(member))
        } catch let problem as Problem where !problem.fields.isEmpty {
            let details = try await closable(id, member, request)
            return try await ClosingPage(details: details, form: form, problem: problem).response(for: request)
        }
        return .seeOther(VolunteersPaths.post(id))
    }

    func reopen(_ request: Request, _ member: Member, _ id: PostID) async throws -> Response {
        try await posts.reopen(id, by: PostAuthor(member))
        return .seeOther(VolunteersPaths.post(id), flash: "Your request is open again.")
    }

    private func closable(_ id: PostID, _ member: Member, _ request: Request) async throws -> PostDetails {
        let details = try await posts.details(id, for: FeedViewer(member, request))
        guard details.isOwn else { throw PostRefusal.notYours }
        guard details.post.closedAt != nil || details.post.status == .accepted else { throw PostRefusal.notPublic }
        return details
    }
}
