import Core
import Interface
import Markup
import Platform

/// Why nobody can order at this moment, on every page from the menu to the checkout.
struct OrderingNotice: HTML {
    /// When it opens, while it is closed.
    let closed: Text?
    let isPaused: Bool

    var body: some HTML {
        if let closed { Alert(.info, title: closed) { "You can look around and fill your cart until then." } }
        if isPaused { Alert(.warning, title: "The kitchen isn’t taking orders right now") { "Try again in a few minutes." } }
    }
}

extension CafeteriaServices {
    /// What stands in the way of ordering now.
    var notice: OrderingNotice {
        OrderingNotice(closed: menu.closedWords(at: site.clock.now()), isPaused: site.value(of: CafeteriaSettings.isPaused))
    }
}
