import Core
import Testing

@Suite struct `Tidy text` {
    @Test func `white space is one space, and nothing else goes`() {
        #expect(" a\t\u{A0}b \n c ".tidied() == "a b c")
        #expect("a\u{7}b".tidied() == "a b")
        // A mark that stands above a space is a character with it.
        #expect(Array("h \u{963} \u{963}h".tidied().unicodeScalars) == Array("h \u{963} \u{963}h".unicodeScalars))
        #expect("one\r\n\r\n\r\ntwo \u{301}\n".tidiedLines().unicodeScalars.contains("\u{301}"))
    }
}
