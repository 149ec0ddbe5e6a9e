import Core

/// Values of a table as people write them, in the form in which the item's form sends them. What makes no sense stays as it is, for the form's
/// rules to refuse.
enum MenuCell {
    /// Without the apostrophe that tables put before what a spreadsheet would take for a formula.
    static func plain(_ value: String) -> String {
        let value = value.trimmed
        guard value.hasPrefix("'"), let second = value.dropFirst().first, "=+-@|%".contains(second) else { return value }
        return String(value.dropFirst())
    }

    /// `KES 1,250.50` as `1250.50`.
    static func price(_ value: String, currency: String) -> String {
        let signs = [currency.lowercased(), "kshs.", "kshs", "ksh.", "ksh", "kr.", "kr", "/=", ":-", "€", "$", "£"]
        var digits = value.trimmed
        for sign in signs where digits.lowercased().hasPrefix(sign) { digits = String(digits.dropFirst(sign.count)).trimmed }
        for sign in signs where digits.lowercased().hasSuffix(sign) { digits = String(digits.dropLast(sign.count)).trimmed }
        guard let comma = digits.lastIndex(of: ","), let point = digits.lastIndex(of: ".") else { return digits }
        return digits.filter { $0 != (comma < point ? "," : ".") }
    }

    /// `12 min` as `12`.
    static func minutes(_ value: String) -> String {
        value.wholeMatch(of: /(\d+)\s*(?:m|min|mins|minutes?|minuter)\.?/.ignoresCase()).map { String($0.1) } ?? value
    }

    /// `7.30`, `7`, `7:30 pm` as `07:30` and `19:30`.
    static func time(_ value: String) -> String {
        guard let match = value.wholeMatch(of: /(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm)?/.ignoresCase()), var hour = Int(match.1) else { return value }
        if let half = match.3?.lowercased() {
            guard (1...12).contains(hour) else { return value }
            hour = hour % 12 + (half == "pm" ? 12 : 0)
        }
        return "\(hour < 10 ? "0" : "")\(hour):\(match.2 ?? "00")"
    }

    /// What says that there is none of something.
    private static let noneWords = ["none", "no", "nothing", "inga", "inget", "ingen", "hakuna"]

    /// Words between commas, semicolons, bars or lines, in lower case and without the language that product data put in front (`en:milk`).
    static func words(_ value: String) -> [String] {
        let parts = value.lowercased().split { ",;|/\n\r".contains($0) }.map { String($0).trimmed }
        return parts.map { $0.replacing(/^[a-z]{2}:/, with: "") }.filter { !$0.isEmpty && !["-", "–"].contains($0) && !noneWords.contains($0) }
    }

    /// Of a choice, whose empty list adds nothing to its item.
    static func allergens(_ value: String) -> [String] { words(value).map { allergenNames[$0] ?? $0 } }

    /// Of an item: `none` says that it contains none of them, which an empty cell doesn't.
    static func contents(_ value: String) -> [String] {
        noneWords.contains(value.trimmed.lowercased()) ? [Allergen.none] : allergens(value)
    }

    static func diets(_ value: String) -> [String] {
        words(value).map { ["veg", "veggie", "vegetarisk", "lacto-ovo"].contains($0) ? "vegetarian" : $0 == "vegansk" ? "vegan" : $0 }
    }

    private static let allergenNames = [
        "wheat": "gluten", "cereals": "gluten", "barley": "gluten", "rye": "gluten", "oats": "gluten", "shellfish": "crustaceans",
        "crustacean": "crustaceans", "shrimp": "crustaceans", "prawns": "crustaceans", "egg": "eggs", "ägg": "eggs", "fisk": "fish",
        "peanut": "peanuts", "groundnuts": "peanuts", "jordnötter": "peanuts", "soy": "soya", "soybeans": "soya", "soja": "soya", "dairy": "milk",
        "lactose": "milk", "mjölk": "milk", "laktos": "milk", "nut": "nuts", "tree nuts": "nuts", "treenuts": "nuts", "almonds": "nuts",
        "cashews": "nuts", "nötter": "nuts", "selleri": "celery", "senap": "mustard", "sesame seeds": "sesame", "sesam": "sesame",
        "sulphur dioxide": "sulphites", "sulfites": "sulphites", "sulfit": "sulphites", "lupine": "lupin", "mollusc": "molluscs",
        "mollusks": "molluscs", "blötdjur": "molluscs",
    ]

    /// Says which allergen the first one that nobody knows was meant to be; nil where all are known, or none is near.
    static func misspelledAllergen(_ words: [String]) -> Text? {
        guard let wrong = words.first(where: { $0 != Allergen.none && Allergen(rawValue: $0) == nil }) else { return nil }
        let names = Allergen.allCases.map(\.rawValue) + allergenNames.keys
        guard let nearest = MenuSpelling.nearest(to: wrong, among: names) else { return nil }
        return "“\(wrong)” isn’t one of the choices. Did you mean “\(allergenNames[nearest] ?? nearest)”?"
    }

    /// `Mon-Fri, Sun` as the numbers of the days, from 0 for Monday; a word that is no day stays.
    static func days(_ value: String) -> [String] {
        value.lowercased().split { ",;|/ \n".contains($0) }.map(String.init).flatMap { word -> [String] in
            switch word {
            case "daily", "every", "everyday", "all", "alla", "dagligen": return (0..<7).map(String.init)
            case "weekdays", "vardagar": return (0..<5).map(String.init)
            case "weekend", "weekends", "helg", "helger": return ["5", "6"]
            // Of “every day” and “Mon and Fri”.
            case "day", "days", "and", "och", "dagar": return []
            default: break
            }
            let ends = word.split { "-–".contains($0) }.map { day(String($0)) }
            guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil else { return [word] }
            return first <= last ? (first...last).map(String.init) : (Array(first..<7) + Array(0...last)).map(String.init)
        }
    }

    private static func day(_ word: String) -> Int? {
        let names = [["mon", "mån"], ["tue", "tis"], ["wed", "ons"], ["thu", "tor"], ["fri", "fre"], ["sat", "lör"], ["sun", "sön"]]
        return names.firstIndex { $0.contains { word.hasPrefix($0) } }
    }

    /// nil for what is neither.
    static func isYes(_ value: String) -> Bool? {
        switch value.lowercased() {
        case "yes", "y", "true", "1", "x", "available", "ja", "active": true
        case "no", "n", "false", "0", "unavailable", "nej", "inactive": false
        default: nil
        }
    }
}
