import Core
import Platform

/// What administrators choose for the cafeteria.
enum CafeteriaSettings {
    static let currencyCode = Setting(
        "cafeteria.currency", "Currency of the menu", hint: "Three letters: KES, SEK. M-Pesa takes KES only.", initial: "KES", limits: 3)
    /// Whether the kitchen has stopped taking orders for now.
    static let isPaused = Setting(
        "cafeteria.paused", "Pause ordering", hint: "Nobody can order until you turn this off.", initial: false, limits: ())

    /// When a pause with an end is over, in milliseconds since 1970. The kitchen chooses it; no form of settings shows it.
    static let pausedUntil = Setting(
        "cafeteria.paused-until", "Paused until", hint: "When customers can order again.", initial: 0, limits: 0...Int.max)

    /// Whether displays show names beside the numbers.
    static let showsNames = Setting(
        "cafeteria.display-names", "Names on displays", hint: "Shows first names beside the numbers on the screen for customers.", initial: false,
        limits: ())

    /// Where people pick up what they ordered; empty where there is one counter that everybody knows.
    static let pickupPlace = Setting(
        "cafeteria.pickup-place", "Pickup place", hint: "Shown on each order, such as “The counter in the main hall”.", initial: "", limits: 80)

    /// How long a customer has who ordered from a phone and pays in cash.
    static let minutesToPayCash = Setting(
        "cafeteria.cash-minutes", "Minutes to pay at the counter",
        hint: "Counted from the order. If it isn’t paid by then, it’s cancelled. The kitchen begins once it’s paid.", initial: 15, limits: 5...240)

    static let all = [currencyCode.declaration, isPaused.declaration, pickupPlace.declaration, minutesToPayCash.declaration, showsNames.declaration]

    /// When the cafeteria is promised to be there (CORE-048), until the site sets its hours: weekdays from seven to eight in the evening.
    static let serviceHours: OpeningHours = {
        let day = [OpeningHours.Span(from: 7 * 60, until: 20 * 60)].compactMap(\.self)
        return OpeningHours(days: Array(repeating: day, count: 5))
    }()

    static func currency(_ site: Site) -> String { site.value(of: currencyCode) }
}
