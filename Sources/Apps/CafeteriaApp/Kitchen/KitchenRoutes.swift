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
            .get(CafeteriaPaths.soldOut, allow: .permission(.cafeteriaKitchen), use: soldOut),
            .post(CafeteriaPaths.kitchenOrder, allow: .permission(.cafeteriaKitchen), use: move),
            .post(CafeteriaPaths.kitchenPart, allow: .permission(.cafeteriaKitchen), use: finish),
            .post(CafeteriaPaths.dismiss, allow: .permission(.cafeteriaKitchen), use: dismiss),
            .post(CafeteriaPaths.pause, allow: .permission(.cafeteriaKitchen), use: pause),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> KitchenPage {
        let station = request.query["station"].flatMap { StationID($0) }
        let now = site.clock.now()
        let (queue, list) = (try await services.kitchen.queue(of: station), try await services.menu.list())
        return KitchenPage(
            queue: queue, station: station, clock: site.clockWords(in: request.timeZone),
            menu: KitchenMenu(list, for: queue.tickets, at: station, now: services.menu.time(of: now)),
            pause: OrderingPause(of: site, at: now))
    }

    /// What is sold out comes first, and otherwise all dishes as on the menu; what was searched for in the order in which it fits.
    func soldOut(_ request: Request, _ member: Member) async throws -> SoldOutPage {
        let station = request.query["station"].flatMap { StationID($0) }
        let filter = MenuFilter { $0 == "q" ? request.query.all($0) : [] }
        let (list, now) = (try await services.menu.list(), services.menu.time(of: site.clock.now()))
        let found =
            filter.words.isEmpty
            ? list.items.filter { !$0.isAvailable } + list.items.filter(\.isAvailable)
            : list.findMeant(filter, at: now, favourites: [], limit: MenuItem.most).items
        let own = found.filter { station == nil || $0.station == station }
        return SoldOutPage(items: Array(own.prefix(SoldOutPage.most)), total: own.count, words: filter.words, station: station, now: now)
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

    private struct DismissForm: Decodable {
        var station: String?
    }

    func dismiss(_ request: Request, _ member: Member, _ id: OrderID) async throws -> Response {
        let station = try request.form(DismissForm.self).station.flatMap { StationID($0) }
        try await services.kitchen.dismiss(id, at: station, by: member.id)
        return .seeOther(Self.back(request))
    }

    /// The screen on which the step was taken.
    static func back(_ request: Request, or other: String = CafeteriaPaths.kitchen()) -> String {
        request.ownReferrer.flatMap { page in
            [CafeteriaPaths.kitchen(), CafeteriaPaths.counter()].contains(where: page.hasPrefix) ? page : nil
        } ?? other
    }

    private struct PauseForm: Decodable {
        var paused: Bool
        /// How long; nil: until somebody takes orders again.
        var minutes: Int?
    }

    /// Stops or takes orders with one tap.
    func pause(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(PauseForm.self)
        let minutes = form.paused ? form.minutes : nil
        guard minutes.map(OrderingPause.lengths.contains) ?? true else { throw Problem.notFound }
        try await site.configure(by: member.id) { configuration, write in
            let until = minutes.map { write.now + .seconds(60 * $0) }
            configuration.settings[CafeteriaSettings.isPaused.id] = form.paused && until == nil ? "true" : nil
            configuration.settings[CafeteriaSettings.pausedUntil.id] = until.map { String($0.milliseconds) }
            var details = ["paused": form.paused ? "true" : "false"]
            if let minutes { details["minutes"] = String(minutes) }
            try write.audit(.update, CafeteriaSubject.kitchen, details)
            // The counter and other screens of the kitchen show it at once.
            try write.emit(Kitchen.topic, to: .permission(Permission.cafeteriaKitchen.rawValue), kind: "pause", [String: String]())
        }
        return .seeOther(Self.back(request))
    }
}

/// Things of the cafeteria that the log names without a number.
enum CafeteriaSubject {
    static let kitchen = AuditName("cafeteria.kitchen", "site")
}
