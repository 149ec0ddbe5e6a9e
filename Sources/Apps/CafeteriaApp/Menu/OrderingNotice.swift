import Core
import Interface
import Markup
import Platform

/// Why nobody can order at this moment, on every page from the menu to the checkout.
struct OrderingNotice: HTML {
    /// When it opens, while it is closed.
    let closed: Text?
    let pause: OrderingPause?

    var body: some HTML {
        if let closed { Alert(.info, title: closed) { "You can look around and fill your cart until then." } }
        if let pause {
            if let until = pause.untilWords {
                Alert(.warning, title: "Ordering is paused until \(until)") { "You can still order for later." }
            } else {
                Alert(.warning, title: "The kitchen isn’t taking orders right now") { "Try again in a few minutes." }
            }
        }
    }
}

extension CafeteriaServices {
    /// What stands in the way of ordering now.
    var notice: OrderingNotice {
        let now = site.clock.now()
        return OrderingNotice(closed: menu.closedWords(at: now), pause: OrderingPause(of: site, at: now))
    }
}
