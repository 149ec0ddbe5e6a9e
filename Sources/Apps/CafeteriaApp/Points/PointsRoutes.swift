import Accounts
import Core
import Database
import Interface
import Payments
import Platform
import Web

/// Points of customers in the portal.
struct PointsRoutes: Sendable {
    let adjusting: PointsAdjusting

    private var site: Site { adjusting.site }

    var routes: [Route] {
        [
            .get(CafeteriaPaths.adminPoints, allow: .permission(.cafeteriaPoints), use: search),
            .get(CafeteriaPaths.adminPersonPoints, allow: .permission(.cafeteriaPoints), use: show),
            .post(CafeteriaPaths.adminPersonPoints, allow: .permission(.cafeteriaPoints), use: adjust),
        ]
    }

    func search(_ request: Request, _ member: Member) async throws -> PointsAdminPage {
        let words = (request.query["q"] ?? "").trimmed
        let people = try await site.database.read { db in
            let found =
                words.isEmpty ? try Points.richest(PointsAdminPage.most, in: db) : try People.search(words, limit: PointsAdminPage.most, in: db)
            return try found.map { person in (person: person, points: try Points.balance(of: person.id, in: db)) }
        }
        return PointsAdminPage(words: words, people: people)
    }

    func show(_ request: Request, _ member: Member, _ id: PersonID) async throws -> PersonPointsPage {
        let before = request.query["before"].flatMap { Int64($0) } ?? .max
        return try await site.database.read { [site] db in
            guard let person = try db.first(.person(id)) else { throw Problem.notFound }
            return PersonPointsPage(
                person: person, history: try PointsHistory(of: id, before: before, in: db), currency: CafeteriaSettings.currency(site))
        }
    }

    func adjust(_ request: Request, _ member: Member, _ id: PersonID) async throws -> Response {
        let form = try request.form(AdjustmentForm.self)
        do {
            let balance = try await adjusting.adjust(form, of: id, by: member.id)
            return .seeOther(CafeteriaPaths.adminPersonPoints(id), flash: "Saved. The new balance is \(balance) points.")
        } catch let refusal as AdjustmentRefusal where request.wantsPage {
            var page = try await show(request, member, id)
            (page.form, page.problem) = (form, refusal.problem)
            return try await page.response(for: request)
        }
    }
}
