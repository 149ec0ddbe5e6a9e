import Core
import Database
import Platform
import Web

/// The queue and its cases for programs.
struct CaseAPI: Sendable {
    let site: Site
    let moderation: Moderation

    var routes: [Route] {
        [
            .get(ModerationPaths.apiCases, allow: .permission(ModerationPermissions.queue), use: list).summary("Cases that wait, oldest first")
                .query("why", .choice(CaseQueue.allCases.map(\.rawValue) + [QueueFilter.decided]), "Why they wait, or what was decided lately.")
                .query("kind", .text(.words, most: 100), "What they are about.").query("mine", .boolean, "Only those that the caller holds.")
                .paged(),
            .get(ModerationPaths.apiCase, allow: .permission(ModerationPermissions.queue), use: show).summary("One case"),
            .post(ModerationPaths.apiClaim, allow: .permission(ModerationPermissions.queue), body: .none, use: claim)
                .summary("Takes a case for 15 minutes"),
            .post(ModerationPaths.apiDecisions, allow: .permission(ModerationPermissions.queue), body: .json, use: decide)
                .summary("Decides a case").accepts(NewDecision.self),
            .delete(ModerationPaths.apiLastDecision, allow: .permission(ModerationPermissions.queue), use: takeBack)
                .summary("Takes the caller's last decision back, within five minutes"),
        ]
    }

    /// A decision as it is sent.
    struct NewDecision: Codable, Sendable {
        var action: ModeratorAction
        /// One of the reasons of its kind; needed unless it is accepted.
        var reason: String?
        var words: String?
        var version: Int
        /// The status that was seen.
        var status: CaseStatus?
    }

    func list(_ request: Request, _ member: Member) async throws -> Paged<CaseJSON> {
        let filter = try QueueFilter(request)
        let moderation = moderation
        let model = try await site.database.read { try moderation.queue(filter, for: Moderator(member), in: $0) }
        return Paged(
            items: model.entries.map { CaseJSON($0.found, title: $0.title, text: nil) },
            next: try model.next.map { try request.cursor(.queue, after: $0) })
    }

    func show(_ request: Request, _ member: Member, _ id: CaseID) async throws -> CaseJSON {
        let model = try await moderation.open(id, for: Moderator(member))
        return CaseJSON(model.found, title: model.snapshot?.title ?? "", text: model.snapshot?.text)
    }

    func claim(_ request: Request, _ member: Member, _ id: CaseID) async throws -> NoContent {
        let moderation = moderation
        let moderator = Moderator(member)
        try await site.write(by: member.id) { try moderation.claim(id, by: moderator, in: $0) }
        return NoContent()
    }

    func decide(_ request: Request, _ member: Member, _ id: CaseID) async throws -> NoContent {
        let new = try request.json(NewDecision.self)
        let moderation = moderation
        let moderator = Moderator(member)
        try await site.write(by: member.id) { write in
            let kind = try moderation.decidable(id, by: moderator, in: write).subject.kind
            let reason = try moderation.declaration(of: kind).reason(new.reason)
            guard reason != nil || new.reason == nil else { throw ModerationRefusal.reasonUnknown }
            let decision = ModeratorDecision(
                new.action, reason: reason, words: new.words ?? "", version: new.version,
                seen: new.status)
            try moderation.decide(id, decision, by: moderator, in: write)
        }
        return NoContent()
    }

    func takeBack(_ request: Request, _ member: Member, _ id: CaseID) async throws -> NoContent {
        let moderation = moderation
        let moderator = Moderator(member)
        try await site.write(by: member.id) { try moderation.takeBack(id, by: moderator, in: $0) }
        return NoContent()
    }
}

extension CaseAPI.NewDecision: LimitedMembers {
    static var limits: [String: Schema] {
        ["reason": .text(.words, most: 40), "words": .text(most: Moderation.longestWords), "version": .integer(1...Int64(Int32.max))]
    }
}

/// A case as programs see it.
struct CaseJSON: JSONAnswer, Codable {
    var id: CaseID
    var subject: SubjectKey
    var app: String
    var status: CaseStatus
    var queue: CaseQueue?
    var isUrgent: Bool
    var isRemoved: Bool
    var version: Int
    var title: String
    /// The latest version's words; only of a single case.
    var text: String?
    var verdict: FilterVerdict?
    var possibleActions: [ModeratorAction]
    var submittedAt: Instant

    init(_ found: ModerationCase, title: String, text: String?) {
        id = found.id
        subject = found.subject
        app = found.app
        status = found.status
        queue = found.queue
        isUrgent = found.isUrgent
        isRemoved = found.isRemoved
        version = found.version
        self.title = title
        self.text = text
        verdict = text == nil ? nil : found.verdict
        possibleActions = found.possibleActions
        submittedAt = found.submittedAt
    }
}
