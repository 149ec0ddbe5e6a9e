import Core
import Interface
import Platform
import Web

/// The stations of the kitchen in the portal.
struct StationRoutes: Sendable {
    let editing: StationEditing

    var routes: [Route] {
        [
            .get(CafeteriaPaths.adminStations, allow: .permission(.cafeteriaMenu), use: list),
            .post(CafeteriaPaths.adminStations, allow: .permission(.cafeteriaMenu), use: add),
            .get(CafeteriaPaths.adminStation, allow: .permission(.cafeteriaMenu), use: show),
            .post(CafeteriaPaths.adminStation, allow: .permission(.cafeteriaMenu), use: save),
            .get(CafeteriaPaths.adminStationDelete, allow: .permission(.cafeteriaMenu), use: confirmDelete),
            .post(CafeteriaPaths.adminStationDelete, allow: .permission(.cafeteriaMenu), use: delete),
        ]
    }

    private struct TargetForm: Decodable {
        var target: String?
    }

    func list(_ request: Request, _ member: Member) async throws -> StationsPage {
        let (stations, items) = try await editing.list()
        return StationsPage(stations: stations, items: items)
    }

    func add(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(StationForm.self)
        do {
            try await editing.add(try StationDraft(form), by: member.id)
            return .seeOther(CafeteriaPaths.adminStations(), flash: "The station has been added.")
        } catch let refusal as StationRefusal where request.wantsPage {
            var page = try await list(request, member)
            page.rejected = RejectedStation(form: form, problem: refusal.problem)
            return try await page.response(for: request)
        }
    }

    func show(_ request: Request, _ member: Member, _ id: StationID) async throws -> StationPage { try await page(of: id) }

    func save(_ request: Request, _ member: Member, _ id: StationID) async throws -> Response {
        let form = try request.form(StationForm.self)
        do {
            try await editing.update(id, try StationDraft(form), by: member.id)
            return .seeOther(CafeteriaPaths.adminStations(), flash: "Saved.")
        } catch let refusal as StationRefusal where request.wantsPage {
            var page = try await page(of: id)
            page.rejected = RejectedStation(form: form, problem: refusal.problem)
            return try await page.response(for: request)
        }
    }

    func confirmDelete(_ request: Request, _ member: Member, _ id: StationID) async throws -> ConfirmPage {
        let page = try await page(of: id)
        let target = request.query["target"].flatMap { StationID($0) }.flatMap { id in page.others.first { $0.id == id } }
        guard page.items == 0 || target != nil else { throw StationRefusal.needsTarget }
        return ConfirmPage(
            "Delete this station?", shell: .admin, message: "“\(page.station.name)” will be removed from the kitchen.",
            consequences: page.items == 0 ? [] : target.map { ["\(page.items) menu items move to “\($0.name)”."] } ?? [],
            confirm: "Delete the station", icon: .trash, action: CafeteriaPaths.adminStationDelete(id), cancel: CafeteriaPaths.adminStation(id),
            fields: target.map { [("target", $0.id.description)] } ?? [])
    }

    func delete(_ request: Request, _ member: Member, _ id: StationID) async throws -> Response {
        let target = try request.form(TargetForm.self).target.flatMap { StationID($0) }
        guard try request.form(ConfirmationForm.self).confirmed else { return .seeOther(CafeteriaPaths.adminStation(id)) }
        try await editing.delete(id, movingTo: target, by: member.id)
        return .seeOther(CafeteriaPaths.adminStations(), flash: "The station has been deleted.")
    }

    private func page(of id: StationID) async throws -> StationPage {
        let (stations, items) = try await editing.list()
        guard let station = stations.first(where: { $0.id == id }) else { throw Problem.notFound }
        return StationPage(station: station, others: stations.filter { $0.id != id }, items: items[id] ?? 0)
    }
}
