import Foundation

/// Which letter a character stands for in the eyes of a reader: accents, other alphabets, styled letters, digits and symbols.
enum Lookalikes {
    /// Characters of ASCII.
    static func ascii(_ scalar: Unicode.Scalar, at offset: Int) -> Glyph {
        let value = scalar.value
        switch value {
        case 65...90:
            return Glyph(letters: Letters(rawValue: 1 << (value - 65)), role: .letter, offset: offset, scalar: Unicode.Scalar(UInt8(value + 32)))
        case 97...122: return Glyph(letters: Letters(rawValue: 1 << (value - 97)), role: .letter, offset: offset, scalar: scalar)
        case 48...57: return Glyph(letters: digits[Int(value - 48)], role: .digit, offset: offset, scalar: scalar)
        case 9...13, 32: return Glyph(letters: [], role: .space, offset: offset, scalar: scalar)
        default:
            if let letters = symbols[scalar] { return Glyph(letters: letters, role: .symbol, offset: offset, scalar: scalar) }
            return Glyph(letters: [], role: .mark, offset: offset, scalar: scalar)
        }
    }

    /// Whether a character shows nothing of its own: zero-width, direction, variation, or a mark on the letter before.
    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: true
        default: scalar.value == 0x115F || scalar.value == 0x3164
        }
    }

    /// Puts the ring or the dots of å, ä and ö on the letter before; other marks change nothing.
    static func combine(_ mark: Unicode.Scalar, with glyph: inout Glyph) {
        let letter: Unicode.Scalar? =
            switch (mark.value, glyph.scalar) {
            case (0x30A, "a"): "å"
            case (0x308, "a"): "ä"
            case (0x308, "o"): "ö"
            default: nil
            }
        guard let letter, glyph.role == .letter else { return }
        glyph.scalar = letter
        glyph.letters.formUnion(Letters(String(letter)))
    }

    /// Characters beyond ASCII; a ligature becomes several glyphs.
    static func append(_ scalar: Unicode.Scalar, at offset: Int, to glyphs: inout [Glyph]) {
        func add(_ letters: some StringProtocol, _ role: Glyph.Role, _ shown: Unicode.Scalar) {
            glyphs.append(Glyph(letters: Letters(letters), role: role, offset: offset, scalar: shown))
        }
        switch scalar {
        case "å", "Å": return add("åa", .letter, "å")
        case "ä", "Ä", "æ", "Æ": return add("äa", .letter, "ä")
        case "ö", "Ö", "ø", "Ø": return add("öo", .letter, "ö")
        default: break
        }
        if let plain = marks[scalar] { return glyphs.append(ascii(plain, at: offset)) }
        if let meant = symbols[scalar] { return glyphs.append(Glyph(letters: meant, role: .symbol, offset: offset, scalar: scalar)) }
        if let letter = homoglyphs[scalar] { return add(String(letter), .letter, letter) }
        if scalar.properties.isWhitespace { return add("", .space, scalar) }
        let plain = plainLetters(scalar)
        guard !plain.isEmpty else {
            let role: Glyph.Role = scalar.properties.isAlphabetic ? .letter : .mark
            return add("", role, scalar)
        }
        for letter in plain {
            let glyph = Glyph(letters: Letters(String(letter)), role: .letter, offset: offset, scalar: letter)
            glyphs.append(letter.isASCII ? ascii(letter, at: offset) : glyph)
        }
    }

    /// The ASCII letters and digits a character decomposes to: `é` is `e`, `Ⓕ` and `𝐟` are `f`.
    private static func plainLetters(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if (0x1F130...0x1F189).contains(scalar.value) {
            return [Unicode.Scalar(UInt8((scalar.value - 0x1F130) % 32 % 26 + 97))]
        }
        return String(scalar).decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars.compactMap { letter in
            if letter.isASCII { return letter.properties.isAlphabetic || (48...57).contains(letter.value) ? letter : nil }
            return homoglyphs[letter]
        }
    }

    private static let digits: [Letters] = ["o", "il", "z", "e", "a", "s", "gb", "t", "b", "gq"].map { Letters($0) }

    /// Marks of other scripts that mean a point or the sign of an e-mail address.
    private static let marks: [Unicode.Scalar: Unicode.Scalar] = [
        "。": ".", "．": ".", "｡": ".", "․": ".", "﹒": ".", "＠": "@", "﹫": "@", "／": "/", "：": ":",
    ]

    /// Symbols that stand for letters; those that only hide one can be any.
    private static let symbols: [Unicode.Scalar: Letters] = [
        "@": Letters("ao"), "$": Letters("s"), "§": Letters("s"), "!": Letters("il"), "|": Letters("il"), "+": Letters("t"), "(": Letters("c"),
        "<": Letters("c"), "¢": Letters("c"), "©": Letters("c"), "€": Letters("e"), "£": Letters("le"), "¡": Letters("i"), "ß": Letters("bs"),
        "®": Letters("r"), "¥": Letters("y"), "µ": Letters("u"), "*": .any, "#": .any, "%": .any, "&": .any, "^": .any, "•": .any, "×": .any,
    ]

    /// Letters of other alphabets by the Latin letter they look like.
    private static let homoglyphs: [Unicode.Scalar: Unicode.Scalar] = {
        let rows: [(Unicode.Scalar, String)] = [
            ("a", "аαΑАɑᴀ∂ค卂ᗩ"), ("b", "ЬвВβΒʙъбხᗷ乃"), ("c", "сСϲςᴄↄ⊂匚ᑕ"), ("d", "ԁԀᴅđԃᗪ"), ("e", "еЕεΕєЄёЁэᴇ乇"),
            ("f", "ƒϝғҒꜰ千ᖴ"), ("g", "ɡցɢġg"), ("h", "һНнΗհʜђ卄ᕼ"), ("i", "іІιΙɪïΪїЇıӀ工"), ("j", "јЈʝᴊ"), ("k", "кКκΚкĸκᴋҜҚқᛕ"),
            ("l", "ӏⅼʟɭĺˡΙ∣ᒪ"), ("m", "мМΜʍᴍ爪ᗰ"), ("n", "пηиИΝɴńռ几ᑎ"), ("o", "оОοΟσᴏօჿ口ㄖ"), ("p", "рРρΡᴘթ卩ᑭ"), ("q", "ԛզɋ"),
            ("r", "гГяЯʀᴦ尺ᖇ"), ("s", "ѕЅꜱʂ丂ᔕ"), ("t", "тТτΤᴛ†ł七ㄒ"), ("u", "υџцսᴜμʊㄩᑌ"), ("v", "νѵѴᴠ∨"), ("w", "ωшщѡԝᴡ山ᗯ"),
            ("x", "хХχΧҳ乂"), ("y", "уУγΥүҮʏყㄚ"), ("z", "ᴢΖʐ乙"),
        ]
        var table: [Unicode.Scalar: Unicode.Scalar] = [:]
        for (letter, shapes) in rows {
            for shape in shapes.unicodeScalars where table[shape] == nil { table[shape] = letter }
        }
        return table
    }()
}
