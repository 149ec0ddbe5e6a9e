import Core
import Interface
import Markup

/// What an order's page can still say without a connection: as of when it is, and what to do. Hidden while there is one.
struct OrderOffline: HTML {
    let order: Order
    /// Whether it is paid on a phone.
    let isByPhone: Bool
    /// When the page was drawn.
    let clock: ClockWords

    var body: some HTML {
        div(.class("order-offline")) {
            Alert(.warning, title: "Order \(order.number) as of \(moment: clock.now)") { next }
        }
    }

    private var next: Text {
        switch order.status {
        case .pendingPayment where isByPhone:
            "You can still enter your PIN when your phone asks: the payment counts. This page follows once you’re back online."
        case .pendingPayment: "Pay at the counter: give the number of your order there before \(clock.time(order.payableUntil))."
        case .ready: "It’s ready. Show the number or the code at the counter: they work without a connection."
        default:
            "The kitchen has your order. Come to the counter \(clock.about(order.promisedAt)) and show the number: it works without a connection."
        }
    }
}
