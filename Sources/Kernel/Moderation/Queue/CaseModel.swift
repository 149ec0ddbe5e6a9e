import Accounts
import Audit
import Core
import Database
import Events
import Platform
import Web

/// One report as moderators see it.
struct ReportRow: Sendable, SQLRow {
    let reporter: PersonID?
    let version: Int
    /// The code of a ``ModerationReason``.
    let reason: String
    let words: String
    let weight: Double
    let outcome: ReportOutcome?
    let at: Instant

    init(row: inout RowReader) throws {
        reporter = try row.next()
        version = try row.next()
        reason = try row.next()
        words = try row.next()
        weight = try row.next()
        outcome = try row.next()
        at = try row.next()
    }
}

/// One decision on a case, by the filter or by a person.
struct DecisionRow: Sendable, SQLRow {
    let version: Int
    let outcome: String
    let isManual: Bool
    let rule: String?
    let reason: Text?
    let at: Instant
    let by: PersonID?
    let isTakenBack: Bool
    /// Whether it left public what was public all along.
    let isKept: Bool

    init(row: inout RowReader) throws {
        version = try row.next()
        outcome = try row.next()
        isManual = try row.next()
        rule = try row.next()
        reason = (try row.next(StoredJSON<Text>?.self))?.value
        at = try row.next()
        by = try row.next()
        isTakenBack = try row.next(Instant?.self) != nil
        isKept = try row.next()
    }
}

/// What is known of an author, in figures.
struct AuthorHistory: Sendable {
    var name: String?
    var joined: Instant?
    var counts: [CaseStatus: Int] = [:]
    /// How often something was rejected, whatever became of it since.
    var rejections = 0
    /// How often something was removed, also if it was restored since.
    var removed = 0
    var warnings: [WarningRow] = []
    var bans: [Ban] = []
    var closed: [Ban] = []
}

/// A warning on record.
struct WarningRow: Sendable, SQLRow {
    let app: String
    let words: String
    let at: Instant

    init(row: inout RowReader) throws {
        app = try row.next()
        words = try row.next()
        at = try row.next()
    }
}

/// Everything on the page of one case.
struct CaseModel: Sendable {
    let found: ModerationCase
    let kind: Text
    /// Whether only the people it is for can see it in its place, so that moderators are not led there.
    let isPrivate: Bool
    /// What it can be refused for.
    let reasons: [ModerationReason]
    /// nil when its author deleted it.
    let snapshot: SubjectSnapshot?
    /// The words of the version before.
    let earlier: String?
    let reports: [ReportRow]
    let decisions: [DecisionRow]
    let sanctions: [CaseSanction]
    let twins: [CaseTwin]
    let author: AuthorHistory
    let names: [PersonID: String]
    let holder: PersonID?
    let isMine: Bool
    let head: Int64
    /// The decision that the author appeals against.
    let appealed: StandingDecision?
    /// Whether it is the viewer's own decision that the author appeals against, so that another moderator decides.
    let isForOthers: Bool
}

extension Moderation {
    /// A case for a moderator to look at. That something private was opened goes into the log.
    func open(_ id: CaseID, for moderator: Moderator) async throws -> CaseModel {
        let model = try await site.database.read { try caseModel(id, for: moderator, in: $0) }
        guard model.isPrivate else { return model }
        try await site.write(by: moderator.id, once: nil) { try $0.audit(.read, AuditName("moderation.case", id)) }
        return model
    }

    /// One case with everything a moderator needs to decide.
    func caseModel(_ id: CaseID, for moderator: Moderator, in db: any Connection) throws -> CaseModel {
        let found = try decidable(id, by: moderator, in: db)
        let declared = try declaration(of: found.subject.kind)
        let isMine = found.author == moderator.id
        // Nobody learns who reported their own words.
        let reports = isMine ? [] : try db.all(.reports(of: id))
        let decisions = try db.all(.decisions(of: id))
        let holder = found.holder(at: site.clock.now())
        let sanctions = try sanctions(for: found, in: db)
        let snapshot = try declared.snapshot(of: found.subject.id, in: db)
        let appealed = found.isAppealAgainstModerator ? try standing(found, in: db) : nil
        let people =
            [appealed?.by] + reports.map(\.reporter) + decisions.map(\.by) + sanctions.flatMap { [$0.by, $0.endedBy] } + [found.author, holder]
        return CaseModel(
            found: found, kind: declared.name, isPrivate: declared.isPrivate, reasons: declared.offeredReasons, snapshot: snapshot,
            earlier: try declared.earlier(of: found.subject.id, in: db), reports: reports, decisions: decisions, sanctions: sanctions,
            twins: isMine ? [] : try twins(of: found, reading: snapshot, for: moderator, in: db),
            author: try found.author.map { try history(of: $0, for: moderator, in: db) } ?? AuthorHistory(),
            names: try People.names(of: Set(people.compactMap(\.self)), in: db), holder: holder, isMine: isMine,
            head: try site.events.head(in: db), appealed: appealed,
            isForOthers: try isForOthers(found, than: moderator.id, in: db))
    }

    /// What a person wrote and what was decided about it, in figures: in the apps that the moderator looks after.
    func history(of person: PersonID, for moderator: Moderator, in db: any Connection) throws -> AuthorHistory {
        let declared = kinds(of: moderator)
        let kinds = declared.map(\.kind)
        let apps = Set(declared.map(\.app))
        let counts = try db.all(.statusCounts(of: person, kinds))
        let bans = try bans.history(of: person, in: db).filter { apps.contains($0.app) }
        let now = site.clock.now()
        return AuthorHistory(
            name: try People.names(of: [person], in: db)[person], joined: try People.joined(person, in: db),
            counts: Dictionary(counts.map { ($0.first, $0.second) }) { first, _ in first },
            rejections: try db.one(
                """
                SELECT count(*) FROM moderation_decision d JOIN moderation_case c ON c.id = d.case_id
                WHERE c.author_id = \(person) AND c.kind IN \(list: kinds) AND d.outcome = 'reject' AND d.taken_back_at IS NULL
                """ as Query<Int>),
            removed: try db.one(
                """
                SELECT count(*) FROM moderation_decision d JOIN moderation_case c ON c.id = d.case_id
                WHERE c.author_id = \(person) AND c.kind IN \(list: kinds) AND d.outcome = 'remove' AND d.taken_back_at IS NULL
                """ as Query<Int>),
            warnings: try db.all(.warnings(of: person)).filter { apps.contains($0.app) }, bans: bans, closed: bans.filter { $0.holds(at: now) })
    }
}

extension Query where Row == ReportRow {
    /// The reports of a case, the open ones first.
    fileprivate static func reports(of id: CaseID) -> Self {
        """
        SELECT reporter_id, version, reason, words, weight, outcome, created_at FROM moderation_report
        WHERE case_id = \(id) ORDER BY CASE WHEN outcome IS NULL THEN 0 ELSE 1 END, weight DESC, id LIMIT 100
        """
    }
}

extension Query where Row == DecisionRow {
    /// What was decided, the latest first.
    static func decisions(of id: CaseID) -> Self {
        """
        SELECT version, outcome, is_manual, rule, reason, changed_at, changed_by, taken_back_at, is_kept FROM moderation_decision
        WHERE case_id = \(id) ORDER BY id DESC LIMIT 50
        """
    }
}

extension Query where Row == WarningRow {
    /// A person's warnings, the latest first.
    static func warnings(of person: PersonID) -> Self {
        "SELECT app, words, changed_at FROM moderation_warning WHERE person_id = \(person) ORDER BY id DESC LIMIT 20"
    }
}

extension Query where Row == Row2<CaseStatus, Int> {
    /// What was removed is counted for itself.
    fileprivate static func statusCounts(of person: PersonID, _ kinds: [String]) -> Self {
        """
        SELECT status, CAST(count(*) AS BIGINT) FROM moderation_case
        WHERE author_id = \(person) AND (is_removed = 0 OR status = 'pending') AND kind IN \(list: kinds) GROUP BY status ORDER BY status LIMIT 3
        """
    }
}
