import Accounts
import Core
import Database
import Interface
import Markup
import Platform
import Web

/// Inviting people to a story in one role, answering invitations, and leaving.
struct ParticipantRoutes: Sendable {
    let participants: Participants
    let links: InvitationLinks
    let role: ParticipantRole
    let pace: CostlyCalls

    init(participants: Participants, links: InvitationLinks, role: ParticipantRole) {
        (self.participants, self.links, self.role) = (participants, links, role)
        pace = CostlyCalls(participants.site, "stories.invitations", most: 20, code: "stories.too-many-calls")
    }

    var routes: [Route] {
        [
            .get(StoriesPaths.participants(role), allow: .members, use: list),
            .post(StoriesPaths.participants(role), allow: .members, use: invite),
            .get(StoriesPaths.removeParticipant(role), allow: .members, use: confirmRemoval),
            .post(StoriesPaths.removeParticipant(role), allow: .members, use: remove),
            .get(StoriesPaths.invitation(role), allow: .members, use: show),
            .post(StoriesPaths.invitation(role), allow: .members, use: answer),
            .get(StoriesPaths.leave(role), allow: .members, use: confirmLeaving),
            .post(StoriesPaths.leave(role), allow: .members, use: leave),
        ] + linkRoutes
    }

    var site: Site { participants.site }

    func list(_ request: Request, _ member: Member, _ id: StoryID) async throws -> ParticipantsPage {
        try await page(of: id, request.query["q"] ?? "", for: member)
    }

    func page(of id: StoryID, _ words: String, for member: Member, problem: Problem? = nil) async throws -> ParticipantsPage {
        let words = words.tidied(limit: PersonRecord.longestSearch)
        if !words.isEmpty { try pace.take(by: member) }
        return try await site.database.read { db in
            let story = try participants.stories.writes(id, member.id, in: db)
            let isOwner = story.author == member.id
            let all = try db.all(.participants(of: id, as: role)).filter { isOwner || $0.hasAccepted }
            let known = try Set(all.map(\.person) + Authors.ids(of: story, in: db))
            let found =
                words.isEmpty || !isOwner
                ? []
                : try db.all(
                    .people(named: words, invitableAs: role, by: member.id, limit: Participant.mostFound + known.count)
                ).filter { !known.contains($0.first) }
            let people = known.union(found.map(\.first))
            let open = isOwner ? try db.all(.invitationLinks(to: id, as: role, at: site.clock.now())) : []
            return ParticipantsPage(
                role: role, story: story, participants: all, viewer: member.id, words: words,
                found: found.prefix(Participant.mostFound).map(\.first), names: try People.names(of: people, in: db),
                pictures: try People.pictures(of: people, in: db),
                profiles: try people.filter { try Authors.isShown($0, in: db) }, links: open, unsent: try links.unsent(of: open, in: db),
                canMail: links.canMail, problem: problem)
        }
    }

    func invite(_ request: Request, _ member: Member, _ id: StoryID) async throws -> Response {
        let form = try request.form(InviteForm.self)
        try pace.take(by: member)
        do {
            try await participants.invite(form.person, to: id, as: role, by: member.id)
        } catch let refusal as ParticipantRefusal where request.wantsPage {
            return try await page(of: id, "", for: member, problem: refusal.problem).response(for: request)
        }
        return .seeOther(StoriesPaths.participants(role)(id), flash: "The invitation was sent.")
    }

    func confirmRemoval(_ request: Request, _ member: Member, _ id: StoryID, _ person: PersonID) async throws -> ConfirmPage {
        try await site.database.read { db in
            let story = try participants.stories.owns(id, member.id, in: db)
            guard try db.first(.participant(person, of: id, as: role))?.hasAccepted == true else { throw Problem.notFound }
            let name = try Authors.name(of: person, in: db)
            return role.confirmRemoval(of: person, called: name, from: story)
        }
    }

    func remove(_ request: Request, _ member: Member, _ id: StoryID, _ person: PersonID) async throws -> Response {
        guard try request.form(ConfirmationForm.self).confirmed else { return .seeOther(StoriesPaths.removeParticipant(role)(id, person)) }
        let tookPart = try await participants.remove(person, from: id, as: role, by: member.id)
        let removed: Text = role == .author ? "The co-author was removed." : "The first reader was removed."
        return .seeOther(StoriesPaths.participants(role)(id), flash: tookPart ? removed : "The invitation was cancelled.")
    }

    func show(_ request: Request, _ member: Member, _ id: StoryID) async throws -> Response {
        let page: InvitationPage? = try await site.database.read { db in
            // Who comes back to the notification later is where the invitation led to.
            if try participates(member.id, id, in: db) { return nil }
            let story = try participants.invitation(to: id, as: role, of: member.id, in: db)
            return InvitationPage(
                role: role, story: story, inviter: try Authors.name(of: story.author, in: db),
                hasProfile: try Authors.isShown(story.author, in: db), answer: StoriesPaths.invitation(role)(id))
        }
        guard let page else { return .seeOther(role.place(in: id)) }
        return try await page.response(for: request)
    }

    func answer(_ request: Request, _ member: Member, _ id: StoryID) async throws -> Response {
        let answer = try request.form(AnswerForm.self).answer
        switch answer {
        case .accept: try await participants.accept(id, as: role, by: member.id)
        case .decline: try await participants.decline(id, as: role, by: member.id)
        }
        return role.answered(answer, id)
    }

    func confirmLeaving(_ request: Request, _ member: Member, _ id: StoryID) async throws -> ConfirmPage {
        let story = try await site.database.read { db in
            guard try db.first(.participant(member.id, of: id, as: role))?.hasAccepted == true else { throw Problem.notFound }
            return try db.one(.story(id))
        }
        return role.confirmLeaving(story)
    }

    func leave(_ request: Request, _ member: Member, _ id: StoryID) async throws -> Response {
        guard try request.form(ConfirmationForm.self).confirmed else { return .seeOther(StoriesPaths.leave(role)(id)) }
        try await participants.leave(id, as: role, by: member.id)
        return role == .author
            ? .seeOther(StoriesPaths.write(), flash: "You left the story.")
            : .seeOther(StoriesPaths.library(), flash: "You’re no longer a first reader.")
    }

    private func participates(_ person: PersonID, _ id: StoryID, in db: any Connection) throws -> Bool {
        guard let story = try db.first(.story(id)) else { return false }
        switch role {
        case .author: return try Authors.isAuthor(person, of: story, in: db)
        case .reader: return try db.first(.participant(person, of: id, as: .reader))?.hasAccepted ?? false
        }
    }
}

/// Who is to be invited.
struct InviteForm: Decodable, Sendable {
    var person: PersonID
}

extension ParticipantRole {
    /// Where an answer to an invitation leads.
    func answered(_ answer: AnswerForm.Answer, _ story: StoryID) -> Response {
        switch answer {
        case .accept: .seeOther(place(in: story), flash: self == .author ? "You’re now a co-author." : "You’re now a first reader.")
        case .decline: .seeOther(self == .author ? StoriesPaths.write() : StoriesPaths.library(), flash: "You declined the invitation.")
        }
    }
}

/// What an invited person answers.
struct AnswerForm: Decodable, Sendable {
    enum Answer: String, Decodable, Sendable {
        case accept, decline
    }

    var answer: Answer
}
