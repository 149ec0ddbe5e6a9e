import Core
import TestSupport
import Testing

@testable import Reading

@Suite("Passages")
struct PassageFinderTests {
    static let psalm = """
        The Lord is my shepherd; I shall not want.
        He maketh me to lie down in green pastures: he leadeth me beside the still waters.
        He restoreth my soul: he leadeth me in the paths of righteousness for his name's sake.
        """

    private func passage(_ words: String, in text: String, section: Int = 0, occurrence: Int = 0) throws -> Passage {
        let ranges = text.ranges(of: words)
        let range = try #require(ranges.dropFirst(occurrence).first)
        let start = text.unicodeScalars.distance(from: text.startIndex, to: range.lowerBound)
        return SectionText(text).passage(at: start..<(start + words.unicodeScalars.count), section: section)
    }

    @Test func `a passage is found where it was described`() throws {
        let marked = try passage("green pastures", in: Self.psalm)
        #expect(marked.quote.prefix.hasSuffix("lie down in "))
        #expect(PassageFinder(sections: [Self.psalm]).place(marked) == marked)
    }

    @Test func `of equal words the ones in the same surroundings are found`() throws {
        let second = try passage("he leadeth me", in: Self.psalm, occurrence: 1)
        let edition = "A new preface that says he leadeth me, too.\n" + Self.psalm
        let found = try #require(PassageFinder(sections: [edition]).place(second))
        #expect(found.quote.suffix.hasPrefix(" in the paths"))
    }

    @Test func `white space, quotation marks and hyphens may change`() throws {
        let marked = try passage("for his name's sake", in: Self.psalm)
        let edition = Self.psalm.replacing("his name's", with: "\n  his na\u{AD}me\u{2019}s ")
        let found = try #require(PassageFinder(sections: [edition]).place(marked))
        #expect(found.quote.exact == "for \n  his na\u{AD}me\u{2019}s  sake")
    }

    @Test func `a corrected word inside the passage does not lose it`() throws {
        let marked = try passage("he leadeth me beside the still waters", in: Self.psalm)
        let edition = Self.psalm.replacing("beside the still", with: "besides the quiet")
        let found = try #require(PassageFinder(sections: ["", edition]).place(marked))
        #expect(found.section == 1)
        #expect(found.quote.exact == "he leadeth me besides the quiet waters")
    }

    @Test func `a short word that was corrected is found by its surroundings`() throws {
        let marked = try passage("maketh", in: Self.psalm)
        let edition = Self.psalm.replacing("maketh", with: "makes")
        #expect(try #require(PassageFinder(sections: [edition]).place(marked)).quote.exact == "makes")
    }

    @Test func `a long passage is found by its first and last words`() throws {
        let long = (0..<60).map { "sentence number \($0) has its own words" }.joined(separator: ". ")
        let text = "Opening words of the chapter. " + long + ". Closing words of the chapter."
        let marked = try passage(long, in: text)
        let edition = text.replacing("number 30 has its own", with: "number thirty has very much its very own")
            .replacing("sentence number 0", with: "Sentance number 0")
        let found = try #require(PassageFinder(sections: [edition]).place(marked))
        #expect(found.quote.exact.hasPrefix("Sentance number 0"))
        #expect(found.quote.exact.hasSuffix("59 has its own words"))
    }

    @Test func `a passage that moved to another chapter is found there`() throws {
        let marked = try passage("green pastures", in: Self.psalm, section: 1)
        let sections = ["green pastures of another book", "Nothing here speaks of grass.", "", Self.psalm]
        #expect(PassageFinder(sections: sections).place(marked)?.section == 3)
    }

    @Test func `a point between two words is found by the words around it`() throws {
        let start = try passage("He restoreth", in: Self.psalm).position.start
        let point = SectionText(Self.psalm).passage(at: start..<start, section: 0)
        let found = try #require(PassageFinder(sections: ["Preface.\n" + Self.psalm]).place(point))
        #expect(found.quote.suffix.hasPrefix("He restoreth"))
    }

    @Test func `words that are gone are not placed`() throws {
        let marked = try passage("green pastures", in: Self.psalm)
        #expect(PassageFinder(sections: ["In the beginning God created the heaven and the earth."]).place(marked) == nil)
        #expect(PassageFinder(sections: []).place(marked) == nil)
        #expect(PassageFinder(sections: [""]).place(marked) == nil)
    }

    @Test func `a short common word in other surroundings is not taken for the passage`() throws {
        let marked = try passage("soul", in: Self.psalm)
        let other = "Every soul on board the ship slept, and no lamp burned, and the captain himself was nowhere to be seen."
        #expect(PassageFinder(sections: [other]).place(marked) == nil)
    }

    /// Marks random passages, corrects the text at random places and asks for the passages again. The true place is known,
    /// because every code point of the corrected text remembers where it came from.
    @Test(arguments: 0..<40)
    func `passages survive random corrections, and are never placed on other words`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed) + 1)
        let original = Self.randomText(words: 600, using: &random)
        let (edition, origins) = Self.corrected(original, rate: 60, using: &random)
        let finder = PassageFinder(sections: [edition])
        let text = SectionText(original)
        var placed = 0
        for _ in 0..<25 {
            let length = [6, 20, 90, 400].randomElement(using: &random) ?? 20
            let start = Int.random(in: 0..<(text.scalars.count - length), using: &random)
            guard let found = finder.place(text.passage(at: start..<(start + length), section: 0)) else { continue }
            placed += 1
            let back = origins[found.position.start..<found.position.end].compactMap { $0 }
            let overlap = back.filter { (start..<(start + length)).contains($0) }.count
            #expect(overlap * 2 > length, "placed \(length) at \(start) on \(found)")
        }
        #expect(placed >= 23)
    }

    private static func randomText(words: Int, using random: inout SeededGenerator) -> String {
        let syllables = ["ka", "lo", "mi", "ren", "sta", "to", "vu", "nel", "sa", "dor", "é", "gra", "pi", "wen"]
        return (0..<words).map { _ in
            (0..<Int.random(in: 1...4, using: &random)).map { _ in syllables.randomElement(using: &random) ?? "" }.joined()
        }.joined(separator: " ")
    }

    /// The text with about one change in `rate` code points, and for each code point where it came from.
    private static func corrected(
        _ text: String, rate: Int, using random: inout SeededGenerator
    ) -> (String, [Int?]) {
        var scalars = String.UnicodeScalarView()
        var origins: [Int?] = []
        for (index, scalar) in text.unicodeScalars.enumerated() {
            let change = Int.random(in: 0..<rate, using: &random)
            if change == 0 && Bool.random(using: &random) { continue }
            if change == 1 {
                scalars.append("x")
                origins.append(nil)
            }
            scalars.append(scalar)
            origins.append(index)
        }
        return (String(scalars), origins)
    }
}
