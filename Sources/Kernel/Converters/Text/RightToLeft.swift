import Documents

/// Scripts that run from right to left.
enum RightToLeft {
    /// Whether most letters belong to such a script.
    static func prevails(in text: some StringProtocol) -> Bool {
        var letters = 0
        var rightToLeft = 0
        for scalar in text.unicodeScalars where scalar.properties.isAlphabetic {
            letters += 1
            if (0x0590...0x08FF).contains(scalar.value) || (0xFB1D...0xFDFF).contains(scalar.value)
                || (0xFE70...0xFEFF).contains(scalar.value)
            {
                rightToLeft += 1
            }
        }
        return letters > 0 && rightToLeft * 2 > letters
    }

    /// Without the marks that embed or override directions; the page sets its own.
    static func withoutControls(_ text: String) -> String {
        text.filter { character in
            !character.unicodeScalars.contains {
                (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value) || (0x200E...0x200F).contains($0.value)
            }
        }
    }
}
