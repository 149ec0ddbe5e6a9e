import Core
import Database
import Platform
import Web

/// What the museum says about itself in its settings, in the reader's language where staff wrote it.
struct MuseumTexts: Sendable, Equatable, Translated {
    /// There is one museum.
    static let only: Int64 = 0

    private(set) var welcome: String
    private(set) var address: String
    private(set) var tickets: String
    private(set) var gettingHere: String
    private(set) var accessibility: String

    /// The originals.
    init(_ site: Site) {
        welcome = site.value(of: MuseumSettings.welcome)
        address = site.value(of: MuseumSettings.address)
        tickets = site.value(of: MuseumSettings.tickets)
        gettingHere = site.value(of: MuseumSettings.gettingHere)
        accessibility = site.value(of: MuseumSettings.accessibility)
    }

    static var kind: TranslatedKind { .museum }
    static var fields: [TranslatedField] {
        [
            TranslatedField("welcome", "Welcome text", most: 300, lines: 3), TranslatedField("address", "Address", most: 200),
            TranslatedField("tickets", "Tickets", most: 1_000, lines: 5),
            TranslatedField("gettingHere", "Getting here", most: 2_000, lines: 6),
            TranslatedField("accessibility", "Accessibility", most: 2_000, lines: 6),
        ]
    }

    var number: Int64 { Self.only }

    mutating func put(_ words: String, in field: String) {
        switch field {
        case "welcome" where !welcome.isEmpty: welcome = words
        case "address" where !address.isEmpty: address = words
        case "tickets" where !tickets.isEmpty: tickets = words
        case "gettingHere" where !gettingHere.isEmpty: gettingHere = words
        case "accessibility" where !accessibility.isEmpty: accessibility = words
        default: break
        }
    }

    /// The original of a field.
    subscript(field: String) -> String {
        switch field {
        case "welcome": welcome
        case "address": address
        case "tickets": tickets
        case "gettingHere": gettingHere
        case "accessibility": accessibility
        default: ""
        }
    }
}
