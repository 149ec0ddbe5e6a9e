import Core
import Database
import Payments
import Web

/// One order as its customer's programs read it; money in the currency's smallest unit.
struct OrderAnswer: JSONAnswer, Codable {
    let id: OrderID
    /// What is called out.
    let number: String
    let status: OrderStatus
    let lines: [OrderLineJSON]
    let subtotal: Int
    let points: Int
    let discount: Int
    let total: Int
    let currency: String
    let instructions: String
    let promisedAt: Instant
    /// Until when it can be paid; absent once it needs no payment.
    let payableUntil: Instant?
    let createdAt: Instant
    let completedAt: Instant?
    /// Points that it earned.
    let earned: Int
    let cancelReason: String?
    /// What the code says that is shown at the counter; absent once it is over.
    let code: String?
    let payments: [PaymentJSON]
    let page: String

    struct PaymentJSON: Codable, Sendable {
        let provider: String
        let status: PaymentStatus
        let amount: Int
        let receipt: String?
        let failure: String?
    }
}

/// A line of an order as programs read it.
struct OrderLineJSON: Codable, Sendable {
    let item: MenuItemID
    let name: String
    let choiceNames: String
    let quantity: Int
    let unitPrice: Int
    let station: StationID

    init(_ line: OrderLine) {
        item = line.item
        name = line.name
        choiceNames = line.choiceNames
        quantity = line.quantity
        unitPrice = line.unitPrice
        station = line.station
    }
}

extension OrderAnswer {
    /// An order before it is put into the words of whoever asks.
    struct Facts: Sendable {
        let order: Order
        let lines: [OrderLine]
        let payments: [Payment]

        var id: OrderID { order.id }

        func told(to request: Request) -> OrderAnswer {
            OrderAnswer(
                id: order.id, number: order.number, status: order.status, lines: lines.map(OrderLineJSON.init), subtotal: order.subtotal,
                points: order.points, discount: order.discount, total: order.total, currency: order.currency, instructions: order.instructions,
                promisedAt: order.promisedAt, payableUntil: order.status == .pendingPayment ? order.payableUntil : nil, createdAt: order.createdAt,
                completedAt: order.completedAt, earned: order.earned, cancelReason: order.cancelReason.map(request.render),
                code: order.status.isOver ? nil : order.token,
                payments: payments.map { payment in
                    PaymentJSON(
                        provider: payment.provider, status: payment.status, amount: payment.amount.minor, receipt: payment.receipt?.number,
                        failure: payment.failure.map(request.render))
                }, page: CafeteriaPaths.order(order.id))
        }
    }

    static func read(_ orders: [Order], _ payments: Payments, in db: any Connection) throws -> [Facts] {
        let lines = Dictionary(grouping: try db.all(.lines(of: orders.map(\.id))), by: \.order)
        return try orders.map { Facts(order: $0, lines: lines[$0.id] ?? [], payments: try payments.all(for: $0.subject, in: db)) }
    }
}

/// One order as the kitchen's programs read it.
struct TicketAnswer: JSONAnswer, Codable {
    let id: OrderID
    let number: String
    let customer: String
    let status: OrderStatus
    let lines: [OrderLineJSON]
    /// Stations that have finished their part.
    let finished: [StationID]
    let instructions: String
    let promisedAt: Instant
    let confirmedAt: Instant?

    init(_ ticket: Kitchen.Ticket, station: StationID?) {
        id = ticket.order.id
        number = ticket.order.number
        customer = ticket.order.customer
        status = ticket.order.status
        lines = ticket.lines.filter { station == nil || $0.station == station }.map(OrderLineJSON.init)
        finished = ticket.done.sorted()
        instructions = ticket.order.instructions
        promisedAt = ticket.order.promisedAt
        confirmedAt = ticket.order.confirmedAt
    }
}
