import Accounts
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

    var routes: [Route] {
        [
            .post(ModerationPaths.warn, allow: .permission(ModerationPermissions.queue), use: warn),
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
            throw refusal.problem.moved(to: "warning")
        }
        return .seeOther(ModerationPaths.found(id), flash: "The warning is sent.")
    }

    func ban(_ request: Request, _ member: Member, _ id: CaseID) async throws -> Response {
        let form = try request.form(BanForm.self)
        guard let reason = form.why.flatMap(ModerationReason.init) else { throw ModerationRefusal.reasonMissing.problem.moved(to: "why") }
        guard let length = BanLength.all.first(where: { $0.days == form.days }) else { throw ModerationRefusal.nothingToDecide }
        let moderation = moderation
        let moderator = Moderator(member)
        guard form.confirmed == true else {
            return try await question(id, form.app, length, reason, moderator).response(for: request)
        }
        try await site.write(by: member.id) { write in
            try moderation.ban(id, from: form.app, days: length.days, reason: reason, by: moderator, in: write)
        }
        return .seeOther(ModerationPaths.found(id), flash: "The author has been banned.")
    }

    /// Asks again before somebody is banned.
    private func question(
        _ id: CaseID, _ app: String, _ length: BanLength, _ reason: ModerationReason, _ moderator: Moderator
    ) async throws -> ConfirmPage {
        let moderation = moderation
        let model = try await site.database.read { try moderation.caseModel(id, for: moderator, in: $0) }
        guard let app = moderation.closableApps(for: moderator).first(where: { $0.value == app }), model.found.author != nil, !model.isMine else {
            throw ModerationRefusal.nothingToDecide
        }
        let name = model.author.name ?? ""
        return ConfirmPage(
            "Ban \(name)?", shell: .admin, message: "\(name) will be banned from \(app.label). Length: \(length.name).",
            consequences: [
                "\(name) can no longer see, write or change anything there, on any device.", "\(name) is told: \(reason.sentence)",
                "A moderator can lift the ban.",
            ], understood: "I want to ban this person.", confirm: "Ban", icon: .ban, action: ModerationPaths.ban(id),
            cancel: ModerationPaths.found(id), fields: [("app", app.value), ("days", String(length.days)), ("why", reason.rawValue)])
    }

    func lift(_ request: Request, _ member: Member, _ id: CaseID) async throws -> Response {
        let form = try request.form(LiftForm.self)
        let moderation = moderation
        let moderator = Moderator(member)
        try await site.write(by: member.id) { write in try moderation.lift(id, from: form.app, by: moderator, in: write) }
        return .seeOther(ModerationPaths.found(id), flash: "The ban is lifted.")
    }
}

extension Problem {
    /// The same about another field: several forms on one page ask for a reason.
    fileprivate func moved(to field: String) -> Problem {
        var problem = self
        problem.fields = Dictionary(fields.values.map { (field, $0) }) { first, _ in first }
        return problem
    }
}
