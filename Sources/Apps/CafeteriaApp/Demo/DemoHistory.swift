import Core
import Crypto
import Database
import Payments
import Platform
import Statistics

/// Two months of orders that were picked up, so that a demo's popular items and figures look as they do where people eat every day, and have a
/// month to be compared with. They were paid in cash by people whom nobody asked for a name.
struct DemoHistory {
    let site: Site
    let menu: MenuBook
    let payments: Payments

    private static let days = 60
    /// When people come: minutes after midnight, and how far around.
    private static let peaks = [(8 * 60 + 10, 40), (12 * 60 + 40, 55), (12 * 60 + 20, 40), (17 * 60 + 20, 60)]

    /// Writes the days that are over; a site that has orders keeps its own.
    func fill() async throws {
        let (items, isUsed) = try await site.database.read { db in
            (try db.all(.menu), try db.first("SELECT id FROM cafeteria_order ORDER BY id LIMIT 1" as Query<OrderID>) != nil)
        }
        guard !isUsed else { return }
        let today = Day(site.clock.now(), in: site.configuration.zone)
        // All at once: what counts the orders of the past finds none of these, or every one.
        try await site.write(by: nil) { [menu] write in
            for ago in (1...Self.days).reversed() { try fill(today.adding(-ago), items, in: write) }
            try write.countPast(of: [.orders, .revenue])
            try write.invalidate(menu.lists.shared)
        }
    }

    private func fill(_ day: Day, _ items: [MenuItem], in write: Write) throws {
        let start = day.start(in: site.configuration.zone)
        let isWeekend = menu.time(of: start + .seconds(12 * 3600)).weekday > 4
        var sales: [(portions: [(item: MenuItem, quantity: Int)], moment: Instant, late: Int)] = []
        for number in 0..<(isWeekend ? 5 : 18) + chance("\(day) count", 9) {
            let name = "\(day) \(number)"
            let (peak, spread) = Self.peaks[chance("\(name) peak", Self.peaks.count)]
            let moment = start + .seconds(60 * (peak - spread + chance("\(name) minute", 2 * spread)) + chance("\(name) second", 60))
            let offered = items.filter { $0.canBeOrdered(at: menu.time(of: moment)) }
            guard !offered.isEmpty else { continue }
            let portions = (0...chance("\(name) lines", 3)).map { line in
                (offered[chance("\(name) item \(line)", offered.count)], chance("\(name) two \(line)", 4) == 0 ? 2 : 1)
            }
            sales.append((portions, moment, chance("\(name) late", 11) - 6))
        }
        // Receipts are numbered in the order of time.
        for sale in sales.sorted(by: { $0.moment < $1.moment }) { try add(sale.portions, at: sale.moment, late: sale.late, in: write) }
    }

    /// - Parameter late: minutes after what was promised.
    private func add(_ portions: [(item: MenuItem, quantity: Int)], at moment: Instant, late: Int, in write: Write) throws {
        let promised = moment + .seconds(60 * (5 + (portions.map(\.item.preparation).max() ?? 0)))
        let ready = promised + .seconds(60 * late)
        let total = portions.reduce(0) { $0 + $1.item.price * $1.quantity }
        let id: OrderID = try write.insert(
            """
            INSERT INTO cafeteria_order (customer, status, subtotal, points, discount, currency, promised_at, instructions, payable_until, token,
                created_at, confirmed_at, started_at, ready_at, completed_at, changed_at)
            VALUES ('', \(OrderStatus.completed), \(total), 0, 0, \(CafeteriaSettings.currency(site)), \(promised), '',
                \(moment + Order.timeToPay), \(Token().text), \(moment), \(moment), \(moment + .seconds(60)), \(ready), \(ready + .seconds(150)),
                \(write.now))
            """)
        for (position, portion) in portions.enumerated() {
            try write.run(
                """
                INSERT INTO cafeteria_order_line (order_id, position, item_id, name, choices, choice_names, quantity, unit_price, station_id, changed_at)
                VALUES (\(id), \(position), \(portion.item.id), \(portion.item.name), '', '', \(portion.quantity), \(portion.item.price),
                    \(portion.item.station), \(write.now))
                """)
        }
        // What costs nothing has nothing to pay.
        guard total > 0 else { return }
        let cost = Money(minor: total, currency: CafeteriaSettings.currency(site))
        let subject = PaymentSubject(Order.kind, id.number)
        try payments.addPastCash(subject, cost, line: "Order \(Order.number(of: id.number))", at: moment, in: write)
    }

    /// The same number below a limit for the same words: every demo looks alike.
    private func chance(_ words: String, _ limit: Int) -> Int {
        let hash = UInt64.fnv1a(words.utf8)
        return Int((hash ^ hash >> 29) % UInt64(limit))
    }
}

/// What the demo's kitchen has to do when somebody first looks: sold at the counter by the same way as everything else.
struct DemoQueue {
    let services: CafeteriaServices

    /// Who waits for what, and how far it is.
    private static let orders: [(customer: String, items: [String], status: OrderStatus)] = [
        ("Amina", ["Githeri", "Passion fruit juice"], .ready),
        ("Joseph", ["Lentil stew with rice"], .preparing),
        ("Achieng", ["Mandazi, three pieces", "Water, half a litre"], .confirmed),
        ("Peter", ["Samosa, beef", "Samosa, peas and potato"], .confirmed),
    ]

    func fill(by cook: PersonID) async throws {
        let (items, isWorking) = try await services.site.database.read { db in
            (try db.all(.menu), try !db.all(Query<Order>.active).isEmpty)
        }
        guard !isWorking else { return }
        let byName = Dictionary(items.map { ($0.name, $0.id) }) { first, _ in first }
        for order in Self.orders where !Task.isCancelled {
            var sale = CounterSale()
            for name in order.items { if let item = byName[name] { try sale.add(item, [], 1) } }
            let (lines, wish) = (sale.lines, Orders.Wish(provider: Orders.cash))
            let cart = try await services.site.database.read { [services] db in try services.orders.preview(lines, wish, in: db).cart }
            let id = try await services.orders.place(
                lines, wish, as: Orders.Sale(customer: order.customer), showing: cart.digest(points: 0), by: cook)
            for status in [OrderStatus.preparing, .ready] where order.status != .confirmed {
                try await services.kitchen.move(id, to: status, by: cook)
                if status == order.status { break }
            }
            if order.status == .ready { try await begin(id, earlier: .seconds(9 * 60)) }
        }
    }

    /// Food that is ready took its time: without it the day would begin with nobody waiting at all.
    private func begin(_ id: OrderID, earlier: Duration) async throws {
        let earlier = earlier.wholeMilliseconds
        try await services.site.write(by: nil) { write in
            try write.run(
                """
                UPDATE cafeteria_order SET created_at = created_at - \(earlier), confirmed_at = confirmed_at - \(earlier),
                    started_at = started_at - \(earlier), promised_at = promised_at - \(earlier), changed_at = \(write.now)
                WHERE id = \(id)
                """)
        }
    }
}
