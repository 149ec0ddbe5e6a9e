import Core
import Interface
import Markup
import Payments

/// What is still to be paid, to be read at arm's length; while a phone asks for the PIN, on which and for how long.
struct DueMoney: HTML {
    let order: Order
    /// The latest one.
    let payment: Payment?
    let clock: ClockWords

    /// The phone that asks for the PIN now.
    private var phone: KenyanPhone? { payment?.isOpen == true ? payment?.payingPhone : nil }

    var body: some HTML {
        div(.class("sold-money due-money"), .role("status")) {
            p {
                if phone == nil { "To pay" } else { "Waiting for M-Pesa" }
            }
            strong(.class("sold-change")) { "\(order.cost)" as Text }
            if let phone { p { "The customer enters the PIN on \(phone.readable)." } }
        }
        // Not a part of what is read out: it changes each second.
        p(.class("countdown"), .data("countdown", String(order.payableUntil.milliseconds)), .role("timer")) {
            "Pay before \(clock.time(order.payableUntil)), or the order is cancelled."
        }
    }
}
