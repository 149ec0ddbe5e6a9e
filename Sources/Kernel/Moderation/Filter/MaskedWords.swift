/// Words whose author hid so many letters that no list knows them, but every reader does: `f***`, `s--t`, `c####`.
enum MaskedWords {
    /// The glyphs of each such word.
    static func all(in glyphs: [Glyph]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var index = 0
        while index < glyphs.count {
            let isStart = index == 0 || glyphs[index - 1].role == .space
            if isStart, glyphs[index].role == .letter, let range = word(glyphs, from: index) {
                found.append(range)
                index = range.upperBound
            } else {
                index += 1
            }
        }
        return found
    }

    /// One or two letters with which rude words begin, two or more signs, and at most four letters: with dashes at least one.
    private static func word(_ glyphs: [Glyph], from start: Int) -> Range<Int>? {
        guard "fsbcdnwp".unicodeScalars.contains(glyphs[start].scalar) else { return nil }
        func run(from index: Int, while matches: (Glyph) -> Bool) -> Int { glyphs[index...].firstIndex { !matches($0) } ?? glyphs.count }
        let letters = run(from: start) { $0.role == .letter }
        guard letters - start <= 2, letters < glyphs.count, "*#-".unicodeScalars.contains(glyphs[letters].scalar) else { return nil }
        let sign = glyphs[letters].scalar
        let signs = run(from: letters) { $0.scalar == sign }
        let end = run(from: signs) { $0.role == .letter }
        guard signs - letters >= 2, signs - letters <= 6, end - signs <= 4, sign != "-" || end > signs else { return nil }
        return end < glyphs.count && "*#-".unicodeScalars.contains(glyphs[end].scalar) ? nil : start..<end
    }
}
