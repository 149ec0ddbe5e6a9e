import Core
import Database
import Foundation
import Localization
import Platform

/// Moderation's share in the export and the erasure of a person's data (CORE-020).
struct ModerationData: PersonalData {
    let site: Site
    let folder = "moderation"
    var title: Text { "Moderation" }

    private struct CaseShare: Encodable {
        let kind: String
        let id: Int64
        let status: CaseStatus
        let reason: String?
        let appeal: String?
        let at: String
    }

    private struct ReportShare: Encodable {
        let kind: String
        let id: Int64
        let reason: String
        let words: String
        let outcome: ReportOutcome?
        let at: String
    }

    private struct WarningShare: Encodable {
        let app: String
        let words: String
        let at: String
    }

    private struct AppealShare: Encodable {
        let app: String
        let words: String
        let state: String
        let answer: String?
        let at: String
    }

    func export(_ person: PersonID, into export: any PersonalDataExport) async throws {
        let site = site
        let shares = try await site.database.readInBackground { db in
            let cases = try db.all(
                "SELECT \(ModerationCase.columns) FROM moderation_case WHERE author_id = \(person) ORDER BY id LIMIT \(Self.most)"
                    as Query<ModerationCase>
            ).map { one in
                CaseShare(
                    kind: one.subject.kind, id: one.subject.id, status: one.status,
                    reason: one.reason.map { site.messages.render($0, in: .english, timeZone: .gmt) }, appeal: one.appeal, at: one.submittedAt.rfc3339
                )
            }
            let reports = try db.all(ReportExport.of(person)).map { one in
                ReportShare(
                    kind: one.kind, id: one.id, reason: one.reason, words: one.words, outcome: one.outcome, at: one.at.rfc3339)
            }
            let warnings = try db.all(.warnings(of: person)).map { WarningShare(app: $0.app, words: $0.words, at: $0.at.rfc3339) }
            let appeals = try db.all(
                "SELECT \(BanAppeal.columns) FROM moderation_ban_appeal WHERE person_id = \(person) ORDER BY id LIMIT \(Self.most)"
                    as Query<BanAppeal>
            ).map { AppealShare(app: $0.app, words: $0.words, state: $0.state.rawValue, answer: $0.answer, at: $0.sentAt.rfc3339) }
            return (cases, reports, warnings, appeals)
        }
        try export.add(shares.0, as: "cases.json", "What was decided on what you wrote")
        try export.add(shares.1, as: "reports.json", "What you reported")
        try export.add(shares.2, as: "warnings.json", "Warnings")
        try export.add(shares.3, as: "ban-appeals.json", "Appeals against bans")
    }

    /// Far above what one person writes in years.
    private static let most = 100_000

    func erase(_ person: PersonID, in write: Write) throws {
        let now = write.now
        // Reasons and verdicts may quote what the person wrote; rule, outcome and day stay for the statistics.
        try write.run(
            """
            UPDATE moderation_decision SET reason = NULL, earlier = NULL
            WHERE case_id IN (SELECT id FROM moderation_case WHERE author_id = \(person))
            """)
        try write.run("UPDATE moderation_decision SET changed_by = NULL, earlier = NULL WHERE changed_by = \(person)")
        try write.run(
            """
            UPDATE moderation_case SET author_id = NULL, reason = NULL, verdict = NULL, approved_verdict = NULL, appeal = NULL, queue = NULL,
                queued_at = NULL, status = CASE WHEN status = 'pending' THEN 'rejected' ELSE status END, has_public = 0, claimed_by = NULL, claimed_until = NULL,
                changed_at = \(now), changed_by = NULL
            WHERE author_id = \(person)
            """)
        try write.run("UPDATE moderation_case SET claimed_by = NULL, claimed_until = NULL WHERE claimed_by = \(person)")
        try write.run("UPDATE moderation_case SET changed_by = NULL WHERE changed_by = \(person)")
        try write.run("UPDATE moderation_submission SET author_id = NULL, changed_by = NULL WHERE author_id = \(person)")
        try write.run("UPDATE moderation_report SET reporter_id = NULL, words = '' WHERE reporter_id = \(person)")
        try write.run("UPDATE moderation_report SET changed_by = NULL WHERE changed_by = \(person)")
        try write.run("DELETE FROM moderation_ban_case WHERE ban_id IN (SELECT id FROM account_ban WHERE person_id = \(person))")
        try write.run("UPDATE moderation_ban_case SET changed_by = NULL WHERE changed_by = \(person)")
        try write.run("DELETE FROM moderation_ban_appeal WHERE person_id = \(person)")
        try write.run("UPDATE moderation_ban_appeal SET decided_by = NULL, changed_by = NULL WHERE decided_by = \(person)")
        try write.run("DELETE FROM moderation_warning WHERE person_id = \(person)")
        try write.run("UPDATE moderation_warning SET changed_by = NULL WHERE changed_by = \(person)")
        try write.run("UPDATE moderation_word SET changed_by = NULL WHERE changed_by = \(person)")
    }
}

/// A report with what it was about.
private struct ReportExport: SQLRow {
    let kind: String
    let id: Int64
    let reason: String
    let words: String
    let outcome: ReportOutcome?
    let at: Instant

    init(row: inout RowReader) throws {
        kind = try row.next()
        id = try row.next()
        reason = try row.next()
        words = try row.next()
        outcome = try row.next()
        at = try row.next()
    }

    static func of(_ person: PersonID) -> Query<ReportExport> {
        """
        SELECT c.kind, c.subject_id, r.reason, r.words, r.outcome, r.created_at
        FROM moderation_report r JOIN moderation_case c ON c.id = r.case_id WHERE r.reporter_id = \(person) ORDER BY r.id LIMIT 100000
        """
    }
}
