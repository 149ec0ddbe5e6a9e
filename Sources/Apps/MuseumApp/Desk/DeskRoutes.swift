import Accounts
import Core
import Database
import Interface
import Payments
import Platform
import Web

/// The desk, for those who serve there.
struct DeskRoutes: Sendable {
    let desk: Desk

    private var site: Site { desk.site }
    private var zone: DayZone { DayZone(zone: site.configuration.zone) }

    var routes: [Route] {
        [
            .get(MuseumPaths.desk, allow: .permission(.museumDesk), use: show),
            .get(MuseumPaths.deskPerson, allow: .permission(.museumDesk), use: person),
            .post(MuseumPaths.deskSell, allow: .permission(.museumDesk), use: sell),
            .post(MuseumPaths.takeCash, allow: .permission(.museumDesk), use: takeCash),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> DeskPage {
        let words = (request.query["q"] ?? "").tidied(limit: 200)
        return try await site.database.read { [desk, zone] db in
            DeskPage(words: words, found: try desk.search(words, in: db), waiting: try desk.waiting(in: db), zone: zone)
        }
    }

    func person(_ request: Request, _ member: Member, _ id: PersonID) async throws -> DeskPersonPage { try await page(id) }

    private func page(_ id: PersonID, problem: Problem? = nil) async throws -> DeskPersonPage {
        try await site.database.read { [desk, zone] db in
            DeskPersonPage(visitor: try desk.find(id, in: db), tiers: try db.all(.tiers()).filter(\.isSold), zone: zone, problem: problem)
        }
    }

    private struct SaleForm: Decodable {
        var tier: TierID
    }

    func sell(_ request: Request, _ member: Member, _ id: PersonID) async throws -> Response {
        let form = try request.form(SaleForm.self)
        do {
            try await site.write(by: member.id) { [desk] write in
                _ = try desk.find(id, in: write)
                _ = try desk.sell(form.tier, to: id, in: write)
            }
            return .seeOther(MuseumPaths.deskPerson(id), flash: "Paid. The membership has begun.")
        } catch let refusal as any ProblemConvertible where request.wantsPage && (refusal is MembershipRefusal || refusal is PaymentRefusal) {
            return try await page(id, problem: refusal.problem).response(for: request)
        }
    }

    func takeCash(_ request: Request, _ member: Member, _ id: MembershipID) async throws -> Response {
        let person = try await site.write(by: member.id) { [desk] write in
            try desk.takeCash(id, in: write)
            return try desk.memberships.find(id, in: write).person
        }
        return .seeOther(person.map { MuseumPaths.deskPerson($0) } ?? MuseumPaths.desk(), flash: "Paid. The membership has begun.")
    }
}
