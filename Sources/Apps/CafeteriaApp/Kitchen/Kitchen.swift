import Core
import Database
import Events
import Platform

/// What those who cook see and do.
struct Kitchen: Sendable {
    /// The topic of what changes in the queue.
    static let topic = "cafeteria.kitchen"

    let site: Site
    let orders: Orders

    /// An order with what is in it.
    struct Ticket: Sendable {
        let order: Order
        let lines: [OrderLine]

        /// How late it is: minutes after what was promised; less than 0 while there is time.
        func lateness(at now: Instant) -> Int { Int((now - order.promisedAt).wholeMilliseconds / 60_000) }
    }

    /// The active orders in the order in which they are wanted; those of one station with its lines alone.
    func queue(of station: StationID?) async throws -> (tickets: [Ticket], stations: [Station], sequence: Int64) {
        try await site.database.read { [site] db in
            let orders = try db.all(Query<Order>.active)
            let lines = Dictionary(grouping: try db.all(.lines(of: orders.map(\.id))), by: \.order)
            let tickets = orders.compactMap { order -> Ticket? in
                let own = (lines[order.id] ?? []).filter { station == nil || $0.station == station }
                return own.isEmpty ? nil : Ticket(order: order, lines: own)
            }
            return (tickets, try db.all(Query<Station>.all), try site.events.head(in: db))
        }
    }

    /// Moves an order on or back by one tap; completing one earns its points (CAF-038, CAF-043).
    func move(_ id: OrderID, to status: OrderStatus, by person: PersonID) async throws {
        try await site.write(by: person) { [orders] write in
            let order = try orders.move(id, to: status, in: write)
            guard status == .completed, order.earned == 0, let customer = order.person else { return }
            let factor = try Promotion.factor(at: write.now, in: write)
            let earned = PointsRule.earned(for: order.total, times: factor)
            try Points.earn(earned, by: customer, for: id, in: write)
            try write.run("UPDATE cafeteria_order SET earned = \(earned) WHERE id = \(id)")
        }
    }
}

/// A time in which points count more (CAF-039).
struct Promotion {
    /// What points are multiplied with at a moment: the highest that runs.
    static func factor(at moment: Instant, in db: any Connection) throws -> Int {
        let factor: Int? = try db.first(
            "SELECT factor FROM cafeteria_promotion WHERE starts_at <= \(moment) AND ends_at > \(moment) ORDER BY factor DESC LIMIT 1")
        return factor ?? 1
    }
}
