import Core
import Interface
import Markup

/// The orders that need not be begun yet: how many there are, and what comes.
struct KitchenLater: HTML {
    let queue: Kitchen.Queue
    let station: StationID?
    let clock: ClockWords

    var body: some HTML {
        details(.class("kitchen-fold"), .data("keeps-open", "later")) {
            summary(.class("button button-secondary")) {
                Icon.calendar
                span { "\(queue.later.count) for later" }
            }
            section(.class("kitchen-panel kitchen-drawer"), .aria("label", "For later")) {
                PanelHead("For later")
                p(.class("muted")) { "They move to the queue when it’s time to begin." }
                div(.class("kitchen-later")) {
                    for ticket in queue.later { KitchenTicket(ticket: ticket, station: station, stations: queue.stations, clock: clock) }
                }
            }
        }
    }
}
