import Core
import Interface
import Platform
import Web

/// Promotions in the portal.
struct PromotionRoutes: Sendable {
    let editing: PromotionEditing

    private var site: Site { editing.site }

    var routes: [Route] {
        [
            .get(CafeteriaPaths.adminPromotions, allow: .permission(.cafeteriaMenu), use: list),
            .post(CafeteriaPaths.adminPromotions, allow: .permission(.cafeteriaMenu), use: add),
            .get(CafeteriaPaths.adminPromotion, allow: .permission(.cafeteriaMenu), use: show),
            .post(CafeteriaPaths.adminPromotion, allow: .permission(.cafeteriaMenu), use: save),
            .post(CafeteriaPaths.adminPromotionDelete, allow: .permission(.cafeteriaMenu), use: delete),
        ]
    }

    func list(_ request: Request, _ member: Member) async throws -> PromotionsPage {
        let (current, past) = try await editing.list()
        let now = site.clock.now()
        let tomorrow = Day(now, in: site.configuration.zone).adding(1).description
        return PromotionsPage(
            current: current, past: past, now: now,
            form: PromotionForm(firstDay: tomorrow, firstTime: "07:00", lastDay: tomorrow, lastTime: "20:00"))
    }

    func add(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(PromotionForm.self)
        do {
            return try await keep(try PromotionDraft(form, in: site.configuration.zone), nil, member)
        } catch let problem as Problem where request.wantsPage && problem.kind == .invalid {
            var page = try await list(request, member)
            page.rejected = RejectedPromotion(form: form, problem: problem)
            return try await page.response(for: request)
        }
    }

    func show(_ request: Request, _ member: Member, _ id: PromotionID) async throws -> PromotionPage {
        let promotion = try await editing.find(id)
        return PromotionPage(promotion: promotion, form: PromotionForm(promotion, in: site.configuration.zone))
    }

    func save(_ request: Request, _ member: Member, _ id: PromotionID) async throws -> Response {
        let form = try request.form(PromotionForm.self)
        do {
            return try await keep(try PromotionDraft(form, in: site.configuration.zone), id, member)
        } catch let problem as Problem where request.wantsPage && problem.kind == .invalid {
            return try await PromotionPage(promotion: try await editing.find(id), form: form, problem: problem).response(for: request)
        }
    }

    private func keep(_ draft: PromotionDraft, _ id: PromotionID?, _ member: Member) async throws -> Response {
        if let id {
            try await editing.update(id, draft, by: member.id)
        } else {
            try await editing.add(draft, by: member.id)
        }
        return .seeOther(CafeteriaPaths.adminPromotions(), flash: "Saved: \(draft.name)")
    }

    func delete(_ request: Request, _ member: Member, _ id: PromotionID) async throws -> Response {
        try await editing.delete(id, by: member.id)
        return .seeOther(CafeteriaPaths.adminPromotions(), flash: "The promotion has been deleted.")
    }
}
