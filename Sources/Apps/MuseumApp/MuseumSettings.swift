import Core
import Platform

/// What administrators choose for the museum.
enum MuseumSettings {
    static let currencyCode = Setting(
        "museum.currency", "Currency of memberships", hint: "Three letters, like USD. Empty: the currency of the site. Clover takes USD and CAD.",
        initial: "", limits: 3)

    /// The least level of a tier whose members get a code for the entrance (MUS-021, MUS-023).
    static let entryLevel = Setting(
        "museum.entry-level", "Lowest level with a code for the entrance", hint: "Tiers below this level are supporters without free entry.",
        initial: 1, limits: 0...100)

    static let welcome = Setting("museum.welcome", "Welcome text", hint: "A sentence or two on the first page.", initial: "", limits: 300)
    static let address = Setting("museum.address", "Address", hint: "Where the museum is.", initial: "", limits: 200)

    static let hours = Setting(
        "museum.hours", "Opening hours as text",
        hint: "Like Mo-Fr 10:00-17:00; Sa 11:00-16:00; PH off. Leave it empty to use the weekly opening hours.", initial: "", limits: 2000)
    /// What `PH` stands for in the opening hours.
    static let holidays = Setting(
        "museum.holidays", "Public holidays", hint: "One date on each line, like 2026-12-25. Used where the hours say PH.", initial: "", limits: 6000)

    static let holidayCountry = Setting(
        "museum.holiday-country", "Country of public holidays",
        hint: "GB, KE, SE or US: their public holidays count besides the dates above. Check that your own are among them.", initial: "", limits: 2)

    /// The middle of the museum, for visits by position (MUS-035).
    static let place = Setting(
        "museum.place", "Place on the map", hint: "Latitude and longitude, like 56.8777, 14.8091. Members can have their visits counted by it.",
        initial: "", limits: 60)
    static let radius = Setting(
        "museum.radius", "Reach of the museum", hint: "Metres around that place that belong to the museum.", initial: 100, limits: Fence.radius)

    static let tickets = Setting(
        "museum.tickets", "Tickets", hint: "What a visit costs, a line for each, such as “Adults US$12”. Empty: not shown.", initial: "",
        limits: 1_000)
    static let gettingHere = Setting(
        "museum.getting-here", "Getting here", hint: "Buses, trains, parking. An empty line begins a paragraph.", initial: "", limits: 2_000)
    static let accessibility = Setting(
        "museum.accessibility", "Accessibility", hint: "Steps, lifts, toilets, quiet hours. An empty line begins a paragraph.", initial: "",
        limits: 2_000)
    static let mapSearch = Setting(
        "museum.map", "Map", hint: "Address of a map’s search; the museum’s address is added at its end. Empty: no map.",
        initial: "https://www.openstreetmap.org/search?query=", limits: 200)

    static let all = [
        welcome.declaration, address.declaration, tickets.declaration, gettingHere.declaration, accessibility.declaration, mapSearch.declaration,
        currencyCode.declaration, entryLevel.declaration, hours.declaration, holidays.declaration, holidayCountry.declaration, place.declaration,
        radius.declaration, VisitRecording.kept.declaration,
    ]

    static func currency(_ site: Site) -> String {
        let chosen = site.value(of: currencyCode)
        return chosen.isEmpty ? site.configuration.currency : chosen
    }
}

extension Site {
    /// What the museum is called here.
    var museumName: Text { app(MuseumApp.manifest.id)?.name ?? MuseumApp.manifest.name }
}
