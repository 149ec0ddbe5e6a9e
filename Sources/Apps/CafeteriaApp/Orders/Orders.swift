import Audit
import Core
import Crypto
import Database
import Events
import Foundation
import Jobs
import Payments
import Platform
import Web

/// Takes orders and carries them through payment, kitchen and counter; each step one transaction.
struct Orders: Sendable {
    let site: Site
    let menu: MenuBook
    let carts: Carts
    let payments: Payments
    let notifier: OrderNotifier

    /// Ends an order that nobody paid.
    static let deadline = Job<OrderPayload>("cafeteria.deadline")
    /// Within this time somebody is there who takes the order now; beyond it, a site without opening hours goes by its menu.
    /// An hour from now is said to the full minute, which is up to a minute more.
    private static let soon = Duration.seconds(3660)
    /// How far ahead an order can be placed.
    private static let farthest = Duration.days(2)

    struct OrderPayload: Codable, Sendable {
        let order: OrderID
    }

    /// What somebody wants besides what's in the cart.
    struct Wish: Sendable {
        /// nil: as soon as possible.
        var pickupAt: Instant?
        var instructions = ""
        var points = 0
        /// The ``PaymentProvider`` that takes the money.
        var provider: String
        var phone: KenyanPhone?
        /// Whether staff sell it at the counter: they hand out what is there, whatever the hours say, also while the kitchen takes no orders from
        /// phones.
        var isAtCounter = false
    }

    // MARK: Placing

    /// What an order would be: the cart at the time of pickup, and when it would be ready. The summary and the order itself begin here, so
    /// both keep the same rules.
    func preview(of person: PersonID, _ wish: Wish, in db: any Connection) throws -> (cart: Cart, plan: SlotPlan) {
        let cart = try carts.cart(of: person, for: wish.pickupAt, in: db)
        if wish.pickupAt != nil, cart.faulty.contains(where: { $0.fault == .notServedThen }) {
            let soonest = try carts.cart(of: person, in: db)
            let served = Set(soonest.orderable.map(\.line.id))
            let away = cart.faulty.filter { $0.fault == .notServedThen && served.contains($0.line.id) }
            guard away.isEmpty else { throw OrderRefusal.notServedThen(away.map(\.item.name), from: soonest.servedFrom.map(site.clockWords.time)) }
        }
        if wish.points > 0, try wish.points > PointsRule.mostUsable(of: Points.balance(of: person, in: db), for: cart.subtotal) {
            throw OrderRefusal.tooFewPoints
        }
        return (cart, try plan(cart, wish, in: db))
    }

    /// The same for a sale at the counter, which uses no points.
    func preview(_ lines: [CartLine], _ wish: Wish, in db: any Connection) throws -> (cart: Cart, plan: SlotPlan) {
        let cart = try carts.price(lines, for: site.clock.now(), in: db)
        return (cart, try plan(cart, wish, in: db))
    }

    private func plan(_ cart: Cart, _ wish: Wish, in db: any Connection) throws -> SlotPlan {
        guard !cart.orderable.isEmpty else { throw OrderRefusal.cartEmpty }
        guard wish.instructions.count <= Order.longestInstructions else { throw OrderRefusal.instructionsTooLong }
        guard wish.points >= 0, wish.points % PointsRule.step == 0 else { throw OrderRefusal.pointsNotInSteps }
        return try slots(for: cart, wish, in: db)
    }

    /// Places the order that was shown: checks, slots, portions, points, order and the payment's beginning are one transaction, answered when
    /// it is on disk.
    /// - Parameter digest: of the cart that the person confirmed.
    /// - Throws: ``OrderRefusal``, ``PaymentRefusal``.
    func place(_ wish: Wish, by person: PersonID, named customer: String, showing digest: String) async throws -> OrderID {
        try await site.write(by: person) { [self] write in
            let (cart, plan) = try preview(of: person, wish, in: write)
            guard cart.digest(points: wish.points) == digest else { throw OrderRefusal.changed }
            let order = try insert(cart, plan, wish, by: person, named: customer, in: write)
            try carts.clear(of: person, in: write)
            return order
        }
    }

    /// What a sale at the counter is besides what was tapped.
    struct Sale: Sendable {
        /// Empty where nobody gave a name.
        var customer = ""
        /// What the customer handed over, in the smallest unit; nil where it was the exact amount, or no cash.
        var given: Int?
        /// The order that wasn't paid in time and is sold again by it.
        var replaces: OrderID?
        /// Where it was kept until it is placed.
        var begun: BegunSale?
    }

    /// Sells at the counter: the same checks, slots, portions and payment as an order from a phone. Cash is taken in the same transaction.
    /// - Throws: ``OrderRefusal``, ``PaymentRefusal``.
    func place(_ lines: [CartLine], _ wish: Wish, as sale: Sale, showing digest: String, by staff: PersonID) async throws -> OrderID {
        try await site.write(by: staff) { [self] write in
            let (cart, plan) = try preview(lines, wish, in: write)
            guard cart.digest(points: 0) == digest else { throw OrderRefusal.changed }
            let id = try insert(cart, plan, wish, by: nil, named: sale.customer, in: write)
            let order = try find(id, in: write)
            if order.status == .pendingPayment, wish.provider == Self.cash { try takeCash(for: order, given: sale.given, in: write) }
            if let old = sale.replaces { try write.run("UPDATE cafeteria_order SET replaces_id = \(old) WHERE id = \(id)") }
            try sale.begun?.forget(in: write)
            return id
        }
    }

    /// The provider that is the counter itself.
    static let cash = "cash"

    /// The most that somebody hands over, in the smallest unit.
    private static let mostGiven = 1_000_000_00

    /// Why an order is cancelled that its customer cancels, in words for them.
    static let cancelledByCustomer: Text = "You cancelled the order."

    /// Why an order is cancelled that nobody paid, in words for its customer.
    static let notPaidInTime: Text = "It wasn’t paid in time."

    /// Cash as it is typed at the counter: `500`, `499,50`; nil for an empty field.
    static func given(_ text: String, for cost: Money) throws(OrderRefusal) -> Int? {
        guard !text.trimmed.isEmpty else { return nil }
        guard let money = Money(typed: text, currency: cost.currency), (cost.minor...max(cost.minor, mostGiven)).contains(money.minor) else {
            throw .tooLittleGiven(cost)
        }
        return money.minor
    }

    /// Takes cash for an order, whatever way to pay was begun before. Money that comes by that way all the same goes back by itself.
    /// - Parameter given: what was handed over; nil for the exact amount.
    func takeCash(for order: Order, given: Int?, in write: Write) throws {
        guard order.status == .pendingPayment else { throw OrderRefusal.notAllowed(from: order.status, to: .confirmed) }
        if let given, given < order.total { throw OrderRefusal.tooLittleGiven(order.cost) }
        let open = try payments.all(for: order.subject, in: write).first { $0.isOpen && $0.provider == Self.cash }
        if open == nil { try payments.abandon(order.subject, in: write) }
        let payment = try open?.id ?? payments.begin(order.subject, by: order.person, with: Self.cash, in: write)
        try payments.takeCash(payment, in: write)
        if let given { try write.run("UPDATE cafeteria_order SET cash_given = \(given) WHERE id = \(order.id)") }
    }

    private func insert(
        _ cart: Cart, _ plan: SlotPlan, _ wish: Wish, by person: PersonID?, named customer: String, in write: Write
    ) throws -> OrderID {
        let discount = PointsRule.discount(for: wish.points)
        let end = write.now + timeToPay(with: wish.provider)
        let id: OrderID = try write.insert(
            """
            INSERT INTO cafeteria_order (person_id, customer, status, subtotal, points, discount, currency, pickup_at, promised_at, instructions,
                payable_until, token, created_at, changed_at, changed_by)
            VALUES (\(person), \(customer), \(OrderStatus.pendingPayment), \(cart.subtotal), \(wish.points), \(discount),
                \(CafeteriaSettings.currency(site)), \(wish.pickupAt ?? cart.servedFrom), \(plan.readyAt), \(wish.instructions), \(end), \(Token().text), \(write.now),
                \(write.now), \(write.actor))
            """)
        for (position, line) in cart.orderable.enumerated() {
            try write.run(
                """
                INSERT INTO cafeteria_order_line (order_id, position, item_id, name, choices, choice_names, quantity, unit_price, station_id,
                    changed_at, changed_by)
                VALUES (\(id), \(position), \(line.item.id), \(line.item.name), \(line.line.choices.map(\.description).joined(separator: " ")),
                    \(line.choiceNames), \(line.line.quantity), \(line.unitPrice), \(line.item.station), \(write.now), \(write.actor))
                """)
        }
        try plan.take(for: id, in: write)
        try menu.takePortions(cart.orderable, on: plan.readyAt, in: write)
        if let person { try Points.reserve(wish.points, of: person, for: id, in: write) }
        try write.audit(.create, id, ["total": cart.subtotal - discount])
        // Nothing is left to pay after points.
        if cart.subtotal == discount {
            try confirm(id, in: write)
            try payments.issueReceipt(for: PaymentSubject(Order.kind, id.number), to: person, in: write)
        } else {
            try payments.begin(PaymentSubject(Order.kind, id.number), by: person, with: wish.provider, phone: wish.phone, in: write)
            let end = try payableUntil(find(id, in: write), with: wish.provider, in: write)
            try write.run("UPDATE cafeteria_order SET payable_until = \(end) WHERE id = \(id)")
            try write.enqueue(Self.deadline, OrderPayload(order: id), at: end, key: id.description)
            // Those at the counter see who still pays.
            try write.emit(Kitchen.topic, to: .permission(Permission.cafeteriaKitchen.rawValue), kind: "placed", ["order": id.number])
        }
        return id
    }

    private func slots(for cart: Cart, _ wish: Wish, in db: any Connection) throws -> SlotPlan {
        let now = site.clock.now()
        let pause = wish.isAtCounter ? nil : OrderingPause(of: site, at: now)
        let wanted = wish.pickupAt ?? cart.servedFrom ?? now
        if let pause, pause.until.map({ wanted < $0 }) ?? true {
            throw OrderRefusal.paused(
                earliest: pause.earliestPickup(preparing: cart.preparation).flatMap(open).map(site.clockWords.time), until: pause.untilWords)
        }
        // What is wanted after a pause is made after it.
        let start = pause?.until ?? now
        guard wanted >= now, wanted <= now + Self.farthest else { throw OrderRefusal.pickupWrong }
        let hours = wish.isAtCounter ? nil : site.configuration.openingHours[CafeteriaApp.manifest.id]
        let zone = site.configuration.zone
        if let hours, !hours.isOpen(at: wanted, in: zone) { throw OrderRefusal.closed }
        if hours == nil, wanted > now + Self.soon, let served = try menu.served(onDayOf: wanted, in: db), !served.contains(wanted) {
            throw OrderRefusal.outsideServing(from: site.clockWords.time(served.lowerBound), until: site.clockWords.time(served.upperBound))
        }
        var end = wanted + .seconds(6 * 3600)
        if case .closes(let moment)? = hours?.nextChange(after: wanted, in: zone) { end = min(end, moment) }
        let kitchen = try KitchenCapacity(in: db)
        if let pickup = wish.pickupAt ?? cart.servedFrom, let plan = try SlotPlan.ready(at: pickup, cart.work, from: start, free: kitchen.free),
            pickup >= start + cart.preparation
        {
            return plan
        }
        let soonest = try SlotPlan.soonest(cart.work, from: start, until: end, preparation: cart.preparation, free: kitchen.free)
        // What is ready once nobody serves it any more is no offer; staff at the counter hand out what is there.
        if !wish.isAtCounter, let last = cart.servedUntil, soonest.map({ $0.readyAt > last }) ?? true {
            throw OrderRefusal.servedUntil(site.clockWords.time(last))
        }
        guard let soonest, soonest.readyAt <= end, wish.pickupAt == nil else {
            throw OrderRefusal.kitchenFull(soonest.map { site.clockWords.time($0.readyAt) })
        }
        // It is shown to the minute and has to stay true while somebody reads it and pays.
        let edge = Slot(at: soonest.readyAt - .milliseconds(1)).end
        return edge <= end ? SlotPlan(shares: soonest.shares, readyAt: edge) : soonest
    }

    /// When serving ends today, where that still comes: by the opening hours, or where the site has none, with the last thing on the menu.
    func closing(in db: any Connection) throws -> Instant? {
        let (now, zone) = (site.clock.now(), site.configuration.zone)
        guard let hours = site.configuration.openingHours[CafeteriaApp.manifest.id] else {
            return try menu.served(onDayOf: now, in: db)?.upperBound
        }
        guard hours.isOpen(at: now, in: zone), case .closes(let moment)? = hours.nextChange(after: now, in: zone) else { return nil }
        return menu.day(of: moment) == menu.day(of: now) ? moment : nil
    }

    /// A moment, or where the cafeteria is closed then, the next one at which it opens; nil where it never does.
    func open(from moment: Instant) -> Instant? {
        let zone = site.configuration.zone
        guard let hours = site.configuration.openingHours[CafeteriaApp.manifest.id], !hours.isOpen(at: moment, in: zone) else { return moment }
        guard case .opens(let opening)? = hours.nextChange(after: moment, in: zone) else { return nil }
        return opening
    }

    // MARK: Steps

    /// An order by its id.
    func find(_ id: OrderID, in db: any Connection) throws -> Order {
        guard let order = try db.first(.order(id)) else { throw Problem.notFound }
        return order
    }

    /// The money is here, or nothing is to be paid (CAF-028). The kitchen begins now, so whoever paid late is promised a later time.
    func confirm(_ id: OrderID, in write: Write) throws {
        let minutes: Int = try write.one(
            """
            SELECT COALESCE(MAX(i.preparation), 0) FROM cafeteria_order_line l JOIN cafeteria_item i ON i.id = l.item_id WHERE l.order_id = \(id)
            """)
        let soonest = write.now + .seconds(60 * minutes)
        let later = Slot(at: soonest - .milliseconds(1)).end
        try write.run("UPDATE cafeteria_order SET promised_at = \(later) WHERE id = \(id) AND promised_at < \(soonest)")
        let order = try move(id, to: .confirmed, in: write)
        try site.countPaid(order, in: write)
        if let person = order.person { try Points.settle(order.points, of: person, for: id, in: write) }
        try write.withdraw(Self.deadline, key: id.description)
        try write.emit(Kitchen.topic, to: .permission(Permission.cafeteriaKitchen.rawValue), kind: "new", ["order": id.number])
    }

    /// Cancels an order: slots, portions, points and money go back (CAF-029, CAF-037). What was being cooked is no portion any more.
    /// - Parameters:
    ///   - reason: in words for the customer.
    ///   - isByStaff: who works here can cancel at any time, customers until the kitchen has begun.
    func cancel(_ id: OrderID, because reason: Text, isByStaff: Bool = false, in write: Write) throws {
        let order = try find(id, in: write)
        guard isByStaff || order.status.canBeCancelled else { throw OrderRefusal.cannotCancel }
        guard order.status.next.contains(.cancelled) else { throw OrderRefusal.notAllowed(from: order.status, to: .cancelled) }
        // The payment first, as where it is confirmed: PostgreSQL ends one of two that take both in different orders.
        try payments.abandon(order.subject, in: write)
        for payment in try payments.all(for: order.subject, in: write) where payment.isPaid {
            try payments.refund(payment.id, because: reason, in: write)
        }
        try move(id, to: .cancelled, because: reason, in: write)
        try write.run("UPDATE cafeteria_order SET cancel_reason = \(try StoredJSON(reason)) WHERE id = \(id)")
        try site.countCancelled(order, in: write)
        try SlotPlan.release(id, in: write)
        if order.status.canBeCancelled {
            for line in try write.all(.lines(of: [id])) { try menu.giveBack(line.item, line.quantity, order.promisedAt, in: write) }
        }
        if let person = order.person { try Points.withdraw(order.earned, from: person, for: id, in: write) }
        if order.status != .pendingPayment {
            try Points.giveBack(order.points, to: order.person, for: id, in: write)
        } else if let person = order.person {
            try Points.release(order.points, of: person, for: id, in: write)
        }
        try write.withdraw(Self.deadline, key: id.description)
        try payments.creditReceipt(of: order.subject, because: reason, in: write)
    }

    /// Moves an order on, and tells the customer and the kitchen.
    @discardableResult
    func move(_ id: OrderID, to status: OrderStatus, because reason: Text? = nil, in write: Write) throws -> Order {
        let order = try find(id, in: write)
        guard order.status.next.contains(status) else { throw OrderRefusal.notAllowed(from: order.status, to: status) }
        try write.run(
            """
            UPDATE cafeteria_order SET status = \(status), \(times(of: status, write.now)), changed_at = \(write.now), changed_by = \(write.actor) WHERE id = \(id)
            """)
        try write.audit(.update, id, ["from": order.status.rawValue, "to": status.rawValue])
        if let person = order.person {
            try write.emit(order.topic, to: .person(person), kind: "status", ["status": status.rawValue])
            try notifier.tell(person, order, status, because: reason, in: write)
        }
        try write.emit(Kitchen.topic, to: .permission(Permission.cafeteriaKitchen.rawValue), kind: "status", ["order": id.number])
        try write.emit(Displays.topic, to: .everyone, kind: "changed", [String: String]())
        return order
    }

    /// When it came to a status; a step that is taken back takes the later times with it.
    private func times(of status: OrderStatus, _ now: Instant) -> SQL {
        let confirmed: SQL = "confirmed_at = COALESCE(confirmed_at, \(now)), started_at = NULL, ready_at = NULL"
        let started: SQL = "started_at = COALESCE(started_at, \(now)), ready_at = NULL"
        let ready: SQL = "ready_at = COALESCE(ready_at, \(now)), completed_at = NULL"
        return switch status {
        case .confirmed, .pendingPayment: confirmed
        case .preparing: started
        case .ready: ready
        case .completed: "completed_at = \(now)"
        case .cancelled: "cancelled_at = \(now)"
        }
    }

    /// The work of ``deadline``.
    var deadlineJob: JobKind {
        JobKind(Self.deadline) { work, _ in
            try await site.write(by: nil, once: nil) { [self] write in
                let order = try find(work.order, in: write)
                guard order.status == .pendingPayment, order.payableUntil <= write.now else { return }
                try cancel(order.id, because: Self.notPaidInTime, in: write)
            }
        }
    }
}
