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
            .get(ModerationPaths.ban, allow: .permission(ModerationPermissions.queue), use: confirmBan),
            .post(ModerationPaths.ban, allow: .permission(ModerationPermissions.queue), use: ban),
            .post(ModerationPaths.unban, allow: .permission(ModerationPermissions.queue), use: lift),
        ]
    }

    struct WarningForm: Decodable { var warning: String? }

    struct BanForm: Decodable {
        var app: String
        var days: Int
        var why: ModerationReason
        var confirmed: Bool
    }

    struct LiftForm: Decodable { var app: String }

    func warn(_ request: Request, _ member: Member, _ id: CaseID) async throws -> Response {
        let words = (try request.form(WarningForm.self).warning ?? "").trimmed
        let moderation = moderation
        let moderator = Moderator(member)
        try await site.write(by: member.id) { write in try moderation.warn(id, words: words, by: moderator, in: write) }
        return .seeOther(ModerationPaths.found(id), flash: "The warning is sent.")
    }

    func confirmBan(_ request: Request, _ member: Member, _ id: CaseID) async throws -> ConfirmPage {
        let moderation = moderation
        let moderator = Moderator(member)
        let model = try await site.database.read { try moderation.caseModel(id, for: moderator, in: $0) }
        let app = moderation.closableApps(for: moderator).first { $0.value == request.query["app"] }
        let days = request.query["days"].flatMap { Int($0) } ?? 0
        guard let reason = request.query["why"].flatMap(ModerationReason.init) else { throw ModerationRefusal.reasonMissing }
        guard let app, let length = BanLength.label(days: days), model.found.author != nil, !model.isMine else {
            throw ModerationRefusal.nothingToDecide
        }
        let name = model.author.name ?? ""
        return ConfirmPage(
            "Ban \(name)?", shell: .admin, message: "\(app.label): \(length).",
            consequences: [
                "\(name) can no longer see, write or change anything there, on any device.", "\(name) is told: \(reason.sentence)",
                "A moderator can lift the ban.",
            ], understood: "I want to ban this person.", confirm: "Ban", action: ModerationPaths.ban(id), cancel: ModerationPaths.found(id),
            fields: [("app", app.value), ("days", String(days)), ("why", reason.rawValue)])
    }

    func ban(_ request: Request, _ member: Member, _ id: CaseID) async throws -> Response {
        let form = try request.form(BanForm.self)
        guard form.confirmed, BanLength.label(days: form.days) != nil else { return .seeOther(ModerationPaths.found(id)) }
        let moderation = moderation
        let moderator = Moderator(member)
        try await site.write(by: member.id) { write in
            try moderation.ban(id, from: form.app, days: form.days, reason: form.why, by: moderator, in: write)
        }
        return .seeOther(ModerationPaths.found(id), flash: "The ban holds.")
    }

    func lift(_ request: Request, _ member: Member, _ id: CaseID) async throws -> Response {
        let form = try request.form(LiftForm.self)
        let moderation = moderation
        let moderator = Moderator(member)
        try await site.write(by: member.id) { write in try moderation.lift(id, from: form.app, by: moderator, in: write) }
        return .seeOther(ModerationPaths.found(id), flash: "The ban is lifted.")
    }
}
