import Core
import Testing

@Test func `the literal of a text is its key and its interpolations are the arguments`() {
    let text: Text = "You have \(3) books out, \("Ada")."
    #expect(text.key == "You have %1 books out, %2.")
    #expect(text.arguments == [.integer(3), .string("Ada")])
}
