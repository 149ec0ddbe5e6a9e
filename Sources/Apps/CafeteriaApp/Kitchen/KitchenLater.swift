import Core
import Interface
import Markup

/// The orders that are wanted in some hours, which nobody makes yet: how many there are, and what comes.
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
                p(.class("muted")) { "They move to the queue 2 hours before pickup." }
                div(.class("kitchen-later")) {
                    for ticket in queue.later { KitchenTicket(ticket: ticket, station: station, stations: queue.stations, clock: clock) }
                }
            }
        }
    }
}
