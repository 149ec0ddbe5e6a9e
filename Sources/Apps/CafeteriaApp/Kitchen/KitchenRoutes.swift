import Audit
import Core
import Database
import Events
import Interface
import Payments
import Platform
import Web

/// The kitchen's queue, for staff.
struct KitchenRoutes: Sendable {
    let services: CafeteriaServices

    private var site: Site { services.site }

    var routes: [Route] {
        [
            .get(CafeteriaPaths.kitchen, allow: .permission(.cafeteriaKitchen), use: show),
            .post(CafeteriaPaths.kitchenOrder, allow: .permission(.cafeteriaKitchen), use: move),
            .post(CafeteriaPaths.kitchenPart, allow: .permission(.cafeteriaKitchen), use: finish),
            .post(CafeteriaPaths.pause, allow: .permission(.cafeteriaKitchen), use: pause),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> KitchenPage {
        let station = request.query["station"].flatMap { StationID($0) }
        let now = site.clock.now()
        let (queue, list) = (try await services.kitchen.queue(of: station), try await services.menu.list())
        return KitchenPage(
            queue: queue, station: station, now: now,
            menu: KitchenMenu(list, for: queue.tickets, at: station, now: services.menu.time(of: now)),
            isPaused: site.value(of: CafeteriaSettings.isPaused))
    }

    private struct StepForm: Decodable {
        var status: String
    }

    func move(_ request: Request, _ member: Member, _ id: OrderID) async throws -> Response {
        let form = try request.form(StepForm.self)
        guard let status = OrderStatus(rawValue: form.status), status != .cancelled, status != .pendingPayment else { throw Problem.notFound }
        try await services.kitchen.move(id, to: status, by: member.id)
        return .seeOther(Self.back(request))
    }

    private struct PartForm: Decodable {
        var done: Bool
    }

    func finish(_ request: Request, _ member: Member, _ id: OrderID, _ station: StationID) async throws -> Response {
        try await services.kitchen.finish(id, at: station, try request.form(PartForm.self).done, by: member.id)
        return .seeOther(Self.back(request))
    }

    /// The screen on which the step was taken.
    private static func back(_ request: Request) -> String {
        request.ownReferrer.flatMap { page in
            [CafeteriaPaths.kitchen(), CafeteriaPaths.counter()].contains(where: page.hasPrefix) ? page : nil
        } ?? CafeteriaPaths.kitchen()
    }

    private struct PauseForm: Decodable {
        var paused: Bool
    }

    /// Stops or takes orders with one tap.
    func pause(_ request: Request, _ member: Member) async throws -> Response {
        let isPaused = try request.form(PauseForm.self).paused
        try await site.configure(by: member.id) { configuration, write in
            configuration.settings[CafeteriaSettings.isPaused.id] = isPaused ? "true" : nil
            try write.audit(.update, CafeteriaSubject.kitchen, ["paused": isPaused ? "true" : "false"])
        }
        return .seeOther(Self.back(request))
    }
}

/// Things of the cafeteria that the log names without a number.
enum CafeteriaSubject {
    static let kitchen = AuditName("cafeteria.kitchen", "site")
}
