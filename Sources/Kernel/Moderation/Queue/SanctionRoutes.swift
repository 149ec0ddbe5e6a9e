import Core
import Database
import Foundation
import Interface
import Markup
import Platform
import Web

/// What moderators do about people: warnings and bans.
struct SanctionRoutes: Sendable {
    let site: Site
    let moderation: Moderation
    let cases: QueueRoutes

    var routes: [Route] {
        [
            .post(ModerationPaths.warn, allow: .permission(ModerationPermissions.queue), use: warn),
            .get(ModerationPaths.ban, allow: .permission(ModerationPermissions.queue), use: confirmBan),
            .post(ModerationPaths.ban, allow: .permission(ModerationPermissions.queue), use: ban),
            .post(ModerationPaths.unban, allow: .permission(ModerationPermissions.queue), use: lift),
        ]
    }

    struct WarningForm: Decodable { var warning: String? }

    struct BanForm: Decodable {
        var app: String
        var days: Int
        var why: String?
        var confirmed: Bool?
    }

    struct LiftForm: Decodable { var app: String }

    func warn(_ request: Request, _ member: Member, _ id: CaseID) async throws -> Response {
        let words = (try request.form(WarningForm.self).warning ?? "").trimmed
        let moderation = moderation
        let moderator = Moderator(member)
        do {
            try await site.write(by: member.id) { write in try moderation.warn(id, words: words, by: moderator, in: write) }
        } catch let refusal as ModerationRefusal where refusal.problem.kind == .invalid {
            return try await refused(id, member, SanctionDraft(warning: words, problem: refusal.problem.moved(to: "warning")), request)
        }
        return .seeOther(ModerationPaths.found(id), flash: "The warning is sent.")
    }

    func confirmBan(_ request: Request, _ member: Member, _ id: CaseID) async throws -> Response {
        let moderation = moderation
        let moderator = Moderator(member)
        let model = try await site.database.read { try moderation.caseModel(id, for: moderator, in: $0) }
        let app = moderation.closableApps(for: moderator).first { $0.value == request.query["app"] }
        let days = request.query["days"].flatMap { Int($0) } ?? 0
        guard let reason = request.query["why"].flatMap(ModerationReason.init) else {
            return try await refused(id, member, SanctionDraft(app: request.query["app"], days: request.query["days"]), request)
        }
        guard let app, let length = BanLength.label(days: days), model.found.author != nil, !model.isMine else {
            throw ModerationRefusal.nothingToDecide
        }
        let name = model.author.name ?? ""
        let question = ConfirmPage(
            "Ban \(name)?", shell: .admin, message: "\(app.label): \(length).",
            consequences: [
                "\(name) can no longer see, write or change anything there, on any device.", "\(name) is told: \(reason.sentence)",
                "A moderator can lift the ban.",
            ], understood: "I want to ban this person.", confirm: "Ban", action: ModerationPaths.ban(id), cancel: ModerationPaths.found(id),
            fields: [("app", app.value), ("days", String(days)), ("why", reason.rawValue)])
        return try await question.response(for: request)
    }

    func ban(_ request: Request, _ member: Member, _ id: CaseID) async throws -> Response {
        let form = try request.form(BanForm.self)
        guard let reason = form.why.flatMap(ModerationReason.init) else {
            return try await refused(id, member, SanctionDraft(app: form.app, days: String(form.days)), request)
        }
        guard form.confirmed == true, BanLength.label(days: form.days) != nil else { return .seeOther(ModerationPaths.found(id)) }
        let moderation = moderation
        let moderator = Moderator(member)
        try await site.write(by: member.id) { write in
            try moderation.ban(id, from: form.app, days: form.days, reason: reason, by: moderator, in: write)
        }
        return .seeOther(ModerationPaths.found(id), flash: "The author has been banned.")
    }

    func lift(_ request: Request, _ member: Member, _ id: CaseID) async throws -> Response {
        let form = try request.form(LiftForm.self)
        let moderation = moderation
        let moderator = Moderator(member)
        try await site.write(by: member.id) { write in try moderation.lift(id, from: form.app, by: moderator, in: write) }
        return .seeOther(ModerationPaths.found(id), flash: "The ban is lifted.")
    }

    /// The case again, with what was chosen and written kept, and what is missing said at its field.
    private func refused(_ id: CaseID, _ member: Member, _ draft: SanctionDraft, _ request: Request) async throws -> Response {
        guard request.wantsPage else { throw draft.problem }
        var page = try await cases.page(id, member)
        page.sanction = draft
        return try await page.response(for: request)
    }
}

/// What a moderator filled in to warn or ban an author, and why it was not done.
struct SanctionDraft: Sendable {
    var app: String?
    var days: String?
    var warning: String?
    var problem = ModerationRefusal.reasonMissing.problem.moved(to: "why")
}

extension Problem {
    /// The same about another field: several forms on one page ask for a reason.
    fileprivate func moved(to field: String) -> Problem {
        var problem = self
        problem.fields = Dictionary(fields.values.map { (field, $0) }) { first, _ in first }
        return problem
    }
}
