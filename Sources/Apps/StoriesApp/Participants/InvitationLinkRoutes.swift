import Core
import Database
import Interface
import Platform
import Web

extension ParticipantRoutes {
    /// Making links and ending them.
    var linkRoutes: [Route] {
        [
            .get(StoriesPaths.links(role), allow: .members, use: leaveLink),
            .post(StoriesPaths.links(role), allow: .members, use: makeLink),
            .post(StoriesPaths.revokeLink(role), allow: .members, use: revokeLink),
        ]
    }

    /// Shows the link this once: whoever comes back to its page makes another.
    private func makeLink(_ request: Request, _ member: Member, _ id: StoryID) async throws -> Response {
        let form = try request.form(InvitationLinkForm.self)
        try pace.take(by: member)
        do {
            let new = try await links.make(for: id, as: role, email: form.email, language: request.language, by: member.id)
            let story = try await site.database.read { db in try db.one(.story(id)) }
            var response = try await NewInvitationLinkPage(
                role: role, story: story, new: new,
                link: site.configuration.linkBase(for: request) + StoriesPaths.invitationLink(new.token)
            ).response(for: request)
            response.headers.set("Cache-Control", "no-store")
            return response
        } catch let refusal as any ProblemConvertible where request.wantsPage && (refusal is ParticipantRefusal || refusal is InvitationLinkRefusal) {
            var page = try await page(of: id, "", for: member, problem: refusal.problem)
            page.email = form.email ?? ""
            return try await page.response(for: request)
        }
    }

    private func leaveLink(_ request: Request, _ member: Member, _ id: StoryID) async throws -> Response {
        .seeOther(StoriesPaths.participants(role)(id))
    }

    private func revokeLink(_ request: Request, _ member: Member, _ id: StoryID, _ link: InvitationLinkID) async throws -> Response {
        try await links.revoke(link, to: id, as: role, by: member.id)
        return .seeOther(StoriesPaths.participants(role)(id), flash: "The link no longer works.")
    }
}

/// The page behind a link. A guest learns who invites them to what, signs in or registers, and comes back to it.
struct InvitationLinkRoutes: Sendable {
    let links: InvitationLinks
    private let pace: CostlyCalls
    /// Guesses of one person, or of one network.
    private let looks: RateLimiter

    init(links: InvitationLinks) {
        self.links = links
        looks = links.participants.site.rateLimiter("stories.invitation-looks", capacity: 30, per: .seconds(60))
        pace = CostlyCalls(links.participants.site, "stories.invitation-links", most: 30, code: "stories.too-many-calls")
    }

    var routes: [Route] {
        [
            .get(StoriesPaths.invitationLink, allow: .everyone, use: show),
            .post(StoriesPaths.invitationLink, allow: .members, use: answer),
        ]
    }

    private func show(_ request: Request, _ visitor: Visitor, _ token: String) async throws -> Response {
        if let seconds = looks.take(visitor.personID?.description ?? request.network) {
            throw Problem(
                .tooManyRequests, "stories.too-many-calls", "Too many in a short time.", remedy: "Wait a moment.", retryAfter: seconds)
        }
        let page: InvitationPage
        switch try await links.participants.site.database.read({ db in try self.page(token, visitor.personID, in: db) }) {
        case .place(let place): return .seeOther(place)
        case .page(let found): page = found
        }
        var response = try await page.response(for: request)
        response.headers.set("Cache-Control", "no-store")
        return response
    }

    private enum Found {
        case page(InvitationPage)
        case place(String)
    }

    private func page(_ token: String, _ person: PersonID?, in db: any Connection) throws -> Found {
        guard let person else {
            let (link, story) = try links.peek(token, in: db)
            return .page(try page(link, story, token, isGuest: true, in: db))
        }
        return switch try links.open(token, for: person, in: db) {
        case .participates(let link): .place(try links.place(of: person, in: link, db))
        case .invitation(let link, let story): .page(try page(link, story, token, isGuest: false, in: db))
        }
    }

    private func page(_ link: InvitationLink, _ story: Story, _ token: String, isGuest: Bool, in db: any Connection) throws -> InvitationPage {
        InvitationPage(
            role: link.role, story: story, inviter: try Authors.name(of: story.author, in: db),
            hasProfile: try !isGuest && Authors.isShown(story.author, in: db), answer: StoriesPaths.invitationLink(token), isGuest: isGuest)
    }

    private func answer(_ request: Request, _ member: Member, _ token: String) async throws -> Response {
        let answer = try request.form(AnswerForm.self).answer
        try pace.take(by: member)
        let answered = try await links.answer(answer, token, by: member.id)
        return answered.role.answered(answer, answered.story)
    }
}

/// Where a link is to be sent, if anywhere.
struct InvitationLinkForm: Decodable, Sendable {
    var email: String?
}
