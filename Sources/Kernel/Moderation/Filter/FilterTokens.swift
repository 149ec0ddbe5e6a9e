/// One word, number or sign of a text, as the phrase rules see it.
struct FilterToken: Sendable {
    /// The word in lower case, with look-alikes read as the letters they pretend to be.
    var text: String
    /// The same with digits read as letters, where it has both: `m0ney` is also `money`.
    var disguised: String?
    /// Its glyphs.
    var range: Range<Int>
    /// What it is besides a word: `{number}`, `{amount}`, `{percent}`, `{link}`, `{email}`, `{phone}`, `{short}`.
    var classes: Set<String> = []
    /// Whether a sentence ends before it.
    var beginsSentence = false
}

/// The words of a text.
struct FilterTokens: Sendable {
    private(set) var tokens: [FilterToken] = []

    /// Splits a text into words; what stands in `places` (links, addresses, numbers to call) becomes one word each.
    init(_ glyphs: [Glyph], places: [Place]) {
        var index = 0
        var sentence = true
        var places = places[...]
        while index < glyphs.count {
            if let place = places.first, index >= place.range.lowerBound {
                places = places.dropFirst()
                guard place.range.upperBound > index else { continue }
                tokens.append(FilterToken(text: "", range: place.range, classes: place.classes, beginsSentence: sentence))
                sentence = false
                index = place.range.upperBound
                continue
            }
            let glyph = glyphs[index]
            if glyph.role == .letter || glyph.role == .digit {
                let limit = places.first.map { max($0.range.lowerBound, index + 1) } ?? glyphs.count
                var token = Self.word(glyphs, from: index, below: limit)
                token.beginsSentence = sentence
                sentence = false
                index = token.range.upperBound
                tokens.append(token)
            } else {
                if Self.currencySigns.contains(String(glyph.scalar)) || glyph.scalar == "%" || glyph.scalar == "/" {
                    tokens.append(FilterToken(text: String(glyph.scalar), range: index..<index + 1))
                }
                if ".!?".unicodeScalars.contains(glyph.scalar) || glyph.scalar == "\n" { sentence = true }
                index += 1
            }
        }
        markAmounts()
    }

    private static func word(_ glyphs: [Glyph], from start: Int, below limit: Int) -> FilterToken {
        var end = start
        var text = String.UnicodeScalarView()
        var meant = String.UnicodeScalarView()
        var letters = 0
        var digits = 0
        while end < limit {
            let glyph = glyphs[end]
            let next = end + 1 < limit ? glyphs[end + 1] : nil
            if glyph.role == .letter {
                letters += 1
            } else if glyph.role == .digit {
                digits += 1
            } else if letters == 0, digits > 0, ".,'".unicodeScalars.contains(glyph.scalar), next?.role == .digit {
                end += 1
                continue
            } else if digits > 0, letters == 0, glyph.role == .space, Self.isThousands(glyphs, after: end, below: limit) {
                end += 1
                continue
            } else if letters > 0, glyph.scalar == "'" || glyph.scalar == "’", next?.role == .letter {
                end += 1
                continue
            } else {
                break
            }
            text.append(glyph.scalar)
            if glyph.role == .letter {
                meant.append(glyph.scalar)
            } else {
                meant.append(contentsOf: String(Letters.alphabet[glyph.letters.first]).unicodeScalars)
            }
            end += 1
        }
        var token = FilterToken(text: String(text), range: start..<end)
        if letters > 0, digits > 0 { token.disguised = String(meant) }
        if letters == 0 { token.classes.insert("{number}") }
        if letters == 0, digits == 5 || digits == 6 { token.classes.insert("{short}") }
        return token
    }

    /// Whether a space stands between thousands: `10 000`.
    private static func isThousands(_ glyphs: [Glyph], after space: Int, below limit: Int) -> Bool {
        guard space + 3 < limit, glyphs[space + 1...space + 3].allSatisfy({ $0.role == .digit }) else { return false }
        return space + 4 >= glyphs.count || glyphs[space + 4].role != .digit
    }

    /// Numbers with a currency beside them become amounts, and the currency a part of them: `120 kr`, `$5`, `SEK 40`.
    private mutating func markAmounts() {
        var merged: [FilterToken] = []
        var index = tokens.startIndex
        while index < tokens.endIndex {
            var token = tokens[index]
            let next = index + 1 < tokens.count && !tokens[index + 1].beginsSentence ? tokens[index + 1] : nil
            if Self.numerals.contains(token.text), let next, Self.currencies.contains(next.text) {
                token.classes.insert("{amount}")
                token.range = token.range.lowerBound..<next.range.upperBound
                index += 1
            } else if token.classes.contains("{number}") {
                if let last = merged.last, Self.currencySigns.contains(last.text) || Self.currencyCodes.contains(last.text) {
                    token.classes.insert("{amount}")
                    token.range = last.range.lowerBound..<token.range.upperBound
                    token.beginsSentence = last.beginsSentence
                    merged.removeLast()
                }
                if let next, Self.currencySigns.contains(next.text) || Self.currencies.contains(next.text) {
                    token.classes.insert("{amount}")
                    token.range = token.range.lowerBound..<next.range.upperBound
                    index += 1
                } else if let next, ["%", "procent", "percent"].contains(next.text) {
                    token.classes.insert("{percent}")
                    token.range = token.range.lowerBound..<next.range.upperBound
                    index += 1
                }
            } else if let letters = token.text.firstIndex(where: { !$0.isNumber }), letters > token.text.startIndex,
                Self.currencies.contains(String(token.text[letters...]))
            {
                token.classes.insert("{amount}")
            }
            merged.append(token)
            index += 1
        }
        tokens = merged
    }

    /// Round sums in words: `fifty bucks`, `hundra kronor`.
    private static let numerals: Set<String> = [
        "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred", "hundreds", "thousand", "thousands",
        "tio", "tjugo", "trettio", "fyrtio", "femtio", "sextio", "sjuttio", "åttio", "nittio", "hundra", "etthundra", "tvåhundra", "trehundra",
        "fyrahundra", "femhundra", "tusen", "ettusen", "tvåtusen",
    ]
    private static let currencySigns: Set<String> = ["$", "£", "€", "¥"]
    private static let currencyCodes: Set<String> = ["sek", "usd", "eur", "gbp", "rs", "inr", "kr", "btc"]
    private static let currencies: Set<String> = currencyCodes.union([
        "kronor", "krona", "kronors", "spänn", "tusen", "lax", "papp", "dollar", "dollars", "bucks", "pound", "pounds", "quid", "euro", "euros",
        "k", "pund", "rupees", "shillings", "kwacha", "bitcoin",
    ])
}
