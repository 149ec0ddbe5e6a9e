import Core
import Database
import Interface
import Platform
import Web

/// Rewards: for members who have them, and for managers who make them.
struct RewardRoutes: Sendable {
    let rewards: Rewards

    private var site: Site { rewards.site }

    var routes: [Route] {
        [
            .get(MuseumPaths.reward, allow: .members, use: show),
            .get(MuseumPaths.adminRewards, allow: .permission(.museumMembers), use: list),
            .post(MuseumPaths.adminRewards, allow: .permission(.museumMembers), use: add),
            .get(MuseumPaths.adminReward, allow: .permission(.museumMembers), use: edit),
            .post(MuseumPaths.adminReward, allow: .permission(.museumMembers), use: save),
            .post(MuseumPaths.adminRewardDelete, allow: .permission(.museumMembers), use: delete),
        ]
    }

    /// A reward is found among those that the member has; others are simply not there.
    func show(_ request: Request, _ member: Member, _ id: RewardID) async throws -> RewardPage {
        let reader = ReaderLanguage(request, site)
        let own = try await site.database.read { [rewards] db in try reader(rewards.current(of: member.id, in: db), in: db) }
        guard let reward = own.first(where: { $0.id == id }) else { throw Problem.notFound }
        return RewardPage(reward: reward)
    }

    func list(_ request: Request, _ member: Member) async throws -> RewardAdminPage { try await page(for: ReaderLanguage(request, site)) }

    private func page(for reader: ReaderLanguage) async throws -> RewardAdminPage {
        let today = Day(site.clock.now(), in: site.configuration.zone)
        return try await site.database.read { [site] db in
            let (found, tiers) = (try reader(db.all(.rewards(limit: 200)), in: db), try reader(db.all(.tiers(withRetired: true)), in: db))
            let names = try found.map { reward in
                let ids = Set(try db.all(.tiers(of: reward.id)))
                return (reward.id, tiers.filter { ids.contains($0.id) }.map(\.name))
            }
            return RewardAdminPage(
                rewards: found, names: Dictionary(names) { first, _ in first }, tiers: tiers, today: today,
                languages: site.languages(of: MuseumApp.manifest))
        }
    }

    func edit(_ request: Request, _ member: Member, _ id: RewardID) async throws -> RewardAdminPage {
        let (reward, tiers) = try await find(id)
        var page = try await page(for: ReaderLanguage(request, site))
        (page.edited, page.form) = (reward, RewardForm(reward, tiers: tiers))
        page.words = try await site.database.read { try Translations.of(reward, in: $0) }
        return page
    }

    private func find(_ id: RewardID) async throws -> (Reward, [TierID]) {
        try await site.database.read { db in
            guard let reward = try db.first(.reward(id)) else { throw Problem.notFound }
            return (reward, try db.all(.tiers(of: id)))
        }
    }

    func add(_ request: Request, _ member: Member) async throws -> Response { try await keep(nil, request, member) }
    func save(_ request: Request, _ member: Member, _ id: RewardID) async throws -> Response { try await keep(id, request, member) }

    private func keep(_ id: RewardID?, _ request: Request, _ member: Member) async throws -> Response {
        let (form, words) = (
            try request.form(RewardForm.self), TranslationForm(Reward.self, try request.formFields(), site.languages(of: MuseumApp.manifest))
        )
        do {
            let known = Set(try await site.database.read { try $0.all(.tiers(withRetired: true)) }.map(\.id))
            let draft = try words.checked { () throws(Problem) in try RewardDraft(form, known: known) }
            try await site.write(by: member.id) { [rewards] in try rewards.save(draft, words.words, as: id, in: $0) }
            return .seeOther(MuseumPaths.adminRewards(), flash: "Saved: \(draft.title)")
        } catch let problem as Problem where request.wantsPage && problem.kind == .invalid {
            var page = try await page(for: ReaderLanguage(request, site))
            if let id { page.edited = try await find(id).0 }
            (page.form, page.words, page.problem) = (form, words.words, problem)
            return try await page.response(for: request)
        }
    }

    func delete(_ request: Request, _ member: Member, _ id: RewardID) async throws -> Response {
        try await site.write(by: member.id) { [rewards] in try rewards.delete(id, in: $0) }
        return .seeOther(MuseumPaths.adminRewards(), flash: "The reward has been deleted.")
    }
}
