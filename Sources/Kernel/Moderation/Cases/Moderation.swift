import Accounts
import Analytics
import Audit
import Core
import Database
import Events
import Notifications
import Platform
import Web

/// Judges what people write: the filter first, then people (CORE-025–027).
///
/// Everything here runs inside the caller's own transaction, so that no version is ever stored without its verdict.
public struct Moderation: Sendable {
    let site: Site
    let bans: Bans
    let roles: Roles
    let notifier: Notifier
    let words: WordListCache

    /// Most characters of an appeal, of a report, and of a moderator's own words.
    public static let longestWords = 1000
    /// How long a moderator has a case alone.
    static let claimLife: Duration = .seconds(15 * 60)
    /// How long a moderator can take a decision back. Its author hears of it when this is over.
    static let undoWindow: Duration = .seconds(5 * 60)

    /// How a subject stands; nil when it was never handed in nor reported.
    public func state(of subject: SubjectKey, in db: any Connection) throws -> CaseState? {
        guard let found = try db.first(.of(subject)) else { return nil }
        let reports = try db.one(.openReports(of: found.id))
        return CaseState(
            id: found.id, status: found.status, reason: found.reason, isManual: found.isManual, isRemoved: found.isRemoved,
            hasPublicVersion: found.hasPublic, isAppealed: found.queue == .appeal, appeal: found.appeal,
            mayAppeal: found.status == .rejected && !found.isManual,
            appealStanding: appealStanding(found, try standing(found, in: db)), openReports: reports, canChange: try canChange(found, in: db))
    }

    /// Whether the decision that stands can be undone, and its author has not been notified of it for that reason.
    private func canChange(_ found: ModerationCase, in db: any Connection) throws -> Bool {
        guard found.isManual else { return false }
        return try db.one(
            """
            SELECT CAST(count(*) AS BIGINT) FROM moderation_decision WHERE is_manual = 1 AND taken_back_at IS NULL AND earlier IS NOT NULL
                AND is_kept = 0 AND version = \(found.version) AND changed_at >= \(site.clock.now() - Self.undoWindow)
                AND id = (SELECT max(id) FROM moderation_decision WHERE case_id = \(found.id) AND taken_back_at IS NULL)
            """ as Query<Int>) > 0
    }

    /// The case of a subject, for whoever is to decide on it; nil when it was never handed in nor reported.
    public func find(_ subject: SubjectKey, in db: any Connection) throws -> ModerationCase? { try db.first(.of(subject)) }

    /// Takes a subject that its author deleted out of the queue; what was decided stays on record, what was found in it goes.
    /// - Parameter hasPublic: that its latest version alone is gone, while others go on seeing an earlier one: that is the latest then, and
    ///   reports of it go on waiting.
    public func withdraw(_ subject: SubjectKey, hasPublic: Bool = false, in write: Write) throws {
        guard let found = try write.first(.of(subject)) else { return }
        let isReported = try hasPublic && write.one(.openReports(of: found.id)) > 0
        let status: CaseStatus = hasPublic ? .accepted : found.status == .pending ? .rejected : found.status
        let waits: CaseQueue? = isReported ? .reported : nil
        let approved = try (hasPublic ? found.approvedVerdict : nil).map { try StoredJSON($0) }
        try write.run(
            """
            UPDATE moderation_case SET status = \(status), queue = \(waits), is_urgent = \(isReported && found.isUrgent),
                queued_at = \(isReported ? found.queuedAt : nil), has_public = \(hasPublic), reason = NULL, verdict = NULL,
                approved_verdict = \(approved), appeal = NULL, claimed_by = NULL, claimed_until = NULL, changed_at = \(write.now)
            WHERE id = \(found.id)
            """)
        // What the filter said quotes what is gone.
        try write.run("UPDATE moderation_decision SET reason = NULL WHERE case_id = \(found.id) AND is_manual = 0")
        try forgetEarlier(of: found.id, in: write)
        try tell(found, "withdrawn", in: write)
    }

    /// What an app declared about a kind.
    /// - Throws: ``ModerationRefusal/unknownSubject``.
    func declaration(of kind: String) throws -> any ModeratedSubject {
        guard let found = site.extensions[.moderatedSubjects].first(where: { $0.kind == kind }) else { throw ModerationRefusal.unknownSubject }
        return found
    }

    /// Screens of moderators follow this.
    static let topic = "moderation.queue"

    func tell(_ found: ModerationCase, _ kind: String, in write: Write) throws {
        guard let moderators = try? declaration(of: found.subject.kind).moderators else { return }
        try write.emit(Self.topic, to: .permission(moderators.rawValue), kind: kind, ["case": found.id.number])
    }

    @discardableResult
    func record(
        _ found: ModerationCase, outcome: String, isManual: Bool, rule: String?, reason: Text?, by person: PersonID?,
        isKept: Bool = false, answers: DecisionID? = nil, earlier: EarlierCase? = nil, in write: Write
    ) throws -> DecisionID {
        let id: Int64 = try write.insert(
            """
            INSERT INTO moderation_decision (case_id, version, outcome, is_manual, rule, reason, is_kept, answers_id, earlier, changed_at, changed_by)
            VALUES (\(found.id), \(found.version), \(outcome), \(isManual), \(rule), \(try reason.map { try StoredJSON($0) }), \(isKept), \
            \(answers), \(try earlier.map { try StoredJSON($0) }), \(write.now), \(person))
            """)
        if let measure = Measure.decisions(outcome) { try write.count(measure, of: found.app) }
        return DecisionID(id)
    }
}

extension Query where Row == ModerationCase {
    /// The case of a subject.
    static func of(_ subject: SubjectKey) -> Self {
        "SELECT \(ModerationCase.columns) FROM moderation_case WHERE kind = \(subject.kind) AND subject_id = \(subject.id)"
    }

    /// One case.
    static func find(_ id: CaseID) -> Self { "SELECT \(ModerationCase.columns) FROM moderation_case WHERE id = \(id)" }
}
