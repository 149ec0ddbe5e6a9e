import Documents
import Testing

@Suite("Counting words")
struct WordCountTests {
    @Test("apostrophes belong to words, digits are words, and each sign of a script without spaces is one")
    func words() {
        #expect(WordCount.of("") == 0)
        #expect(WordCount.of("don't ’tis rock’n’roll '' ’") == 3)
        #expect(WordCount.of("42 lamps, ng’ambo") == 3)
        #expect(WordCount.of("灯りが3つ") == 5)
    }
}
