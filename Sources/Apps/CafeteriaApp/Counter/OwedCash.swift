import Core
import Database
import Interface
import Markup
import Payments
import Web

/// Cash that goes back to a customer by hand: their order was cancelled, or its money refunded, and M-Pesa doesn't send it.
struct OwedCash: Sendable {
    let order: Order
    let payment: Payment

    var amount: Money { payment.amount }
    /// Whether it lies in the drawer; what was paid by phone lies with M-Pesa.
    var isInDrawer: Bool { payment.isCash }

    /// The oldest first; at most a hundred.
    static func all(in db: any Connection) throws -> [OwedCash] {
        let due = try Payments.cashDue(for: Order.kind, in: db)
        let orders = Dictionary(
            try db.all(.orders(due.map { OrderID($0.subject.id) })).map { ($0.id.number, $0) }
        ) { first, _ in first }
        return due.compactMap { payment in orders[payment.subject.id].map { OwedCash(order: $0, payment: payment) } }
    }
}

/// What is to be given back at the counter. What was given back stays in the books for good, so it is asked once more.
struct OwedCashCard: HTML {
    let owed: [OwedCash]

    var body: some HTML {
        Card("Give back") {
            ul(.class("counter-list counter-owed")) { for one in owed { li(.data("waits", "owed-\(one.payment.id)")) { row(one) } } }
        }
    }

    @HTMLBuilder private func row(_ one: OwedCash) -> Node {
        strong(.class("counter-owed-money")) { "\(one.amount)" as Text }
        span(.class("counter-words")) {
            a(.href(CafeteriaPaths.counterOrder(one.order.id)), .dir("auto")) { CustomerName(order: one.order) }
            span(.class("muted")) { "Order \(one.order.number)" as Text }
            if !one.isInDrawer { span(.class("muted")) { "M-Pesa couldn’t send it back." as Text } }
        }
        details(.class("counter-confirm"), .data("keeps-open", "owed-\(one.payment.id)")) {
            summary(.class("button button-secondary"), .aria("label", "Mark as given back: \(one.amount), order \(one.order.number)")) {
                "Mark as given back" as Text
            }
            Form(CafeteriaPaths.handBack(one.order.id), .data("step"), .data("number", one.order.number)) {
                input(.type("hidden"), .name("payment"), .value(one.payment.id.description))
                Button("I gave back \(one.amount)", icon: .check)
            }
        }
    }
}
