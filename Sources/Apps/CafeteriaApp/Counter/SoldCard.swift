import Core
import Interface
import Markup
import Payments
import Web

/// A sale that was made or paid just now: what goes back, the number to call out, and the way to the next one.
struct SoldCard: HTML {
    let order: Order
    /// The latest one.
    let payment: Payment?
    let change: Money?
    let receipt: ReceiptLink?
    let clock: ClockWords

    var body: some HTML {
        section(.class("card sold"), .data("verdict", order.status.rawValue), .data("order", order.id.description)) {
            h1(.class("sold-number")) { "Order \(order.number)" }
            if !order.customer.isEmpty { p(.class("muted"), .dir("auto")) { order.customer } }
            if order.status == .pendingPayment {
                DueMoney(order: order, payment: payment, clock: clock)
            } else {
                div(.class("sold-money"), .role("status")) { money }
            }
            Actions {
                if order.person == nil {
                    LinkButton(
                        "New sale", href: CafeteriaPaths.sale(), icon: .cart, style: isOver ? .primary : .secondary, .flag("autofocus", isOver))
                } else {
                    LinkButton(
                        "Back to the counter", href: CafeteriaPaths.counter(), style: isOver ? .primary : .secondary, .flag("autofocus", isOver))
                }
                if isPaid, let receipt { ReceiptButton(receipt: receipt) }
            }
        }
    }

    /// What is still to be paid comes before the next sale.
    private var isOver: Bool { order.status != .pendingPayment }
    private var isPaid: Bool { isOver && order.status != .cancelled }

    @HTMLBuilder private var money: Node {
        if order.status == .cancelled {
            p { "Cancelled. Don’t hand it over." }
            if let reason = order.cancelReason { p(.class("muted")) { CancelReason.forStaff(reason) } }
        } else if let change {
            p { "Change due" }
            strong(.class("sold-change")) { "\(change)" as Text }
            if let given = order.cashGiven { p(.class("muted")) { "\(order.cost) paid with \(order.money(given))" } }
        } else {
            p { "Paid" }
            strong { "\(order.cost)" as Text }
            if payment?.isCash == true { p(.class("muted")) { "Exact amount, no change" } }
        }
    }
}

/// The receipt for the customer, printed at once.
struct ReceiptButton: HTML {
    let receipt: ReceiptLink

    var body: some HTML {
        LinkButton("Print receipt", href: receipt.printPath, icon: .file, style: .secondary)
    }
}
