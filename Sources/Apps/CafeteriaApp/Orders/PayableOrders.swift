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

    func receive(_ payment: Payment, for id: Int64, in write: Write) throws -> Reception {
        let order = try orders.find(OrderID(id), in: write)
        switch order.status {
        case .pendingPayment:
            try orders.confirm(order.id, in: write)
            return .keep
        case .cancelled: return .sendBack("The payment came after the order was cancelled.")
        case .confirmed, .preparing, .ready, .completed: return .sendBack("The order was paid already.")
        }
    }

    func conclude(_ outcome: PaymentOutcome, of payment: Payment, for id: Int64, in write: Write) throws {
        // What became of money shows on the order's page. An order that isn't paid in time has its own end.
        try write.emit(Kitchen.topic, to: .permission(Permission.cafeteriaKitchen.rawValue), kind: "payment", ["order": id])
        guard let person = payment.person else { return }
        try write.emit(Order.topic(OrderID(id)), to: .person(person), kind: "payment", [String: String]())
        if case .refunded = outcome {
            try orders.notifier.tellRefund(person, try orders.find(OrderID(id), in: write), payment.amount, in: write)
        }
    }
}
