import Analytics
import Core
import Database
import Platform

/// What the entrance counts, by the day.
extension Measure {
    static let museumEntries = Measure(
        "museum.entries", "Members at the entrance", hint: "Members who were admitted, once a day each.", isHeadline: true)
    static let museumGuests = Measure("museum.guests", "Guests of members", hint: "People who came in with a member.")
}

extension MuseumApp {
    static let measures: [Measure] = [.museumEntries, .museumGuests]

    /// Admissions from before they were counted.
    var pastFacts: [PastFacts] {
        [
            PastFacts(.museumEntries) { before in
                "SELECT scanned_at, '' FROM museum_scan WHERE scanned_at < \(before) AND is_first = 1 AND is_let_in = 1"
            }
        ]
    }
}
