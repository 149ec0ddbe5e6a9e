/// How a text looks, whatever it says: who advertises shouts, paints and names; who needs help asks.
struct TextShape {
    /// One short name per trait, such as `questions1`.
    let traits: [String]

    /// Reads a text of a number of words.
    init(_ text: GlyphText, words: Int) {
        var questions = 0
        var exclamations = 0
        var pictures = 0
        var shouted = 0
        var names = 0
        var letters = 0
        var capitals = 0
        var beginsInSentence = false
        var last: Unicode.Scalar = " "
        var previous: Unicode.Scalar = " "
        func endWord() {
            if letters >= 3, capitals == letters { shouted += 1 } else if beginsInSentence, letters >= 2, capitals > 0 { names += 1 }
            letters = 0
            capitals = 0
        }
        for scalar in text.scalars {
            if scalar.properties.isAlphabetic {
                let isCapital = scalar.properties.isUppercase
                if letters == 0 { beginsInSentence = isCapital && previous == " " && (last == "," || last.properties.isLowercase) }
                letters += 1
                if isCapital { capitals += 1 }
            } else {
                endWord()
                if scalar == "?" { questions += 1 }
                if scalar == "!" { exclamations += 1 }
                if !scalar.isASCII, scalar.properties.generalCategory == .otherSymbol { pictures += 1 }
            }
            if !scalar.properties.isWhitespace { last = scalar }
            previous = scalar
        }
        endWord()
        let length = [6, 12, 25, 50].count { words >= $0 }
        let end = "?!.".unicodeScalars.contains(last) ? String(last) : ""
        traits =
            [
                "questions\(min(questions, 2))", "exclamations\(min(exclamations, 3))", "pictures\(min(pictures, 2))", "shouted\(min(shouted, 3))",
                "names\(min(names, 3))", "length\(length)", "end\(end)",
            ] + (text.scalars.first.map { $0.properties.isLowercase } ?? false ? ["small"] : [])
    }
}
