import Accounts
import Analytics
import Audit
import Core
import Database
import Events
import Platform
import Web

extension Moderation {
    /// Takes in a report about what others can see (VOL-044).
    ///
    /// Reports never hide anything by themselves: however many come in, they bring the case before people, and their weight
    /// decides how soon.
    /// - Throws: ``ModerationRefusal``; one person reports a version once until a moderator has decided; of a newer version the
    ///   report takes the place of the open one.
    public func report(_ subject: SubjectKey, by reporter: PersonID, reason: ModerationReason, words: String, in write: Write) throws {
        guard words.length <= Self.longestWords else { throw ModerationRefusal.reportTooLong }
        let (declared, snapshot, known) = try reportable(subject, by: reporter, in: write)
        let now = site.clock.now()
        let found = try known ?? adopt(subject, declared, snapshot, at: now, in: write)
        let weight = ReportWeight(
            upheld: try write.one(.reports(of: reporter, .upheld)), dismissed: try write.one(.reports(of: reporter, .dismissed)),
            age: now - (try People.joined(reporter, in: write) ?? now))
        let taken = try write.run(
            """
            INSERT INTO moderation_report (case_id, reporter_id, version, reason, words, weight, is_newcomer, created_at, changed_at,
                changed_by)
            VALUES (\(found.id), \(reporter), \(found.version), \(reason.code), \(words), \(weight.value), \(weight.isNewcomer), \(now), \(now),
                \(reporter))
            ON CONFLICT (case_id, reporter_id) WHERE outcome IS NULL DO UPDATE SET version = excluded.version, reason = excluded.reason,
                words = excluded.words, created_at = excluded.created_at, changed_at = excluded.changed_at
                WHERE moderation_report.version < excluded.version
            """)
        guard taken > 0 else { throw ModerationRefusal.alreadyReported }
        try write.count(.reports, of: found.app)
        try queue(found, for: reason, reportedAt: now, in: write)
        try write.audit(.create, AuditName("moderation.report", found.id), ["kind": subject.kind, "reason": reason.code, "why": reason.label.key])
    }

    /// What somebody is about to report.
    /// - Throws: ``ModerationRefusal`` when it is not for them to report.
    func reportDraft(_ subject: SubjectKey, by reporter: PersonID, in db: any Connection) throws -> ReportDraft {
        let (declared, snapshot, known) = try reportable(subject, by: reporter, in: db)
        let isReported = try known.map { try db.one(.openReports(of: $0, by: reporter)) > 0 } ?? false
        // A version that waits is nobody's business yet: the reporter sees an older one.
        let isLatest = known.map { $0.status == .accepted } ?? true
        let title = isLatest ? snapshot.title : snapshot.publicTitle
        let mention: Text = if !declared.isPrivate, let title, !title.isEmpty { "“\(title)”" } else { declared.mention.one }
        return ReportDraft(
            name: declared.name, title: mention, app: declared.app, words: isLatest ? snapshot.text : nil, reasons: declared.offeredReasons,
            isReported: isReported)
    }

    /// Which of these subjects a person has reported with nothing decided about it yet.
    public func openlyReported(_ subjects: [Int64], of kind: String, by reporter: PersonID, in db: any Connection) throws -> [Int64] {
        guard !subjects.isEmpty else { return [] }
        return try db.all(
            """
            SELECT DISTINCT c.subject_id FROM moderation_report r JOIN moderation_case c ON c.id = r.case_id
            WHERE r.reporter_id = \(reporter) AND r.outcome IS NULL AND c.kind = \(kind) AND c.subject_id IN \(list: subjects)
            ORDER BY c.subject_id LIMIT \(subjects.count)
            """ as Query<Int64>)
    }

    private func reportable(
        _ subject: SubjectKey, by reporter: PersonID, in db: any Connection
    ) throws -> (any ModeratedSubject, SubjectSnapshot, ModerationCase?) {
        let declared = try declaration(of: subject.kind)
        guard let snapshot = try declared.snapshot(of: subject.id, in: db) else { throw ModerationRefusal.unknownSubject }
        guard snapshot.author != reporter else { throw ModerationRefusal.ownSubject }
        let known = try db.first(.of(subject))
        // What a person cannot see looks as if it were not there.
        guard known?.hasPublic ?? true, try declared.isShown(subject.id, to: reporter, in: db) else { throw ModerationRefusal.unknownSubject }
        return (declared, snapshot, known)
    }

    private func queue(_ found: ModerationCase, for reason: ModerationReason, reportedAt now: Instant, in write: Write) throws {
        let sums = try write.one(.openWeights(of: found.id))
        let weight = ReportWeight.sum(established: sums.first, newcomers: sums.second)
        // What a moderator has read and accepted does not come back for throwaway accounts, however many.
        let isKnown = found.status == .accepted && found.isManual
        guard found.queue != nil || !isKnown || sums.first >= ReportWeight.again else { return }
        try write.run(
            """
            UPDATE moderation_case SET queue = coalesce(queue, 'reported'), queued_at = coalesce(queued_at, \(now)),
                is_urgent = \(found.isUrgent || weight >= ReportWeight.urgent), changed_at = \(now)
            WHERE id = \(found.id)
            """)
        if weight >= ReportWeight.urgent, !found.isUrgent {
            try tellModerators(found, "Many people report the same", key: "urgent", in: write)
        } else if reason.code == ModerationReason.hate.code {
            // Once for each version, whoever reports it: somebody may be in danger.
            try tellModerators(found, "Someone reports hate or threats", key: "threat", in: write)
        } else if found.queue == nil {
            try tellOfNewCase(found, in: write)
        }
        try tell(found, "reported", in: write)
    }

    /// A case for something that was never handed in, e.g. from before its app was moderated.
    private func adopt(
        _ subject: SubjectKey, _ declared: any ModeratedSubject, _ snapshot: SubjectSnapshot, at now: Instant, in write: Write
    ) throws -> ModerationCase {
        let id: Int64 = try write.insert(
            """
            INSERT INTO moderation_case (kind, subject_id, app, author_id, language, status, version, has_public, fingerprint,
                submitted_at, changed_at)
            VALUES (\(subject.kind), \(subject.id), \(declared.app), \(snapshot.author), \(site.configuration.mainLanguage),
                'accepted', 1, 1, \(SubmissionRule.digest(snapshot.text)), \(snapshot.writtenAt), \(now))
            """)
        return try write.one(.find(CaseID(id)))
    }
}

/// What somebody is about to report, as the form shows it.
struct ReportDraft: Sendable {
    let name: Text
    /// Its title in quotation marks; what is private is not quoted: “a message”.
    let title: Text
    let app: String
    /// What was written, if the reporter sees just that.
    let words: String?
    let reasons: [ModerationReason]
    let isReported: Bool
}

extension Query where Row == Int {
    /// A person's open reports of a case as it reads now.
    fileprivate static func openReports(of found: ModerationCase, by person: PersonID) -> Self {
        """
        SELECT CAST(count(*) AS BIGINT) FROM moderation_report
        WHERE case_id = \(found.id) AND reporter_id = \(person) AND outcome IS NULL AND version >= \(found.version)
        """
    }

    fileprivate static func reports(of person: PersonID, _ outcome: ReportOutcome) -> Self {
        "SELECT count(*) FROM moderation_report WHERE reporter_id = \(person) AND outcome = \(outcome)"
    }
}

extension Query where Row == Row2<Double, Double> {
    /// What the open reports of a case weigh: those of established people, those of newcomers.
    fileprivate static func openWeights(of id: CaseID) -> Self {
        """
        SELECT CAST(coalesce(sum(CASE WHEN is_newcomer = 0 THEN weight ELSE 0 END), 0) AS DOUBLE PRECISION),
            CAST(coalesce(sum(CASE WHEN is_newcomer = 1 THEN weight ELSE 0 END), 0) AS DOUBLE PRECISION)
        FROM moderation_report WHERE case_id = \(id) AND outcome IS NULL
        """
    }
}
