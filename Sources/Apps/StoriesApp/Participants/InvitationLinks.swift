import Accounts
import Audit
import Core
import Crypto
import Database
import Jobs
import Mail
import Platform
import Web

/// Links that invite to a story: made by whoever began it, to share or to email, and answered once by whoever opens them.
struct InvitationLinks: Sendable {
    let participants: Participants
    let mailer: Mailer
    /// What an author may send in a day, and what one address may get of it all.
    private let emails: RateLimiter
    private let addresses: RateLimiter

    init(participants: Participants, mailer: Mailer) {
        (self.participants, self.mailer) = (participants, mailer)
        emails = participants.site.rateLimiter("stories.invitation-emails", capacity: 10, per: .days(1))
        addresses = participants.site.rateLimiter("stories.invitation-addresses", capacity: 3, per: .days(1))
    }

    private var site: Site { participants.site }
    private var stories: Stories { participants.stories }

    /// Whether a link can be emailed: without a mail server it would wait, and be used up when it came.
    var canMail: Bool { site.configuration.mail != nil }

    /// Makes a link, and writes it to an address. The email names who invites and the role; the title of a story that nobody has reviewed
    /// isn't sent to people who didn't ask for it.
    /// - Throws: ``ParticipantRefusal`` or ``InvitationLinkRefusal``.
    func make(
        for id: StoryID, as role: ParticipantRole, email typed: String?, language: Language, by author: PersonID
    ) async throws -> NewInvitationLink {
        let address = try address(typed?.trimmed ?? "", from: author)
        // Its token is shown once and kept nowhere as it is, nor is it under the key of a call.
        return try await site.write(by: author, once: nil) { write in
            try stories.requireOpen(author, in: write)
            let story = try stories.owns(id, author, in: write)
            try participants.requireRoom(in: story, as: role, in: write)
            let (token, until) = (Token(), write.now + InvitationLink.life)
            let link: InvitationLinkID = try write.insert(
                """
                INSERT INTO stories_invitation_link (story_id, role, token_hash, email, made_at, expires_at, changed_at, changed_by)
                VALUES (\(id), \(role), \(token.hash), \(address?.text), \(write.now), \(until), \(write.now), \(author))
                """)
            if let address {
                try send(token, link, to: address, from: author, as: role, language, in: write)
                try note("link emailed", story.id, role, in: write)
            } else {
                try note("link made", story.id, role, in: write)
            }
            return NewInvitationLink(token: token.text, until: until, email: address?.text)
        }
    }

    /// Where a link is to be sent; nil where nothing was typed.
    private func address(_ typed: String, from author: PersonID) throws(InvitationLinkRefusal) -> EmailAddress? {
        if typed.isEmpty { return nil }
        guard canMail else { throw .noMail }
        guard let address = EmailAddress(typed) else { throw .badAddress }
        if let seconds = emails.take(author.description) ?? addresses.take(address.text) { throw .tooManyEmails(seconds: seconds) }
        return address
    }

    private func send(
        _ token: Token, _ link: InvitationLinkID, to address: EmailAddress, from author: PersonID, as role: ParticipantRole, _ language: Language,
        in write: Write
    ) throws {
        let receiver = try write.first(.person(address))
        // Whoever muted the author hears nothing of it, and the author isn't told that.
        if let receiver, try participants.news.mutes.isHidden(author, for: receiver.id, in: write) { return }
        let (name, place) = (try Authors.name(of: author, in: write), site.configuration.name)
        let subject: Text =
            switch role {
            case .author: "\(name) invites you to write together"
            case .reader: "\(name) invites you to be a first reader"
            }
        let email = Email(
            subject: subject,
            paragraphs: [
                role == .author
                    ? "\(name) would like to write a story with you at \(place)."
                    : "\(name) would like you to read a story at \(place) before it’s published.",
                "Open the invitation to see what it’s about. Nothing happens until you accept. The link works once, for 14 days.",
            ], action: EmailAction("View invitation", path: StoriesPaths.invitationLink(token.text)),
            footer: "If you don’t know \(name), you can ignore this email.")
        try mailer.send(email, to: address.text, language: receiver?.language ?? language, key: Self.key(link), in: write)
    }

    /// Which links couldn't be emailed.
    func unsent(of links: [InvitationLink], in db: any Connection) throws -> Set<InvitationLinkID> {
        Set(try links.filter { try $0.email != nil && mailer.email(keyed: Self.key($0.id), in: db)?.failure != nil }.map(\.id))
    }

    private static func key(_ link: InvitationLinkID) -> String { "stories.invitation.\(link)" }

    /// Ends a link that nobody accepted.
    func revoke(_ link: InvitationLinkID, to id: StoryID, as role: ParticipantRole, by author: PersonID) async throws {
        try await site.write(by: author) { write in
            let story = try stories.owns(id, author, in: write)
            guard let found = try write.first(.invitationLink(link, to: story.id, as: role)), found.acceptedBy == nil else { throw Problem.notFound }
            try write.run("DELETE FROM stories_invitation_link WHERE id = \(link)")
            try note("link revoked", id, role, in: write)
        }
    }

    /// What somebody who opened a link is invited to.
    enum Opened {
        case invitation(InvitationLink, Story)
        /// Where they take part already.
        case participates(InvitationLink)
    }

    /// Looking uses nothing up.
    /// - Throws: ``InvitationLinkRefusal/spent``, the same for all that doesn't work.
    func open(_ text: String, for person: PersonID, in db: any Connection) throws -> Opened {
        guard let token = Token(text), let link = try db.first(.invitationLink(hash: token.hash, at: site.clock.now())),
            let story = try db.first(.story(link.story))
        else { throw InvitationLinkRefusal.spent }
        let isAuthor = try Authors.isAuthor(person, of: story, in: db)
        let isReader = try link.role == .reader && db.first(.participant(person, of: story.id, as: .reader))?.hasAccepted == true
        if isAuthor || isReader { return .participates(link) }
        guard link.isOpen, try brings(person, to: story, in: db) else { throw InvitationLinkRefusal.spent }
        return .invitation(link, story)
    }

    /// The same for somebody who has no account yet, or isn't signed in: they learn who invites them to what, and answer once they are.
    /// - Throws: ``InvitationLinkRefusal/spent``.
    func peek(_ text: String, in db: any Connection) throws -> (link: InvitationLink, story: Story) {
        guard let token = Token(text), let link = try db.first(.invitationLink(hash: token.hash, at: site.clock.now())), link.isOpen,
            let story = try db.first(.story(link.story)), !story.isRemoved, try stories.isOpen(to: story.author, in: db)
        else { throw InvitationLinkRefusal.spent }
        return (link, story)
    }

    /// Where somebody finds the story of a link that they need no more; a first reader who became its author writes it.
    func place(of person: PersonID, in link: InvitationLink, _ db: any Connection) throws -> String {
        let isAuthor = try Authors.isAuthor(person, of: db.one(.story(link.story)), in: db)
        return (isAuthor ? ParticipantRole.author : link.role).place(in: link.story)
    }

    /// Nobody is led to an author whom they muted or who muted them, nor to one who is banned, nor to what a moderator removed.
    private func brings(_ person: PersonID, to story: Story, in db: any Connection) throws -> Bool {
        guard !story.isRemoved, try stories.isOpen(to: story.author, in: db) else { return false }
        let mutes = participants.news.mutes
        return try !mutes.isHidden(story.author, for: person, in: db) && !mutes.isHidden(person, for: story.author, in: db)
    }

    /// Accepts or declines.
    /// - Returns: what the link led to.
    func answer(_ answer: AnswerForm.Answer, _ text: String, by person: PersonID) async throws -> Answered {
        try await site.write(by: person) { write in
            try stories.requireOpen(person, in: write)
            switch try open(text, for: person, in: write) {
            case .participates(let link): return Answered(story: link.story, role: link.role)
            case .invitation(let link, let story):
                let accepts = answer == .accept
                try write.run(
                    """
                    UPDATE stories_invitation_link SET answered_at = \(write.now), accepted_by = \(accepts ? person : nil as PersonID?),
                        email = \(accepts ? nil : link.email), changed_at = \(write.now), changed_by = \(accepts ? person : nil as PersonID?)
                    WHERE id = \(link.id)
                    """)
                if accepts {
                    try participants.join(story, as: link.role, invitedAt: link.madeAt, in: write)
                } else {
                    try note("declined", story.id, link.role, in: write)
                }
                return Answered(story: story.id, role: link.role)
            }
        }
    }

    /// Which story a link invited to, and as what.
    struct Answered: Codable, Sendable {
        let story: StoryID
        let role: ParticipantRole
    }

    private func note(_ what: String, _ id: StoryID, _ role: ParticipantRole, in write: Write) throws {
        try write.audit(.update, AuditName(role.auditEntity, id), ["is": what])
    }
}

extension InvitationLinks {
    private static let job = Job<NoPayload>("stories.invitation-links")

    /// Forgets links that have ended, and the addresses that they went to.
    var kind: JobKind {
        JobKind(Self.job, limit: 1) { [participants] (_, _) in
            let site = participants.site
            try await site.write(by: nil) { write in try write.run("DELETE FROM stories_invitation_link WHERE expires_at <= \(write.now)") }
        }
    }

    var schedule: Schedule { Schedule(Self.job, .daily(hour: 4, minute: 20, timeZone: site.configuration.zone)) }
}
