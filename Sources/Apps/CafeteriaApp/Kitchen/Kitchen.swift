import Core
import Database
import Events
import Payments
import Platform
import Web

/// What those who cook see and do.
struct Kitchen: Sendable {
    /// The topic of what changes in the queue.
    static let topic = "cafeteria.kitchen"
    /// How long an order that is over can be recalled.
    static let recallable = Duration.seconds(12 * 3600)
    /// How long before it is wanted an order for later becomes work at the latest.
    static let lead = Duration.seconds(20 * 60)

    let site: Site
    let orders: Orders

    /// An order with what is in it and which stations have finished their part.
    struct Ticket: Sendable {
        let order: Order
        let lines: [OrderLine]
        let done: Set<StationID>
        /// Whether its money was given back.
        let isRefunded: Bool
        /// When each station has to begin, of an order that is wanted at a time; empty for one that is wanted as soon as possible.
        let begins: [StationID: Instant]

        /// When a station has to begin; without a station, the first of them.
        func begin(at station: StationID?) -> Instant? { station.map { begins[$0] } ?? begins.values.min() }

        /// Whether it was cancelled while it was work: begun, or wanted soon. What stood ready then was made, and nobody has to stop.
        var isStopped: Bool {
            guard order.status == .cancelled, let moment = order.cancelledAt, order.readyAt == nil else { return false }
            return order.startedAt != nil || begin(at: nil).map { $0 <= moment } ?? true
        }

        /// Whether those who make it still have to be told that it was cancelled; without a station, anybody.
        func mustStop(at station: StationID?) -> Bool {
            isStopped && stations.contains { (station == nil || $0 == station) && !done.contains($0) }
        }

        func timing(at now: Instant) -> Timing { Timing(order, at: now) }

        /// Whether a station has no need to think of it yet; one that was started early is work like any other.
        func isForLater(at now: Instant, for station: StationID?) -> Bool {
            order.status == .confirmed && begin(at: station).map { $0 > now } ?? false
        }

        /// Whether a station has something to make of it by now; without a station, the kitchen.
        func isWork(at now: Instant, for station: StationID?) -> Bool { !open(for: station).isEmpty && !isForLater(at: now, for: station) }

        var stations: Set<StationID> { Set(lines.map(\.station)) }

        /// What a station has left to do; without a station, what the kitchen has.
        func open(for station: StationID?) -> [OrderLine] {
            guard order.status == .confirmed || order.status == .preparing else { return [] }
            return lines.filter { !done.contains($0.station) && (station == nil || $0.station == station) }
        }
    }

    /// Everything that one screen shows.
    struct Queue: Sendable {
        /// Those of one station, or all; what is ready stands last, since nobody cooks it any more.
        let tickets: [Ticket]
        /// What need not be begun yet, the soonest first.
        let later: [Ticket]
        let stations: [Station]
        /// How many orders are still to be made: neither ready nor cancelled, nor for later.
        let count: Int
        /// How many of them each station has a part of that it hasn't finished.
        let counts: [StationID: Int]
        /// How many are left to make, by name, the most first.
        let totals: [Total]
        /// What this screen finished last, the latest first.
        let recent: [Ticket]
        /// The place in the event stream at which this was read.
        let sequence: Int64
    }

    /// Portions of one item over all open orders.
    struct Total: Sendable, Equatable {
        let name: String
        let quantity: Int
    }

    /// The active orders in the order in which they are wanted (CAF-042). A station sees the orders that it has a part of, until it has
    /// finished that part.
    func queue(of station: StationID?) async throws -> Queue {
        let now = site.clock.now()
        return try await site.database.read { [site] db in
            let all = try Self.tickets(of: db.all(Query<Order>.active), in: db)
            let stations = try db.all(Query<Station>.all)
            let cancelled = try Self.tickets(of: db.all(.cancelled(since: now - Self.recallable, limit: 100)), in: db)
            let own = all.filter { station == nil || !$0.open(for: station).isEmpty }
            let (later, shown) = (own.filter { $0.isForLater(at: now, for: station) }, own.filter { !$0.isForLater(at: now, for: station) })
            // Each keeps its place in the queue until somebody has seen that it was cancelled.
            let queued = (shown.filter { $0.order.status != .ready } + cancelled.filter { $0.mustStop(at: station) })
                .sorted { ($0.order.promisedAt, $0.order.id) < ($1.order.promisedAt, $1.order.id) }
            let over: [Ticket]
            if let station {
                over =
                    cancelled.filter { $0.stations.contains(station) }
                    + all.filter { $0.stations.contains(station) && $0.open(for: station).isEmpty }.reversed()
            } else {
                let handedOver = try Self.tickets(of: db.all(.handedOver(since: now - Self.recallable, limit: 20)), in: db)
                over = (handedOver + cancelled).sorted { ($0.order.overAt, $0.order.id) > ($1.order.overAt, $1.order.id) }
            }
            return Queue(
                tickets: queued + shown.filter { $0.order.status == .ready },
                later: later, stations: stations,
                count: all.count { $0.isWork(at: now, for: nil) },
                counts: Dictionary(stations.map { one in (one.id, all.count { $0.isWork(at: now, for: one.id) }) }) { first, _ in first },
                totals: Self.totals(shown.flatMap { $0.open(for: station) }),
                recent: Array(over.prefix(20)),
                sequence: try site.events.head(in: db))
        }
    }

    static func tickets(of orders: [Order], in db: any Connection) throws -> [Ticket] {
        let ids = orders.map(\.id)
        let lines = Dictionary(grouping: try db.all(.lines(of: ids)), by: \.order)
        let parts = try db.all(
            "SELECT order_id, station_id FROM cafeteria_order_part WHERE order_id IN \(list: ids) ORDER BY order_id, station_id LIMIT 20000"
                as Query<Row2<OrderID, StationID>>)
        let done = Dictionary(grouping: parts, by: \.first)
        let refunded = try Payments.refunded(Order.kind, ids.map(\.number), in: db)
        let work = try Dictionary(grouping: db.all(.work(of: orders.filter { $0.pickupAt != nil }.map(\.id))), by: \.order)
        return orders.map { order in
            Ticket(
                order: order, lines: lines[order.id] ?? [], done: Set((done[order.id] ?? []).map(\.second)),
                isRefunded: refunded.contains(order.id.number),
                begins: Dictionary((work[order.id] ?? []).map { ($0.station, $0.begin(for: order.promisedAt)) }) { first, _ in first })
        }
    }

    private static func totals(_ lines: [OrderLine]) -> [Total] {
        let sums = lines.reduce(into: [String: Int]()) { $0[$1.name, default: 0] += $1.quantity }
        return sums.map { Total(name: $0.key, quantity: $0.value) }.sorted { ($1.quantity, $0.name) < ($0.quantity, $1.name) }
    }

    // MARK: Steps

    /// Moves a whole order on or back by one tap; completing one earns its points (CAF-038, CAF-043).
    func move(_ id: OrderID, to status: OrderStatus, by person: PersonID) async throws {
        try await site.write(by: person) { [self] write in
            let order = try step(id, to: status, in: write)
            switch status {
            // Who finishes the whole order finishes it for every station, and who takes that back opens it for every station.
            case .ready, .completed: for station in try stations(of: id, in: write) { try mark(id, station, in: write) }
            case .confirmed, .preparing: try write.run("DELETE FROM cafeteria_order_part WHERE order_id = \(id)")
            case .pendingPayment, .cancelled: break
            }
            guard status == .completed, order.earned == 0, let customer = order.person else { return }
            let factor = try Promotion.factor(at: write.now, in: write)
            let earned = PointsRule.earned(for: order.total, times: factor)
            try Points.earn(earned, by: customer, for: id, in: write)
            try write.run("UPDATE cafeteria_order SET earned = \(earned) WHERE id = \(id)")
        }
    }

    /// A station has finished its part, or takes that back. The last station to finish makes the order ready; the others see nothing of it
    /// but a tick.
    func finish(_ id: OrderID, at station: StationID, _ isDone: Bool, by person: PersonID) async throws {
        try await site.write(by: person) { [self] write in
            let order = try orders.find(id, in: write)
            let stations = try stations(of: id, in: write)
            guard stations.contains(station) else { throw Problem.notFound }
            guard order.status.isActive else { throw OrderRefusal.notAllowed(from: order.status, to: isDone ? .ready : .preparing) }
            if isDone {
                try mark(id, station, in: write)
                let done = try Set(
                    write.all("SELECT station_id FROM cafeteria_order_part WHERE order_id = \(id) ORDER BY station_id" as Query<StationID>))
                if done.isSuperset(of: stations) {
                    if order.status != .ready { try step(id, to: .ready, in: write) }
                } else if order.status == .confirmed {
                    try step(id, to: .preparing, in: write)
                }
            } else {
                try write.run("DELETE FROM cafeteria_order_part WHERE order_id = \(id) AND station_id = \(station)")
                if order.status == .ready { try step(id, to: .preparing, in: write) }
            }
            try write.emit(Self.topic, to: .permission(Permission.cafeteriaKitchen.rawValue), kind: "status", ["order": id.number])
        }
    }

    /// A step of the kitchen: it neither takes payments nor cancels.
    @discardableResult
    private func step(_ id: OrderID, to status: OrderStatus, in write: Write) throws -> Order {
        let order = try orders.find(id, in: write)
        guard order.status != .pendingPayment else { throw OrderRefusal.notAllowed(from: order.status, to: status) }
        return try orders.move(id, to: status, in: write)
    }

    /// Puts a cancelled order away that somebody has seen.
    /// - Parameter station: whose cook saw it; nil for those of all.
    func dismiss(_ id: OrderID, at station: StationID?, by person: PersonID) async throws {
        try await site.write(by: person) { [self] write in
            let order = try orders.find(id, in: write)
            guard order.status == .cancelled else { throw OrderRefusal.notAllowed(from: order.status, to: .cancelled) }
            for one in try stations(of: id, in: write) where station == nil || one == station { try mark(id, one, in: write) }
            try write.emit(Self.topic, to: .permission(Permission.cafeteriaKitchen.rawValue), kind: "status", ["order": id.number])
        }
    }

    private func stations(of id: OrderID, in write: Write) throws -> Set<StationID> { Set(try write.all(.lines(of: [id])).map(\.station)) }

    private func mark(_ id: OrderID, _ station: StationID, in write: Write) throws {
        try write.run(
            """
            INSERT INTO cafeteria_order_part (order_id, station_id, changed_at, changed_by)
            VALUES (\(id), \(station), \(write.now), \(write.actor)) ON CONFLICT (order_id, station_id) DO NOTHING
            """)
    }
}

/// How an order stands to the clock; `kitchen.js` counts on by the same limits.
enum Timing: Equatable {
    /// So many minutes are left, more than three.
    case early(Int)
    /// So many minutes are left, three at most.
    case due(Int)
    /// It is so many minutes late.
    case late(Int)

    init(_ order: Order, at now: Instant) {
        let left = (order.promisedAt - now).wholeMilliseconds
        let minutes = Int(clamping: (abs(left) + (left > 0 ? 59_999 : 0)) / 60_000)
        self =
            if left > 0 {
                minutes > 3 ? .early(minutes) : .due(minutes)
            } else {
                minutes == 0 ? .due(0) : .late(minutes)
            }
    }

    var name: String {
        switch self {
        case .early: "early"
        case .due: "due"
        case .late: "late"
        }
    }

    var words: Text {
        switch self {
        case .due(0): "Due now"
        case .early(let minutes) where minutes > 60: "\(minutes / 60) h \(minutes % 60) min left"
        case .early(let minutes), .due(let minutes): "\(minutes) min left"
        case .late(let minutes) where minutes > 60: "\(minutes / 60) h \(minutes % 60) min late"
        case .late(let minutes): "\(minutes) min late"
        }
    }
}
