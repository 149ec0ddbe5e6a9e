import Accounts
import Audit
import Core
import Database
import Events
import Platform
import Web

extension Moderation {
    /// Judges a version that the caller has just stored as not public, in the caller's transaction.
    ///
    /// The filter reads `text`, joined by line breaks; then the rules that need memory follow: people look first after a
    /// moderator's rejection, and words that were accepted by a moderator or posted before are known again. What the filter had found
    /// in a version that a moderator accepted is not held against the next ones. The subject's `apply` has been called when this returns.
    /// - Parameters:
    ///   - hasPublic: that others see an earlier version also when its case knows of none.
    ///   - attachments: digests of what belongs to it besides words. What a moderator accepted is known again only with the same ones.
    ///   - doubt: why people look at it first, although the filter may find nothing.
    ///   - counterparts: other subjects that have the same words by right, such as the draft of what is published. They don't count as
    ///     repetition, and what a moderator decided about them counts here too.
    /// - Throws: ``ModerationRefusal/unknownSubject`` when no app declares the kind.
    @discardableResult
    public func submit(
        _ subject: SubjectKey, author: PersonID, text: [String], attachments: [String] = [], language: Language, hasPublic: Bool = false,
        doubt: Text? = nil, counterparts: [SubjectKey] = [], in write: Write
    ) throws -> SubjectDecision {
        let declared = try declaration(of: subject.kind)
        let words = text.joined(separator: "\n")
        let now = write.now
        let earlier = try write.first(.of(subject))
        let fingerprint = SubmissionRule.fingerprint(words)
        let digest = SubmissionRule.digest(([words] + attachments).joined(separator: "\n"))
        let policy = declared.filterPolicy
        var rule = SubmissionRule(
            verdict: try filter(in: write).judge(
                words, language: language, app: declared.app, policy: policy, accepted: earlier?.approvedVerdict),
            policy: policy)
        rule.doubt = doubt
        let known = try ([earlier] + counterparts.map { try write.first(.of($0)) }).compactMap(\.self)
        rule.peopleFirst = try peopleComeFirst(known, in: write)
        rule.wasApproved = known.contains { $0.approvedDigest == digest }
        if SubmissionRule.isLongEnough(words) {
            let others = try write.all(.alike(fingerprint, since: now - SubmissionRule.memory, except: known.map(\.id)))
            rule.sameByAuthor = others.count { $0.first == author }
            rule.sameByOthers = others.count { $0.first != author }
        }
        if earlier == nil {
            rule.inLastHour = try 1 + write.one(.recent(of: author, kind: subject.kind, since: now - .seconds(3600)))
        }
        // What is said in private stays here, and what a moderator accepted needs nobody else.
        let asks = rule.decision == .accept && !rule.wasApproved && !declared.isPrivate && site.configuration.opinion.map { !$0.isStopped } ?? false
        let decision: SubjectDecision = asks ? .hold(reason: OpinionJob.waiting) : rule.decision
        let found = try store(
            Submission(
                subject: subject, app: declared.app, author: author, language: language, rule: rule, decision: decision, digest: digest,
                hasPublic: (earlier?.hasPublic ?? false) || hasPublic || decision == .accept),
            earlier: earlier, at: now, in: write)
        try write.run(
            """
            INSERT INTO moderation_submission (case_id, kind, author_id, fingerprint, is_first, changed_at, changed_by)
            VALUES (\(found.id), \(subject.kind), \(author), \(fingerprint), \(earlier == nil), \(now), \(author))
            """)
        try record(found, outcome: decision.name, isManual: false, rule: rule.name, reason: decision.reason, by: nil, in: write)
        try declared.apply(decision, to: subject.id, in: write)
        // The name of a newcomer is judged before there is anybody who writes.
        try site.audit.record(
            AuditEntry(
                actor: author, action: .create, entity: "moderation.verdict", entityID: found.id.description,
                details: VerdictRecord(subject: subject, version: found.version, outcome: decision.name, rule: rule.name)), in: write)
        if asks { try write.enqueue(OpinionJob.job, OpinionJob.Work(found: found.id, version: found.version)) }
        // Moderators are told of it when it is for them.
        let isTheirs = found.queue != nil && !asks
        if isTheirs || earlier?.queue != nil { try tell(found, "submitted", in: write) }
        if isTheirs, earlier?.queue == nil { try tellOfNewCase(found, in: write) }
        return decision
    }

    /// Hands a version that the filter rejected to people, and one that a moderator refused to another moderator, for its author (VOL-039).
    /// - Throws: ``ModerationRefusal``.
    public func appeal(_ subject: SubjectKey, by author: PersonID, message: String, in write: Write) throws {
        guard let found = try write.first(.of(subject)) else { throw ModerationRefusal.unknownSubject }
        guard found.author == author else { throw ModerationRefusal.notYours }
        guard message.length <= Self.longestWords else { throw ModerationRefusal.appealTooLong }
        guard found.queue != .appeal else { throw ModerationRefusal.alreadyAppealed }
        guard found.status == .rejected, let reason = found.reason else { throw ModerationRefusal.nothingToAppeal }
        guard !found.isManual else { return try askForAnotherLook(at: found, by: author, message: message, in: write) }
        let now = write.now
        try write.run(
            """
            UPDATE moderation_case SET status = 'pending', queue = 'appeal', queued_at = \(now), appeal = \(message),
                changed_at = \(now), changed_by = \(author)
            WHERE id = \(found.id)
            """)
        try declaration(of: subject.kind).apply(.hold(reason: reason), to: subject.id, in: write)
        try tellOfAppeal(found, by: author, in: write)
    }

    func filter(in db: any Connection) throws -> ContentFilter { try words.filter(in: db) }

    /// Of counterparts of which one was rejected, that on which a moderator decided last counts.
    private func peopleComeFirst(_ known: [ModerationCase], in db: any Connection) throws -> Bool {
        let doubted = known.filter(\.peopleFirst)
        guard !doubted.isEmpty, doubted.count < known.count else { return !doubted.isEmpty }
        let last = try db.first(
            """
            SELECT case_id FROM moderation_decision WHERE case_id IN \(list: known.map(\.id)) AND is_manual = 1 AND taken_back_at IS NULL
            ORDER BY id DESC LIMIT 1
            """ as Query<CaseID>)
        return doubted.contains { $0.id == last }
    }

    private func store(_ new: Submission, earlier: ModerationCase?, at now: Instant, in write: Write) throws -> ModerationCase {
        let openReports = try earlier.map { try write.one(.openReports(of: $0.id)) } ?? 0
        if let earlier { try forgetEarlier(of: earlier.id, in: write) }
        let decision = new.decision
        let status = decision.status
        // Reports that nobody has decided on go on waiting beside an edit that was settled by itself: no edit gets around them.
        let waits: CaseQueue? = status == .pending ? .new : earlier?.queue != nil && openReports > 0 ? .reported : nil
        let reason = try decision.reason.map { try StoredJSON($0) }
        let verdict = try StoredJSON(new.rule.verdict)
        let since: Instant? = waits == nil ? nil : earlier?.queuedAt ?? now
        guard let earlier else {
            let id: Int64 = try write.insert(
                """
                INSERT INTO moderation_case (kind, subject_id, app, author_id, language, status, version, has_public, reason, verdict,
                    fingerprint, queue, queued_at, submitted_at, changed_at, changed_by)
                VALUES (\(new.subject.kind), \(new.subject.id), \(new.app), \(new.author), \(new.language), \(status), 1,
                    \(new.hasPublic), \(reason), \(verdict), \(new.digest), \(waits), \(since), \(now), \(now), \(new.author))
                """)
            return try write.one(.find(CaseID(id)))
        }
        let isRemoved = earlier.isRemoved && status != .accepted
        try write.run(
            """
            UPDATE moderation_case SET author_id = \(new.author), language = \(new.language), status = \(status), version = version + 1,
                has_public = \(new.hasPublic), is_removed = \(isRemoved), is_manual = 0, reason = \(reason),
                verdict = \(verdict), fingerprint = \(new.digest), appeal = NULL, queue = \(waits), queued_at = \(since),
                is_urgent = \(waits != nil && earlier.isUrgent), submitted_at = \(now), changed_at = \(now), changed_by = \(new.author)
            WHERE id = \(earlier.id)
            """)
        return try write.one(.find(earlier.id))
    }
}

/// A version on its way into its case.
private struct Submission {
    let subject: SubjectKey
    let app: String
    let author: PersonID
    let language: Language
    let rule: SubmissionRule
    let decision: SubjectDecision
    let digest: [UInt8]
    /// Whether others see it, or an earlier version, once it is judged.
    let hasPublic: Bool
}

/// A verdict as the audit log keeps it; the words themselves are not in it.
private struct VerdictRecord: Encodable {
    let subject: SubjectKey
    let version: Int
    let outcome: String
    let rule: String?
}

extension SubjectDecision {
    /// As the record has it.
    var name: String {
        switch self {
        case .accept: "accept"
        case .reject: "reject"
        case .hold: "hold"
        case .remove: "remove"
        }
    }

    /// The status of the latest version.
    public var status: CaseStatus {
        switch self {
        case .accept: .accepted
        case .hold: .pending
        case .reject, .remove: .rejected
        }
    }
}

extension Query where Row == Row2<PersonID?, CaseID> {
    /// Other subjects with the same words, lately.
    fileprivate static func alike(_ fingerprint: [UInt8], since: Instant, except own: [CaseID]) -> Self {
        """
        SELECT DISTINCT author_id, case_id FROM moderation_submission
        WHERE fingerprint = \(fingerprint) AND changed_at >= \(since) AND case_id NOT IN \(list: [CaseID(0)] + own)
        ORDER BY case_id LIMIT 20
        """
    }
}

extension Query where Row == Int {
    /// How many reports of a case nobody has decided on.
    static func openReports(of id: CaseID) -> Self {
        "SELECT CAST(count(*) AS BIGINT) FROM moderation_report WHERE case_id = \(id) AND outcome IS NULL"
    }

    /// How many subjects of a kind somebody began.
    fileprivate static func recent(of author: PersonID, kind: String, since: Instant) -> Self {
        """
        SELECT count(*) FROM moderation_submission
        WHERE author_id = \(author) AND kind = \(kind) AND is_first = 1 AND changed_at >= \(since)
        """
    }
}
