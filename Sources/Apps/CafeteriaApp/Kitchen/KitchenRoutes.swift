import Audit
import Core
import Database
import Events
import Interface
import Payments
import Platform
import Web

/// The kitchen's queue and the counter, for staff.
struct KitchenRoutes: Sendable {
    let services: CafeteriaServices

    private var site: Site { services.site }

    var routes: [Route] {
        [
            .get(CafeteriaPaths.kitchen, allow: .permission(.cafeteriaKitchen), use: show),
            .post(CafeteriaPaths.kitchenOrder, allow: .permission(.cafeteriaKitchen), use: move),
            .post(CafeteriaPaths.pause, allow: .permission(.cafeteriaKitchen), use: pause),
            .get(CafeteriaPaths.counter, allow: .permission(.cafeteriaKitchen), use: counter),
            .post(CafeteriaPaths.takeCash, allow: .permission(.cafeteriaKitchen), use: takeCash),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> KitchenPage {
        let station = request.query["station"].flatMap { StationID($0) }
        let (tickets, stations, sequence) = try await services.kitchen.queue(of: station)
        return KitchenPage(
            tickets: tickets, stations: stations, station: station, now: site.clock.now(), sequence: sequence,
            isPaused: site.value(of: CafeteriaSettings.isPaused))
    }

    private struct StepForm: Decodable {
        var status: String
        var station: String?
    }

    func move(_ request: Request, _ member: Member, _ id: OrderID) async throws -> Response {
        let form = try request.form(StepForm.self)
        guard let status = OrderStatus(rawValue: form.status), status != .cancelled, status != .pendingPayment else { throw Problem.notFound }
        try await services.kitchen.move(id, to: status, by: member.id)
        let back = request.ownReferrer.flatMap { $0.hasPrefix(CafeteriaPaths.counter()) ? $0 : nil }
        return .seeOther(back ?? link(CafeteriaPaths.kitchen(), query: ["station": form.station]))
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
        return .seeOther(CafeteriaPaths.kitchen())
    }

    func counter(_ request: Request, _ member: Member) async throws -> CounterPage {
        try await site.database.read { [services, site] db in
            let active = try db.all(Query<Order>.active)
            let unpaid = try db.all(
                """
                SELECT \(Order.columns) FROM cafeteria_order o WHERE o.status = 'pending-payment' AND o.payable_until > \(site.clock.now())
                ORDER BY o.id LIMIT 100
                """ as Query<Order>)
            let cash = try unpaid.filter { order in
                try services.payments.all(for: order.subject, in: db).first.map { $0.isOpen && $0.phone == nil } ?? false
            }
            return CounterPage(orders: active, cash: cash, sequence: try site.events.head(in: db))
        }
    }

    func takeCash(_ request: Request, _ member: Member, _ id: OrderID) async throws -> Response {
        try await site.write(by: member.id) { [services] write in
            let order = try services.orders.find(id, in: write)
            guard let payment = try services.payments.all(for: order.subject, in: write).first else { throw Problem.notFound }
            try services.payments.takeCash(payment.id, in: write)
        }
        return .seeOther(CafeteriaPaths.counter(), flash: "Paid. The kitchen has the order.")
    }
}

/// Things of the cafeteria that the log names without a number.
enum CafeteriaSubject {
    static let kitchen = AuditName("cafeteria.kitchen", "site")
}
