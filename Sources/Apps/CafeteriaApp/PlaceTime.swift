import Core
import Foundation
import Interface
import Markup

/// Whose clock the times of a page go by: those of the place, where people come. A script shows it where the device has another.
struct PlaceTime: HTML {
    let zone: TimeZone

    var body: some HTML {
        p(.class("muted"), .flag("hidden"), .data("place-time", zone.identifier)) { "Times are \(city) time." }
    }

    private var city: String { (zone.identifier.split(separator: "/").last.map(String.init) ?? zone.identifier).replacing("_", with: " ") }
}
