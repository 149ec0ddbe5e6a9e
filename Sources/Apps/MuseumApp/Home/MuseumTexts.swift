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
    static var texts: [TranslatedText<Self>] {
        [
            .init("welcome", "Welcome text", most: 300, lines: 3) { if !$0.welcome.isEmpty { $0.welcome = $1 } },
            .init("address", "Address", most: 200) { if !$0.address.isEmpty { $0.address = $1 } },
            .init("tickets", "Tickets", most: 1_000, lines: 5) { if !$0.tickets.isEmpty { $0.tickets = $1 } },
            .init("gettingHere", "Getting here", most: 2_000, lines: 6) { if !$0.gettingHere.isEmpty { $0.gettingHere = $1 } },
            .init("accessibility", "Accessibility", most: 2_000, lines: 6) { if !$0.accessibility.isEmpty { $0.accessibility = $1 } },
        ]
    }

    var number: Int64 { Self.only }

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
