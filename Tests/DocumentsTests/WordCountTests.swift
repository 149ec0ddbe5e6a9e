import Documents
import TestSupport
import Testing

@Suite("Counting words")
struct WordCountTests {
    /// Scripts with and without spaces, with apostrophes of both kinds, marks, digits and signs of four bytes.
    private static let texts = [
        "The ferry’s lamp wasn't lit in '42; nobody'd known — not the master’s' own ''wife''.",
        "Färjan var sen, och lyktan vid bryggan – den gamla – hade slocknat för länge sedan.",
        "Kivuko kilichelewa, na taa ya ng’ambo ilikuwa imezimika. Ing’anda ya mwine yali apa.",
        "渡し船は遅れていた。灯りが消えた、とカモメが言った。人々は「待とう」と言う。",
        "Паром опоздал, и фонарь погас: никто не знал почему. נר הלך וכבה، وانطفأ المصباح.",
        "नाव देर से आई, और दीया बुझ गया। เรือมาช้า และตะเกียงก็ดับ e\u{301}te\u{301} n\u{303}u",
        "🚢🌊 100 000 ’’’ ' a'b’c 𠀋𠀋 don’t\n\n\tstop—now",
    ]

    @Test("after any change the words that it adds make up the count of the whole text")
    func changes() {
        var random = SeededGenerator(seed: 7)
        for seed in 0..<20_000 {
            let text = Self.piece(&random, most: 120)
            let scalars = Array(text.unicodeScalars)
            let start = Int.random(in: 0...scalars.count, using: &random)
            let end = Int.random(in: start...scalars.count, using: &random)
            let (before, removed, after) = (Self.string(scalars[..<start]), Self.string(scalars[start..<end]), Self.string(scalars[end...]))
            let inserted = Self.piece(&random, most: 12)
            let change = WordCount.change(from: removed, to: inserted, between: before[...], and: after[...])
            #expect(WordCount.of(text) + change == WordCount.of(before + inserted + after), "\(seed): \(before)[\(removed)→\(inserted)]\(after)")
        }
    }

    @Test("apostrophes belong to words, digits are words, and each sign of a script without spaces is one")
    func words() {
        #expect(WordCount.of("") == 0)
        #expect(WordCount.of("don't ’tis rock’n’roll '' ’") == 3)
        #expect(WordCount.of("42 lamps, ng’ambo") == 3)
        #expect(WordCount.of("灯りが3つ") == 5)
    }

    /// Some characters from anywhere in the texts.
    private static func piece(_ random: inout SeededGenerator, most: Int) -> String {
        var piece = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let scalars = Array((texts.randomElement(using: &random) ?? "").unicodeScalars)
            let start = Int.random(in: 0..<scalars.count, using: &random)
            piece.append(contentsOf: scalars[start..<min(scalars.count, start + Int.random(in: 0...most / 3, using: &random))])
        }
        return String(piece)
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String { String(String.UnicodeScalarView(scalars)) }
}
