import Accounts
import Audit
import Core
import Database
import Platform
import Web

/// The moderator's decision that stands about the latest version of a text.
struct StandingDecision: Sendable, SQLRow {
    let id: DecisionID
    let outcome: String
    let rule: String?
    let reason: Text?
    let by: PersonID?
    let at: Instant
    /// When its author asked for another look at it.
    let appealedAt: Instant?
    /// The decision that it answers an appeal against.
    let answers: DecisionID?
    /// Whether its moderator can undo it.
    let isFresh: Bool

    init(row: inout RowReader) throws {
        id = try row.next()
        outcome = try row.next()
        rule = try row.next()
        reason = (try row.next(StoredJSON<Text>?.self))?.value
        by = try row.next()
        at = try row.next()
        appealedAt = try row.next()
        answers = try row.next()
        isFresh = try row.next()
    }

    /// Whether its author may ask another moderator to look: once, and only when it is final.
    var isAppealable: Bool { outcome != "accept" && appealedAt == nil && answers == nil && !isFresh }
}

extension ModerationCase {
    /// Whether its author appeals against what a moderator decided, and not against the filter.
    var isAppealAgainstModerator: Bool { queue == .appeal && isManual }
}

extension Moderation {
    /// The moderator's decision that stands about a case; nil where the filter decided last.
    func standing(_ found: ModerationCase, in db: any Connection) throws -> StandingDecision? {
        guard found.isManual else { return nil }
        let oldestFresh = site.clock.now() - Self.undoWindow
        return try db.first(
            """
            SELECT id, outcome, rule, reason, changed_by, changed_at, appealed_at, answers_id,
                CASE WHEN earlier IS NOT NULL AND changed_at >= \(oldestFresh) THEN 1 ELSE 0 END
            FROM moderation_decision
            WHERE case_id = \(found.id) AND version = \(found.version) AND is_manual = 1 AND is_kept = 0 AND taken_back_at IS NULL
            ORDER BY id DESC LIMIT 1
            """)
    }

    /// Hands a text to another moderator than the one who refused it, for its author. What was decided stands until that one decides.
    func askForAnotherLook(at found: ModerationCase, by author: PersonID, message: String, in write: Write) throws {
        guard let decision = try standing(found, in: write), decision.outcome != "accept" else { throw ModerationRefusal.nothingToAppeal }
        guard !decision.isFresh else { throw ModerationRefusal.decisionNotFinal }
        guard decision.isAppealable else { throw ModerationRefusal.decidedByPerson }
        let now = write.now
        try write.run("UPDATE moderation_decision SET appealed_at = \(now) WHERE id = \(decision.id)")
        try write.run(
            """
            UPDATE moderation_case SET queue = 'appeal', queued_at = \(now), appeal = \(message), claimed_by = NULL, claimed_until = NULL,
                changed_at = \(now), changed_by = \(author)
            WHERE id = \(found.id)
            """)
        try tellOfAppeal(found, by: author, in: write)
    }

    /// What is written down and told of every appeal.
    func tellOfAppeal(_ found: ModerationCase, by author: PersonID, in write: Write) throws {
        try write.audit(.update, AuditName("moderation.case", found.id), AppealNote(appealed: found.subject.kind, subject: found.subject))
        let name = try People.names(of: [author], in: write)[author] ?? ""
        let first = try standing(found, in: write)?.by
        let isAlone = try first.map { try isOnlyModerator($0, of: found, in: write) } ?? true
        try tellModerators(found, "\(name) has appealed", key: "appeal", except: isAlone ? nil : first, in: write)
        try tell(found, "appealed", in: write)
    }

    /// Whether an appeal is about this moderator's own decision, and somebody else can look at it.
    func isForOthers(_ found: ModerationCase, than moderator: PersonID, in db: any Connection) throws -> Bool {
        guard found.isAppealAgainstModerator, let decision = try standing(found, in: db), decision.by == moderator else { return false }
        return try !isOnlyModerator(moderator, of: found, in: db)
    }

    /// Appeals that wait and are about this moderator's own decisions, so that others decide; not those about what they wrote themselves.
    func appealsForOthers(than moderator: PersonID, kinds: [String], in db: any Connection) throws -> [ModerationCase] {
        let appeals: Query<ModerationCase> = """
            SELECT \(ModerationCase.columns) FROM moderation_case WHERE queue = 'appeal' AND is_manual = 1 AND kind IN \(list: kinds)
                AND \(ModerationCase.isByOther(than: moderator)) AND EXISTS (
                    SELECT 1 FROM moderation_decision d WHERE d.case_id = moderation_case.id AND d.changed_by = \(moderator))
            ORDER BY id LIMIT 500
            """
        return try db.all(appeals).filter { try isForOthers($0, than: moderator, in: db) }
    }

    private func isOnlyModerator(_ moderator: PersonID, of found: ModerationCase, in db: any Connection) throws -> Bool {
        try roles.holders(of: try declaration(of: found.subject.kind).moderators, in: db).allSatisfy { $0 == moderator || $0 == found.author }
    }
}

/// What the log keeps of an appeal; the text is named as in the entries of decisions.
private struct AppealNote: Encodable {
    let appealed: String
    let subject: SubjectKey
}
