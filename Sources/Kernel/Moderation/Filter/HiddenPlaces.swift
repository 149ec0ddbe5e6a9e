/// Addresses and telephone numbers that are written so that a machine does not see them: `anna (at) mail dot com`, `shop[.]com`,
/// `noll sju noll …`.
enum HiddenPlaces {
    /// A word or a mark, without the white space and brackets around it.
    private struct Piece {
        let text: String
        let range: Range<Int>
        var isBracketed = false
        var isWord = false
    }

    static func all(in glyphs: [Glyph]) -> [Place] {
        let pieces = pieces(of: glyphs)
        return addresses(pieces) + spelled(pieces)
    }

    private static func pieces(of glyphs: [Glyph]) -> [Piece] {
        var pieces: [Piece] = []
        var index = 0
        var isOpen = false
        while index < glyphs.count {
            let glyph = glyphs[index]
            if glyph.role == .letter || glyph.role == .digit {
                var end = index
                var word = String.UnicodeScalarView()
                while end < glyphs.count, glyphs[end].role == .letter || glyphs[end].role == .digit {
                    word.append(glyphs[end].scalar)
                    end += 1
                }
                pieces.append(Piece(text: String(word), range: index..<end, isBracketed: isOpen, isWord: true))
                index = end
                continue
            }
            switch glyph.scalar {
            case "(", "[", "{", "<": isOpen = true
            case ")", "]", "}", ">": isOpen = false
            default: if glyph.role != .space { pieces.append(Piece(text: String(glyph.scalar), range: index..<index + 1, isBracketed: isOpen)) }
            }
            index += 1
        }
        return pieces
    }

    private static func addresses(_ pieces: [Piece]) -> [Place] {
        var places: [Place] = []
        for index in pieces.indices.dropLast(2) where isDot(pieces[index + 1]) {
            let (host, dot, top) = (pieces[index], pieces[index + 1], pieces[index + 2])
            guard host.isWord, host.text.unicodeScalars.count >= 2, top.isWord, Place.topLevels.contains(top.text) else { continue }
            if let at = at(before: index, in: pieces), at > 0, pieces[at - 1].isWord {
                places.append(Place(kind: .email, range: pieces[at - 1].range.lowerBound..<top.range.upperBound))
                continue
            }
            let isApart = dot.range.lowerBound > host.range.upperBound && top.range.lowerBound > dot.range.upperBound
            guard dot.isBracketed || isApart && (dot.isWord || certain.contains(top.text)) && certain.union(["se", "ru"]).contains(top.text) else {
                continue
            }
            places.append(Place(kind: .link, range: host.range.lowerBound..<top.range.upperBound))
        }
        return places
    }

    /// Where the sign of an e-mail address stands before its host: `@`, `(at)`, `at`, `snabel-a`.
    private static func at(before host: Int, in pieces: [Piece]) -> Int? {
        guard host > 0 else { return nil }
        let before = pieces[host - 1]
        if before.text == "@" || before.isWord && ["at", "snabela"].contains(before.text) { return host - 1 }
        guard host >= 3, before.text == "a", pieces[host - 2].text == "-", pieces[host - 3].text == "snabel" else { return nil }
        return host - 3
    }

    private static func isDot(_ piece: Piece) -> Bool { piece.text == "." || piece.isWord && ["dot", "punkt"].contains(piece.text) }

    /// Seven digits in words make a telephone number.
    private static func spelled(_ pieces: [Piece]) -> [Place] {
        var places: [Place] = []
        var run: [Piece] = []
        func close() {
            if run.count >= 7, let first = run.first, let last = run.last {
                places.append(Place(kind: .phone, range: first.range.lowerBound..<last.range.upperBound))
            }
            run = []
        }
        for piece in pieces where piece.isWord { if digits.contains(piece.text) { run.append(piece) } else { close() } }
        close()
        return places
    }

    /// Ends of addresses that are no words of English or Swedish.
    private static let certain: Set<String> = ["com", "net", "org", "info"]
    private static let digits: Set<String> = [
        "zero", "oh", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "noll", "nolla", "ett", "två", "tre", "fyra", "fem",
        "sex", "sju", "åtta", "nio",
    ]
}
