import Core
import Database
import Foundation
import Interface
import Platform
import Web

/// Where people report what others wrote (VOL-044).
struct ReportRoutes: Sendable {
    let site: Site
    let moderation: Moderation
    /// How many reports one person sends.
    let pace: RateLimiter

    var routes: [Route] {
        [
            .get(ModerationPaths.report, allow: .members, use: form),
            .post(ModerationPaths.report, allow: .members, use: send),
            .post(ModerationPaths.apiReports, allow: .members, body: .json, use: receive)
                .summary("Reports something that others wrote").accepts(NewReport.self),
        ]
    }

    struct Sent: Decodable {
        var reason: String?
        var words: String?
        var then: String?
    }

    func form(_ request: Request, _ member: Member, _ kind: String, _ id: Int64) async throws -> ReportPage {
        try await page(SubjectKey(kind: kind, id: id), member, then: LocalPath(request.query["then"]).text)
    }

    func send(_ request: Request, _ member: Member, _ kind: String, _ id: Int64) async throws -> Response {
        let form = try request.form(Sent.self)
        let subject = SubjectKey(kind: kind, id: id)
        let then = LocalPath(form.then).text
        let reason = try moderation.declaration(of: kind).reason(form.reason)
        let words = (form.words ?? "").trimmed
        do {
            guard let reason else { throw ModerationRefusal.reportReasonMissing }
            try await take(subject, by: member, reason: reason, words: words)
        } catch let refusal as ModerationRefusal where refusal != .unknownSubject {
            var page = try await self.page(subject, member, then: then, words: words, reason: reason)
            page.fields.problem = refusal.problem
            return try await page.response(for: request)
        }
        let title = try await site.database.read { try moderation.reportDraft(subject, by: member.id, in: $0) }.title
        return .seeOther(then, flash: "Thank you for reporting \(title). A moderator will look at it.")
    }

    /// A report from a program.
    struct NewReport: Codable, Sendable {
        var kind: String
        var id: Int64
        /// One of the reasons of its kind.
        var reason: String
        var words: String?
    }

    func receive(_ request: Request, _ member: Member) async throws -> NoContent {
        let report = try request.json(NewReport.self)
        guard let reason = try moderation.declaration(of: report.kind).reason(report.reason) else { throw ModerationRefusal.reportReasonUnknown }
        try await take(SubjectKey(kind: report.kind, id: report.id), by: member, reason: reason, words: report.words ?? "")
        return NoContent()
    }

    /// Whoever is banned from an app reads and reports nothing in it here either: the address of this form belongs to no app.
    private func checkOpen(_ subject: SubjectKey, to member: Member) throws {
        if let closed = member.identity.closedApps[try moderation.declaration(of: subject.kind).app] { throw closed }
    }

    private func take(_ subject: SubjectKey, by member: Member, reason: ModerationReason, words: String) async throws {
        try checkOpen(subject, to: member)
        let reporter = member.id
        if let seconds = pace.take(reporter.description) { throw ModerationRefusal.tooManyReports(seconds: seconds) }
        try await site.write(by: reporter) { write in
            try moderation.report(subject, by: reporter, reason: reason, words: words, in: write)
        }
    }

    private func page(
        _ subject: SubjectKey, _ member: Member, then: String, words: String = "", reason: ModerationReason? = nil
    ) async throws -> ReportPage {
        try checkOpen(subject, to: member)
        let draft = try await site.database.read { try moderation.reportDraft(subject, by: member.id, in: $0) }
        return ReportPage(
            draft: draft, fields: ReportFields(subject: subject, then: then, reasons: draft.reasons, words: words, reason: reason))
    }
}

extension ReportRoutes.NewReport: LimitedMembers {
    static var limits: [String: Schema] {
        ["kind": .text(.words, most: 100), "id": .id, "reason": .text(.words, most: 40), "words": .text(most: Moderation.longestWords)]
    }
}
