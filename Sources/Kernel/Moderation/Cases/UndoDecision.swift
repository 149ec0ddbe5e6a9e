import Accounts
import Analytics
import Audit
import Core
import Database
import Jobs
import Platform
import Web

/// Names a decision.
typealias DecisionID = ID<FreshDecision>

/// A decision that whoever made it can still take back.
struct FreshDecision: Sendable, SQLRow {
    let id: DecisionID
    let found: CaseID
    let version: Int
    let outcome: String
    /// Whether it left public what was public all along.
    let isKept: Bool
    /// Whether the moderator wrote anything to the author.
    let hasReason: Bool
    let earlier: EarlierCase?
    let at: Instant

    static let columns: SQL = "id, case_id, version, outcome, is_kept, CASE WHEN reason IS NULL THEN 0 ELSE 1 END, earlier, changed_at"

    init(row: inout RowReader) throws {
        id = try row.next()
        found = try row.next()
        version = try row.next()
        outcome = try row.next()
        isKept = try row.next()
        hasReason = try row.next()
        earlier = (try row.next(StoredJSON<EarlierCase>?.self))?.value
        at = try row.next()
    }
}

extension Moderation {
    /// Takes back the last decision on a case: subject, case and reports stand as before, its author gets no notification, and neither statistics
    /// nor the public log count it. Only who made it can, within a few minutes, and as long as nobody decided or wrote anything since. The
    /// case is theirs again.
    /// - Throws: ``ModerationRefusal/tooLate``, or `claimed` when another moderator looks at the case by now.
    public func takeBack(_ id: CaseID, by moderator: Moderator, in write: Write) throws {
        let found = try decidable(id, by: moderator, in: write)
        guard let last = try write.first(.last(on: id, by: moderator.id, since: site.clock.now() - Self.undoWindow)),
            last.version == found.version, let earlier = last.earlier
        else { throw ModerationRefusal.tooLate }
        try hold(found, for: moderator, in: write)
        try reopenReports(settledBy: last.id, in: write)
        try restore(earlier, to: found, by: moderator.id, in: write)
        try declaration(of: found.subject.kind).restore(earlier.subject, to: found.subject.id, in: write)
        try write.run("UPDATE moderation_decision SET earlier = NULL, taken_back_at = \(site.clock.now()) WHERE id = \(last.id)")
        if let measure = Measure.decisions(last.outcome) { try site.counts.add(-1, to: measure, of: found.app, at: last.at, in: write) }
        try tellOfDecision(before: last, in: write)
        try write.audit(
            .revoke, AuditName("moderation.case", id),
            DecisionRecord(subject: found.subject, version: found.version, action: "take back: \(last.outcome)", reason: nil))
        try tell(found, "taken-back", in: write)
    }

    /// The latest decision that a moderator can take back, with what it was about, for the offer on the pages that follow.
    func fresh(by moderator: Moderator, in db: any Connection) throws -> (decision: FreshDecision, title: String)? {
        guard let last = try db.first(.latest(by: moderator.id, since: site.clock.now() - Self.undoWindow)), last.earlier != nil,
            let found = try? decidable(last.found, by: moderator, in: db), found.version == last.version,
            try db.first(.last(on: found.id, by: moderator.id, since: last.at)) != nil
        else { return nil }
        let title = try declaration(of: found.subject.kind).snapshot(of: found.subject.id, in: db)?.title
        return title.map { (last, $0) }
    }

    /// The decision before stands again. When this one came within its minutes, its author has heard nothing of it.
    private func tellOfDecision(before last: FreshDecision, in write: Write) throws {
        guard let before = try write.first(.before(last, since: last.at - Self.undoWindow)) else { return }
        try write.enqueue(AuthorNotifier.job, AuthorNotifier.Work(decision: before.id), at: before.at + Self.undoWindow)
    }

    /// A person who reported the case anew meanwhile has one open report already.
    private func reopenReports(settledBy decision: DecisionID, in write: Write) throws {
        try write.run(
            """
            UPDATE moderation_report SET outcome = NULL, decision_id = NULL WHERE decision_id = \(decision) AND NOT EXISTS (
                SELECT 1 FROM moderation_report newer WHERE newer.case_id = moderation_report.case_id
                    AND newer.reporter_id = moderation_report.reporter_id AND newer.outcome IS NULL)
            """)
    }
}

extension Query where Row == FreshDecision {
    /// The last decision on a case, if it is somebody's own and not older than that.
    fileprivate static func last(on id: CaseID, by person: PersonID, since: Instant) -> Self {
        """
        SELECT \(FreshDecision.columns) FROM moderation_decision
        WHERE id = (SELECT max(id) FROM moderation_decision WHERE case_id = \(id) AND taken_back_at IS NULL)
            AND is_manual = 1 AND changed_by = \(person) AND changed_at >= \(since)
        """
    }

    /// The moderator's decision on a case that stood before one.
    fileprivate static func before(_ last: FreshDecision, since: Instant) -> Self {
        """
        SELECT \(FreshDecision.columns) FROM moderation_decision
        WHERE case_id = \(last.found) AND id < \(last.id) AND is_manual = 1 AND taken_back_at IS NULL AND changed_at >= \(since)
        ORDER BY id DESC LIMIT 1
        """
    }

    fileprivate static func latest(by person: PersonID, since: Instant) -> Self {
        """
        SELECT \(FreshDecision.columns) FROM moderation_decision
        WHERE changed_by = \(person) AND changed_at >= \(since) AND is_manual = 1 AND taken_back_at IS NULL ORDER BY id DESC LIMIT 1
        """
    }
}
