import Accounts
import Core
import Database
import Interface
import Platform
import Web

/// Where somebody who is banned sees why and objects, and where moderators answer.
struct BanAppealRoutes: Sendable {
    let site: Site
    let appeals: BanAppeals

    var routes: [Route] {
        [
            .get(ModerationPaths.ownBan, allow: .members, use: show),
            .post(ModerationPaths.ownBan, allow: .members, use: send),
            .get(ModerationPaths.answerAppeal, allow: .permission(ModerationPermissions.queue), use: open),
            .post(ModerationPaths.answerAppeal, allow: .permission(ModerationPermissions.queue), use: answer),
        ]
    }

    struct AppealForm: Decodable { var words: String? }

    struct AnswerForm: Decodable {
        var action: String?
        var answer: String?
        var days: Int?
    }

    func show(_ request: Request, _ member: Member, _ ban: BanID) async throws -> OwnBanPage { try await page(ban, member) }

    func send(_ request: Request, _ member: Member, _ ban: BanID) async throws -> Response {
        let words = (try request.form(AppealForm.self).words ?? "").trimmed
        do {
            try await site.write(by: member.id) { [appeals] write in try appeals.send(words, against: ban, by: member.id, in: write) }
        } catch let refusal as BanAppealRefusal {
            guard request.wantsPage else { throw refusal }
            var page = try await page(ban, member)
            (page.words, page.problem) = (words, refusal.problem)
            return try await page.response(for: request)
        }
        return .seeOther(ModerationPaths.ownBan(ban))
    }

    func open(_ request: Request, _ member: Member, _ id: BanAppealID) async throws -> BanAppealPage { try await page(id, member) }

    func answer(_ request: Request, _ member: Member, _ id: BanAppealID) async throws -> Response {
        let form = try request.form(AnswerForm.self)
        let (words, moderator) = ((form.answer ?? "").trimmed, Moderator(member))
        let outcome: BanAppealOutcome
        do {
            outcome = try self.outcome(of: form)
            try await site.write(by: member.id) { [appeals] write in try appeals.answer(id, outcome, words, by: moderator, in: write) }
        } catch let refusal as BanAppealRefusal {
            guard request.wantsPage else { throw refusal }
            var page = try await page(id, member)
            (page.answer, page.problem) = (words, refusal.problem)
            return try await page.response(for: request)
        }
        let done: Text =
            switch outcome {
            case .lifted: "The ban is lifted. The person has been told."
            case .shortened: "The ban is shorter now. The person has been told."
            case .kept: "The ban is kept. The person has been told."
            }
        return .seeOther(ModerationPaths.queue(), flash: done)
    }

    private func outcome(of form: AnswerForm) throws(BanAppealRefusal) -> BanAppealOutcome {
        switch form.action {
        case "lift": return .lifted
        case "shorten":
            guard let end = form.days.flatMap({ BanLength.end(days: $0, from: site.clock.now()) }) else { throw .notShorter }
            return .shortened(end)
        default: return .kept
        }
    }

    private func page(_ id: BanID, _ member: Member) async throws -> OwnBanPage {
        let now = site.clock.now()
        return try await site.database.read { [appeals] db in
            let ban = try appeals.ban(id, of: member.id, in: db)
            return OwnBanPage(
                ban: ban, text: try appeals.moderation.text(of: id, in: db), app: appeals.moderation.name(of: ban.app),
                appeals: try appeals.appeals(against: id, in: db), now: now)
        }
    }

    private func page(_ id: BanAppealID, _ member: Member) async throws -> BanAppealPage {
        let (moderator, now) = (Moderator(member), site.clock.now())
        return try await site.database.read { [appeals] db in
            let appeal = try appeals.find(id, for: moderator, in: db)
            let ban = try appeals.ban(appeal.ban, of: appeal.person, in: db)
            let names = try People.names(of: Set([appeal.person, ban.bannedBy, appeal.decidedBy].compactMap { $0 }), in: db)
            return BanAppealPage(
                appeal: appeal, ban: ban, text: try appeals.moderation.text(of: ban.id, in: db), app: appeals.moderation.name(of: appeal.app),
                names: names, me: member.id, now: now)
        }
    }
}
