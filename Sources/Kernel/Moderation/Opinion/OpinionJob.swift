import Audit
import Core
import Database
import Jobs
import Platform

/// What waits for a third opinion: the filter accepted it, and only moderators see it until the endpoint was asked. What the endpoint doubts
/// they read; what it does not answer for is accepted.
struct OpinionJob: Sendable {
    static let job = Job<Work>("moderation.opinion")

    /// The version that is asked about.
    struct Work: Codable, Sendable {
        let found: CaseID
        let version: Int
    }

    /// What the author reads meanwhile.
    static let waiting: Text = "This is being checked. It takes a few seconds."
    /// What the author reads when a moderator is to look.
    static let doubted: Text = "A moderator reads this first."

    let site: Site
    let moderation: Moderation
    private let client = OpinionClient()

    init(site: Site, moderation: Moderation) {
        self.site = site
        self.moderation = moderation
    }

    var kind: JobKind { JobKind(Self.job, retries: 3, timeout: .seconds(30), limit: 4) { (work: Work, _) in try await run(work) } }

    private func run(_ work: Work) async throws {
        let text: String? = try await site.database.read { db in
            guard let found = try open(work, in: db) else { return nil }
            let words = try moderation.declaration(of: found.subject.kind).snapshot(of: found.subject.id, in: db)
            return words.map { [$0.title, $0.text].joined(separator: "\n") } ?? ""
        }
        guard let text else { return }
        var isDoubted = false
        if let endpoint = site.configuration.opinion, !endpoint.isStopped {
            do { isDoubted = try await client.doubts(text, endpoint, on: site) } catch {
                site.log(.warning, "opinion.unanswered", ["reason": .string("\(error)")])
            }
        }
        let doubts = isDoubted
        try await site.write(by: nil) { write in
            guard let found = try open(work, in: write) else { return }
            try doubts ? hold(found, in: write) : accept(found, in: write)
        }
    }

    /// The case while it still waits for nothing but this.
    private func open(_ work: Work, in db: any Connection) throws -> ModerationCase? {
        guard let found = try db.first(.find(work.found)), found.version == work.version, found.status == .pending, found.queue == .new,
            found.reason == Self.waiting
        else { return nil }
        return found
    }

    /// Lets others see it. Reports that nobody has decided on go on waiting.
    private func accept(_ found: ModerationCase, in write: Write) throws {
        let queue: CaseQueue? = try write.one(.openReports(of: found.id)) > 0 ? .reported : nil
        let since = queue == nil ? nil : found.queuedAt
        try write.run(
            """
            UPDATE moderation_case SET status = \(CaseStatus.accepted), has_public = 1, reason = NULL, queue = \(queue), queued_at = \(since),
                changed_at = \(write.now)
            WHERE id = \(found.id)
            """)
        try moderation.record(found, outcome: SubjectDecision.accept.name, isManual: false, rule: nil, reason: nil, by: nil, in: write)
        try moderation.declaration(of: found.subject.kind).apply(.accept, to: found.subject.id, in: write)
        try moderation.tell(found, "submitted", in: write)
    }

    private func hold(_ found: ModerationCase, in write: Write) throws {
        try write.run(
            """
            UPDATE moderation_case SET reason = \(try StoredJSON(Self.doubted)), changed_at = \(write.now)
            WHERE id = \(found.id)
            """)
        let decision = SubjectDecision.hold(reason: Self.doubted)
        try moderation.record(found, outcome: decision.name, isManual: false, rule: "opinion", reason: Self.doubted, by: nil, in: write)
        try moderation.declaration(of: found.subject.kind).apply(decision, to: found.subject.id, in: write)
        try moderation.tell(found, "submitted", in: write)
        try moderation.tellOfNewCase(found, in: write)
    }
}
