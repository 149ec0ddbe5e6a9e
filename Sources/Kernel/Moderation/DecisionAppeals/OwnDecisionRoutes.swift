import Accounts
import Core
import Database
import Interface
import Platform
import Web

/// Where authors see what was decided about a text of theirs, and ask for another look.
struct OwnDecisionRoutes: Sendable {
    let site: Site
    let moderation: Moderation

    var routes: [Route] {
        [
            .get(ModerationPaths.ownDecision, allow: .members, use: show),
            .post(ModerationPaths.ownDecision, allow: .members, use: ask),
        ]
    }

    struct Asked: Decodable {
        var message: String?
        var then: String?
    }

    func show(_ request: Request, _ member: Member, _ kind: String, _ id: Int64) async throws -> OwnDecisionPage {
        try await page(SubjectKey(kind: kind, id: id), member)
    }

    func ask(_ request: Request, _ member: Member, _ kind: String, _ id: Int64) async throws -> Response {
        let form = try request.form(Asked.self)
        let (subject, message) = (SubjectKey(kind: kind, id: id), (form.message ?? "").tidiedLines())
        try checkOpen(subject, to: member)
        do {
            try await site.write(by: member.id) { [moderation] write in
                try moderation.appeal(subject, by: member.id, message: message, in: write)
            }
        } catch let refusal as ModerationRefusal where refusal != .unknownSubject && refusal != .notYours {
            guard request.wantsPage else { throw refusal }
            var page = try await page(subject, member)
            (page.message, page.problem) = (message, refusal.problem)
            return try await page.response(for: request)
        }
        let then = (form.then ?? "").isEmpty ? ModerationPaths.ownDecision(kind, id) : LocalPath(form.then).text
        return .seeOther(then, flash: "Another moderator will look at it. We’ll tell you what they decide.")
    }

    /// Whoever is banned from an app appeals against that.
    private func checkOpen(_ subject: SubjectKey, to member: Member) throws {
        if let closed = member.identity.closedApps[try moderation.declaration(of: subject.kind).app] { throw closed }
    }

    private func page(_ subject: SubjectKey, _ member: Member) async throws -> OwnDecisionPage {
        try checkOpen(subject, to: member)
        return OwnDecisionPage(
            model: try await site.database.read { [moderation] db in try moderation.ownDecision(subject, of: member.id, in: db) })
    }
}
