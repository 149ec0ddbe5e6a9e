import Core
import Platform

/// What administrators choose for the museum.
enum MuseumSettings {
    static let currencyCode = Setting(
        "museum.currency", "Currency of memberships", hint: "Three letters: USD, SEK. Clover takes USD and CAD.", initial: "USD", limits: 3)

    /// The least level of a tier whose members get a code for the entrance (MUS-021, MUS-023).
    static let entryLevel = Setting(
        "museum.entry-level", "Lowest level with a code for the entrance", hint: "Tiers below this level are supporters without free entry.",
        initial: 1, limits: 0...100)

    static let welcome = Setting("museum.welcome", "Welcome text", hint: "A sentence or two on the first page.", initial: "", limits: 300)
    static let address = Setting("museum.address", "Address", hint: "Where the museum is.", initial: "", limits: 200)

    static let all = [welcome.declaration, address.declaration, currencyCode.declaration, entryLevel.declaration]

    static func currency(_ site: Site) -> String { site.value(of: currencyCode) }
}
