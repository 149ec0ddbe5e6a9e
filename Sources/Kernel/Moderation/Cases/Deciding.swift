import Audit
import Core
import Database
import Events
import Jobs
import Platform

extension Moderation {
    /// Takes a case for one moderator, so that no two decide on it at once; a claim ends by itself after 15 minutes.
    /// - Throws: ``ModerationRefusal/claimed`` while another moderator has it.
    public func claim(_ id: CaseID, by moderator: Moderator, in write: Write) throws {
        let found = try decidable(id, by: moderator, in: write)
        guard found.author != moderator.id else { throw ModerationRefusal.ownCase }
        guard try !isForOthers(found, than: moderator.id, in: write) else { throw ModerationRefusal.ownDecision }
        try hold(found, for: moderator, in: write)
        try tell(found, "claimed", in: write)
    }

    /// Gives a case back.
    public func release(_ id: CaseID, by moderator: Moderator, in write: Write) throws {
        let found = try decidable(id, by: moderator, in: write)
        let freed = try write.run(
            "UPDATE moderation_case SET claimed_by = NULL, claimed_until = NULL WHERE id = \(id) AND claimed_by = \(moderator.id)")
        if freed > 0 { try tell(found, "released", in: write) }
    }

    /// Decides a case and carries it out, with its audit entry, in one transaction.
    /// - Throws: ``ModerationRefusal``, among them `changedMeanwhile` when the author wrote a newer version than was read.
    public func decide(_ id: CaseID, _ input: ModeratorDecision, by moderator: Moderator, in write: Write) throws {
        let found = try decidable(id, by: moderator, in: write)
        guard found.author != moderator.id else { throw ModerationRefusal.ownCase }
        guard try !isForOthers(found, than: moderator.id, in: write) else { throw ModerationRefusal.ownDecision }
        guard found.version == input.version else { throw ModerationRefusal.changedMeanwhile }
        guard input.seen.map({ $0 == found.status }) ?? true else { throw ModerationRefusal.decidedMeanwhile }
        guard found.possibleActions.contains(input.action) else { throw ModerationRefusal.nothingToDecide }
        let decision = try input.decision()
        try hold(found, for: moderator, in: write)
        let now = site.clock.now()
        let declared = try declaration(of: found.subject.kind)
        let hasPublic = input.action == .accept || input.action == .reject && found.hasPublic
        let earlier = try declared.memento(of: found.subject.id, in: write).map { EarlierCase(found, subject: $0) }
        let made = try record(
            found, outcome: decision.name, isManual: true, rule: input.reason?.code,
            reason: decision.reason ?? (input.words.isEmpty ? nil : .verbatim(input.words)), by: moderator.id,
            isKept: found.isKept(by: input.action), answers: found.isAppealAgainstModerator ? try standing(found, in: write)?.id : nil,
            earlier: earlier, in: write)
        let openReports = try settleReports(of: found, action: input.action, hasPublic: hasPublic, by: moderator.id, decision: made, in: write)
        let isAccepted = input.action == .accept
        let approved = isAccepted ? found.digest : found.approvedDigest
        let approvedVerdict = try (isAccepted ? found.verdict : found.approvedVerdict).map { try StoredJSON($0) }
        let reason = try decision.reason.map { try StoredJSON($0) }
        let waits: CaseQueue? = openReports > 0 ? .reported : nil
        try write.run(
            """
            UPDATE moderation_case SET status = \(decision.status), reason = \(reason), has_public = \(hasPublic),
                is_removed = \(input.action == .remove), is_manual = 1, people_first = \(!isAccepted),
                approved_fingerprint = \(approved), approved_verdict = \(approvedVerdict), queue = \(waits),
                is_urgent = \(waits != nil && found.isUrgent),
                queued_at = \(waits == nil ? nil : found.queuedAt), claimed_by = NULL, claimed_until = NULL,
                changed_at = \(now), changed_by = \(moderator.id)
            WHERE id = \(id)
            """)
        try declared.apply(decision, to: found.subject.id, in: write)
        try write.audit(
            isAccepted ? .approve : .reject, AuditName("moderation.case", id),
            DecisionRecord(
                subject: found.subject, version: found.version, action: input.action.rawValue, reason: input.reason?.code,
                why: input.reason?.label.key,
                isKept: found.isKept(by: input.action) ? true : nil))
        try write.enqueue(AuthorNotifier.job, AuthorNotifier.Work(decision: made), at: now + Self.undoWindow)
        if waits == nil { try settleNotices(about: found, in: write) }
        try tell(found, "decided", in: write)
    }

    /// A case that this moderator may decide on.
    /// - Throws: ``ModerationRefusal/unknownSubject`` also when it is another moderator's kind, or something private that nobody reported
    ///   and nothing stopped: missing and forbidden look the same.
    func decidable(_ id: CaseID, by moderator: Moderator, in db: any Connection) throws -> ModerationCase {
        guard let found = try db.first(.find(id)) else { throw ModerationRefusal.unknownSubject }
        let declared = try declaration(of: found.subject.kind)
        guard moderator.moderates(declared), !declared.isPrivate || found.concernsModerators else { throw ModerationRefusal.unknownSubject }
        return found
    }

    func hold(_ found: ModerationCase, for moderator: Moderator, in write: Write) throws {
        let now = write.now
        let held = try write.run(
            """
            UPDATE moderation_case SET claimed_by = \(moderator.id), claimed_until = \(now + Self.claimLife)
            WHERE id = \(found.id) AND (claimed_by IS NULL OR claimed_by = \(moderator.id) OR claimed_until <= \(now))
            """)
        guard held > 0 else { throw ModerationRefusal.claimed }
    }

    /// Says what became of the open reports; how many still wait.
    private func settleReports(
        of found: ModerationCase, action: ModeratorAction, hasPublic: Bool, by moderator: PersonID, decision: DecisionID, in write: Write
    ) throws -> Int {
        // A rejected edit says nothing about the accepted version, which is what was reported.
        if action == .reject, hasPublic {
            return try write.one(.openReports(of: found.id))
        }
        let outcome: ReportOutcome = action == .accept ? .dismissed : .upheld
        try write.run(
            """
            UPDATE moderation_report SET outcome = \(outcome), decision_id = \(decision), changed_at = \(write.now), changed_by = \(moderator)
            WHERE case_id = \(found.id) AND outcome IS NULL
            """)
        return 0
    }
}

/// A decision as the audit log keeps it.
struct DecisionRecord: Encodable {
    let subject: SubjectKey
    let version: Int
    let action: String
    let reason: String?
    /// The key of its label, since apps come and go.
    var why: String? = nil
    /// Whether what was public stays, and its reports are dismissed.
    var isKept: Bool? = nil
}
