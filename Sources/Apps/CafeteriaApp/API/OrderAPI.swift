import Core
import Database
import Payments
import Platform
import Web

/// A customer's own orders, for programs.
struct OrderAPI: Sendable {
    let services: CafeteriaServices

    private var site: Site { services.site }
    private static let pages = PageSize(usual: 20, most: 100)

    var routes: [Route] {
        [
            .get(CafeteriaPaths.apiOrders, allow: .members, use: list).summary("The caller's orders, newest first.").paged(Self.pages),
            .post(CafeteriaPaths.apiOrders, allow: .members, body: .json, use: place)
                .summary("Places the order that the summary showed. Send an Idempotency-Key, so that it is placed once.")
                .accepts(NewOrder.self),
            .get(CafeteriaPaths.apiOrder, allow: .members, use: show).summary("One of the caller's orders."),
            .put(CafeteriaPaths.apiCancel, allow: .members, body: .none, use: cancel)
                .summary("Cancels an order that the kitchen hasn't begun; what was paid goes back."),
        ]
    }

    /// An order as it is confirmed: the same as the summary was asked for, and its digest.
    struct NewOrder: Codable, Sendable {
        var pickupAt: Instant?
        var instructions: String?
        var points: Int?
        var provider: String
        var phone: String?
        var digest: String

        func wish(by payments: Payments) throws(PaymentRefusal) -> Orders.Wish {
            try OrderWish(pickupAt: pickupAt, instructions: instructions, points: points, provider: provider, phone: phone).wish(by: payments)
        }
    }

    func list(_ request: Request, _ member: Member) async throws -> Paged<OrderAnswer> {
        let size = try request.query.limit(Self.pages)
        let before = OrderID(try request.after(.orders) ?? .max)
        let found = try await site.database.read { [services] db in
            let orders = try db.all(.history(of: member.id, before: before, limit: size + 1))
            return try OrderAnswer.read(orders, services.payments, in: db)
        }
        let (entries, next) = try found.page(of: size) { try request.cursor(.orders, after: $0.id.number) }
        return Paged(items: entries.map { $0.told(to: request) }, next: next)
    }

    func place(_ request: Request, _ member: Member) async throws -> CreatedAt<OrderAnswer> {
        let new = try request.json(NewOrder.self)
        let id = try await services.orders.place(new.wish(by: services.payments), by: member.id, named: member.name, showing: new.digest)
        return CreatedAt(CafeteriaPaths.apiOrder(id), try await show(request, member, id))
    }

    func show(_ request: Request, _ member: Member, _ id: OrderID) async throws -> OrderAnswer {
        try await site.database.read { [services] db in
            guard let order = try db.first(.order(id, of: member.id)), let answer = try OrderAnswer.read([order], services.payments, in: db).first
            else { throw Problem.notFound }
            return answer
        }.told(to: request)
    }

    func cancel(_ request: Request, _ member: Member, _ id: OrderID) async throws -> OrderAnswer {
        try await site.write(by: member.id) { [orders = services.orders] write in
            guard try write.first(.order(id, of: member.id)) != nil else { throw Problem.notFound }
            try orders.cancel(id, because: Orders.cancelledByCustomer, in: write)
        }
        return try await show(request, member, id)
    }
}

extension OrderAPI.NewOrder: LimitedMembers {
    static var limits: [String: Schema] { OrderWish.limits.merging(["digest": .text(.visible, least: 1, most: 40)]) { first, _ in first } }
}

extension CursorScope<Int64> {
    fileprivate static var orders: Self { Self("cafeteria.orders") }
}

/// The kitchen's queue, for programs of staff.
struct QueueAPI: Sendable {
    let services: CafeteriaServices

    private var site: Site { services.site }

    var routes: [Route] {
        [
            .get(CafeteriaPaths.apiQueue, allow: .permission(.cafeteriaKitchen), use: list)
                .summary("The active orders in the order in which they are wanted.").query("station", .id, "Only what this station has left to do."),
            .put(CafeteriaPaths.apiStatus, allow: .permission(.cafeteriaKitchen), use: move)
                .summary("Moves an order on, or one step back.").accepts(NewStatus.self),
        ]
    }

    /// What an order becomes.
    struct NewStatus: Codable, Sendable {
        var status: KitchenStatus
    }

    /// The statuses that the kitchen gives.
    enum KitchenStatus: String, Codable, Sendable, CaseIterable {
        case confirmed, preparing, ready, completed
    }

    func list(_ request: Request, _ member: Member) async throws -> [TicketAnswer] {
        let station = request.query["station"].flatMap { StationID($0) }
        // What was cancelled is shown to people until they have seen it; it is no active order.
        let queue = try await services.kitchen.queue(of: station)
        let active = queue.tickets.filter { $0.order.status.isActive }
        let tickets = active.filter { $0.order.status != .ready } + queue.later + active.filter { $0.order.status == .ready }
        return tickets.map { TicketAnswer($0, station: station) }
    }

    func move(_ request: Request, _ member: Member, _ id: OrderID) async throws -> TicketAnswer {
        let status = try request.json(NewStatus.self).status
        guard let wanted = OrderStatus(rawValue: status.rawValue) else { throw Problem.notFound }
        try await services.kitchen.move(id, to: wanted, by: member.id)
        return try await site.database.read { [orders = services.orders] db in
            guard let ticket = try Kitchen.tickets(of: [orders.find(id, in: db)], in: db).first else { throw Problem.notFound }
            return TicketAnswer(ticket, station: nil)
        }
    }
}
