import Accounts
import Core
import Database
import Interface
import Platform
import Web

/// Inviting co-authors, answering invitations, and leaving a story.
struct CoauthorRoutes: Sendable {
    let coauthors: Coauthors
    private let pace: CostlyCalls

    init(coauthors: Coauthors) {
        self.coauthors = coauthors
        pace = CostlyCalls(coauthors.site, "stories.invitations", most: 20, code: "stories.too-many-calls")
    }

    var routes: [Route] {
        [
            .get(StoriesPaths.coauthors, allow: .members, use: list),
            .post(StoriesPaths.coauthors, allow: .members, use: invite),
            .get(StoriesPaths.removeCoauthor, allow: .members, use: confirmRemoval),
            .post(StoriesPaths.removeCoauthor, allow: .members, use: remove),
            .get(StoriesPaths.invitation, allow: .members, use: show),
            .post(StoriesPaths.invitation, allow: .members, use: answer),
            .get(StoriesPaths.leaveStory, allow: .members, use: confirmLeaving),
            .post(StoriesPaths.leaveStory, allow: .members, use: leave),
        ]
    }

    private var site: Site { coauthors.site }

    func list(_ request: Request, _ member: Member, _ id: StoryID) async throws -> CoauthorsPage {
        try await page(of: id, request.query["q"] ?? "", for: member)
    }

    private func page(of id: StoryID, _ words: String, for member: Member, problem: Problem? = nil) async throws -> CoauthorsPage {
        let words = words.tidied(limit: PersonRecord.longestSearch)
        if !words.isEmpty { try pace.take(by: member) }
        return try await site.database.read { db in
            let story = try coauthors.stories.writes(id, member.id, in: db)
            let isOwner = story.author == member.id
            let all = try db.all(.coauthors(of: id)).filter { isOwner || $0.hasAccepted }
            let known = Set(all.map(\.person) + [story.author])
            let found =
                words.isEmpty || !isOwner
                ? [] : try db.all(.shownPeople(named: words, limit: Coauthor.mostFound + known.count)).filter { !known.contains($0.first) }
            let people = known.union(found.map(\.first))
            return CoauthorsPage(
                story: story, coauthors: all, viewer: member.id, words: words, found: found.prefix(Coauthor.mostFound).map(\.first),
                names: try People.names(of: people, in: db), pictures: try People.pictures(of: people, in: db), problem: problem)
        }
    }

    func invite(_ request: Request, _ member: Member, _ id: StoryID) async throws -> Response {
        let form = try request.form(InviteForm.self)
        try pace.take(by: member)
        do {
            try await coauthors.invite(form.person, to: id, by: member.id)
        } catch let refusal as CoauthorRefusal where request.wantsPage {
            return try await page(of: id, "", for: member, problem: refusal.problem).response(for: request)
        }
        return .seeOther(StoriesPaths.coauthors(id), flash: "The invitation was sent.")
    }

    func confirmRemoval(_ request: Request, _ member: Member, _ id: StoryID, _ person: PersonID) async throws -> ConfirmPage {
        try await site.database.read { db in
            let story = try coauthors.stories.owns(id, member.id, in: db)
            guard try db.first(.coauthor(person, of: id))?.hasAccepted == true else { throw Problem.notFound }
            return ConfirmPage(
                "Remove this co-author?", shell: .app("stories"), activePath: StoriesPaths.write(),
                message: "\(try Authors.name(of: person, in: db)) will no longer be an author of “\(story.details.title)”.",
                consequences: ["They can’t open or change the story’s drafts any more.", "What they wrote stays in the story."],
                understood: "I want to remove this co-author.", confirm: "Remove", icon: .trash,
                action: StoriesPaths.removeCoauthor(id, person), cancel: StoriesPaths.coauthors(id))
        }
    }

    func remove(_ request: Request, _ member: Member, _ id: StoryID, _ person: PersonID) async throws -> Response {
        guard try request.form(ConfirmationForm.self).confirmed else { return .seeOther(StoriesPaths.removeCoauthor(id, person)) }
        let wasAuthor = try await coauthors.remove(person, from: id, by: member.id)
        return .seeOther(StoriesPaths.coauthors(id), flash: wasAuthor ? "The co-author was removed." : "The invitation was cancelled.")
    }

    func show(_ request: Request, _ member: Member, _ id: StoryID) async throws -> Response {
        let page: InvitationPage? = try await site.database.read { db in
            // Who comes back to the notification later is where the invitation led to.
            if let story = try db.first(.story(id)), try Authors.isAuthor(member.id, of: story, in: db) { return nil }
            let story = try coauthors.invitation(id, to: member.id, in: db)
            return InvitationPage(story: story, inviter: try Authors.name(of: story.author, in: db))
        }
        guard let page else { return .seeOther(StoriesPaths.workspace(id)) }
        return try await page.response(for: request)
    }

    func answer(_ request: Request, _ member: Member, _ id: StoryID) async throws -> Response {
        guard try request.form(AnswerForm.self).answer == .accept else {
            try await coauthors.decline(id, by: member.id)
            return .seeOther(StoriesPaths.write(), flash: "You declined the invitation.")
        }
        try await coauthors.accept(id, by: member.id)
        return .seeOther(StoriesPaths.workspace(id), flash: "You’re now a co-author.")
    }

    func confirmLeaving(_ request: Request, _ member: Member, _ id: StoryID) async throws -> ConfirmPage {
        let story = try await site.database.read { db in try coauthors.stories.writes(id, member.id, in: db) }
        guard story.author != member.id else { throw Problem.notFound }
        return ConfirmPage(
            "Leave this story?", shell: .app("stories"), activePath: StoriesPaths.write(),
            message: "You’ll no longer be an author of “\(story.details.title)”.",
            consequences: ["You can’t open or change its drafts any more.", "What you wrote stays in the story, without your name."],
            understood: "I want to leave this story.", confirm: "Leave", icon: .signOut, action: StoriesPaths.leaveStory(id),
            cancel: StoriesPaths.coauthors(id))
    }

    func leave(_ request: Request, _ member: Member, _ id: StoryID) async throws -> Response {
        guard try request.form(ConfirmationForm.self).confirmed else { return .seeOther(StoriesPaths.leaveStory(id)) }
        try await coauthors.leave(id, by: member.id)
        return .seeOther(StoriesPaths.write(), flash: "You left the story.")
    }
}

/// Who is to be invited.
struct InviteForm: Decodable, Sendable {
    var person: PersonID
}

/// What an invited person answers.
struct AnswerForm: Decodable, Sendable {
    enum Answer: String, Decodable, Sendable {
        case accept, decline
    }

    var answer: Answer
}
