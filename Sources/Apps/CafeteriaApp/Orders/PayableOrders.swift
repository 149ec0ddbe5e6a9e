import Core
import Database
import Events
import Payments
import Platform
import Web

/// Orders as things that are paid for.
struct PayableOrders: Payable {
    let orders: Orders
    let kind = Order.kind
    let name: Text = "Cafeteria order"
    var receiptReaders: Permission? { .cafeteriaKitchen }

    func staffPath(of id: Int64) -> String? { CafeteriaPaths.counterOrder(OrderID(id)) }

    /// By the three digits that are called out, also as “Order 042” or “#042”, and by the name of somebody without an account.
    func search(_ words: String, limit: Int, in db: any Connection) throws -> [Int64] {
        if let digits = words.firstMatch(of: /^\D*([0-9]{1,3})$/)?.output.1, let number = Int64(digits) {
            let newest = try db.one("SELECT COALESCE(max(id), 0) FROM cafeteria_order" as Query<Int64>)
            // Numbers come again after a thousand orders.
            let first = newest - (newest - number % 1000 + 1000) % 1000
            return Array(stride(from: first, to: 0, by: -1000).prefix(limit))
        }
        let name = SQL.contains(words.lowercased(), in: "lower(customer)")
        return try db.all("SELECT id FROM cafeteria_order WHERE person_id IS NULL AND \(sql: name) ORDER BY id DESC LIMIT \(limit)" as Query<Int64>)
    }

    func customers(of ids: Set<Int64>, in db: any Connection) throws -> [Int64: String] {
        let rows = try db.all(
            "SELECT id, customer FROM cafeteria_order WHERE id IN \(list: ids.sorted()) AND customer <> '' ORDER BY id LIMIT \(ids.count)"
                as Query<Row2<Int64, String>>)
        return Dictionary(rows.map { ($0.first, $0.second) }) { first, _ in first }
    }

    func quote(for id: Int64, in db: any Connection) throws -> Quote? {
        guard let order = try db.first(.order(OrderID(id))), order.status == .pendingPayment else { return nil }
        return Quote(cost: order.cost, line: "Order \(order.number)", payableUntil: order.payableUntil)
    }

    func sale(of id: Int64, in db: any Connection) throws -> Sale? {
        guard let order = try db.first(.order(OrderID(id))) else { return nil }
        return Sale(
            "Order \(order.number)", path: CafeteriaPaths.order(order.id),
            lines: try db.all(.lines(of: [order.id])).map {
                Sale.Line($0.name, details: $0.choiceNames, quantity: $0.quantity, amount: $0.total)
            }, discounts: order.discount > 0 ? [Sale.Discount("\(order.points) points", amount: order.discount)] : [],
            currency: order.currency)
    }

    func isCancelled(_ id: Int64, in db: any Connection) throws -> Bool { try db.first(.order(OrderID(id)))?.status == .cancelled }

    func cancellation(of id: Int64, in db: any Connection) throws -> Text? {
        try db.first(.order(OrderID(id)))?.status.isOver == false ? "Also cancel the order" : nil
    }

    func cancel(_ id: Int64, because reason: Text, in write: Write) throws {
        try orders.cancel(OrderID(id), because: reason, isByStaff: true, in: write)
    }

    func receive(_ payment: Payment, for id: Int64, in write: Write) throws -> Reception {
        let order = try orders.find(OrderID(id), in: write)
        switch order.status {
        case .pendingPayment:
            try orders.confirm(order.id, in: write)
            // It may have been asked for again since.
            try orders.payments.abandon(order.subject, in: write)
            return .keep
        case .cancelled: return .sendBack("The payment came after the order was cancelled.")
        case .confirmed, .preparing, .ready, .completed: return .sendBack("The order was paid already.")
        }
    }

    func conclude(_ outcome: PaymentOutcome, of payment: Payment, for id: Int64, in write: Write) throws {
        // What became of money shows on the order's page. An order that isn't paid in time has its own end.
        let order = try orders.find(OrderID(id), in: write)
        if case .refunded = outcome { try orders.countRefund(of: order, in: write) }
        try write.emit(Kitchen.topic, to: .permission(Permission.cafeteriaKitchen.rawValue), kind: "payment", ["order": id])
        guard let person = payment.person else { return }
        try write.emit(Order.topic(OrderID(id)), to: .person(person), kind: "payment", [String: String]())
        if case .refunded = outcome {
            try orders.notifier.tellRefund(person, order, payment.amount, in: write)
        }
    }
}
