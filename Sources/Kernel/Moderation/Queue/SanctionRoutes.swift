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
            .post(ModerationPaths.warnPerson, allow: .permission(ModerationPermissions.activity), use: warnPerson),
            .post(ModerationPaths.banPerson, allow: .permission(ModerationPermissions.activity), use: banPerson),
            .post(ModerationPaths.unbanPerson, allow: .permission(ModerationPermissions.activity), use: liftPerson),
        ]
    }

    struct WarningForm: Decodable {
        var warning: String?
        /// On a person's page, where more than one app can be meant.
        var app: String?
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
        let choice = try request.form(BanChoice.self)
        let moderation = moderation
        let moderator = Moderator(member)
        let author = try await site.database.read { try moderation.bannable(id, from: choice.app, by: moderator, in: $0) }
        return try await ban(author, choice, member, request, about: id, action: ModerationPaths.ban(id), back: ModerationPaths.found(id))
    }

    func banPerson(_ request: Request, _ member: Member, _ person: PersonID) async throws -> Response {
        let choice = try request.form(BanChoice.self)
        return try await ban(person, choice, member, request, action: ModerationPaths.banPerson(person), back: ModerationPaths.person(person))
    }

    /// Asks again before somebody is banned.
    private func ban(
        _ person: PersonID, _ choice: BanChoice, _ member: Member, _ request: Request, about found: CaseID? = nil, action: String, back: String
    ) async throws -> Response {
        let (moderation, moderator, now) = (moderation, Moderator(member), site.clock.now())
        let reason = try choice.reason(among: BanReasons(site))
        guard choice.confirmed == true else {
            let question = try await site.database.read { try moderation.question(person, from: choice.app, by: moderator, at: now, in: $0) }
            return try await question.page(choice, reason: reason, action: action, cancel: back).response(for: request)
        }
        let name = try await site.write(by: member.id) { write in
            try moderation.check(person, from: choice.app, by: moderator, in: write)
            try moderation.ban(person, from: choice.app, until: choice.end(from: write.now), reason: reason, about: found, in: write)
            return try People.names(of: [person], in: write)[person] ?? ""
        }
        return .seeOther(back, flash: choice.done(name, from: now))
    }

    func lift(_ request: Request, _ member: Member, _ id: CaseID) async throws -> Response {
        let form = try request.form(LiftForm.self)
        let moderation = moderation
        let moderator = Moderator(member)
        try await site.write(by: member.id) { write in try moderation.lift(id, from: form.app, by: moderator, in: write) }
        return .seeOther(ModerationPaths.found(id), flash: "The ban is lifted.")
    }

    func liftPerson(_ request: Request, _ member: Member, _ person: PersonID) async throws -> Response {
        let app = try request.form(LiftForm.self).app
        let (moderation, moderator) = (moderation, Moderator(member))
        try await site.write(by: member.id) { write in
            try moderation.check(person, from: app, by: moderator, in: write)
            try moderation.lift(person, from: app, in: write)
        }
        return .seeOther(ModerationPaths.person(person), flash: "The ban is lifted.")
    }

    func warnPerson(_ request: Request, _ member: Member, _ person: PersonID) async throws -> Response {
        let form = try request.form(WarningForm.self)
        let (moderation, moderator) = (moderation, Moderator(member))
        guard let app = form.app ?? moderation.closableApps(for: moderator).first?.value else { throw ModerationRefusal.nothingToDecide }
        do {
            try await site.write(by: member.id) { write in
                try moderation.check(person, from: app, by: moderator, in: write)
                try moderation.warn(person, in: app, about: nil, words: (form.warning ?? "").trimmed, by: moderator, in: write)
            }
        } catch let refusal as ModerationRefusal where refusal.problem.kind == .invalid {
            throw refusal.problem.moved(to: "warning")
        }
        return .seeOther(ModerationPaths.person(person), flash: "The warning is sent.")
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
