import Testing

@testable import Web

struct TextRuleTests {
    @Test(arguments: ["#00ff7F", "#ABCDEF"])
    func `a colour is six hexadecimal digits`(_ text: String) { #expect(TextRule(form: .colour).fault(text) == nil) }

    @Test(arguments: ["", "#", "00ff7f0", "#00ff7", "#00ff7f0", "#00ff7g", "#00ff7é", " #00ff7f", "#00ff7\n", "#00ff7f\u{301}"])
    func `anything else is no colour`(_ text: String) { #expect(TextRule(form: .colour).fault(text) != nil) }

    @Test(arguments: ["en", "swa", "sv-SE", "zh-Hant-TW", "en-a1-bb-c3456789"])
    func `a language is up to four subtags`(_ text: String) { #expect(TextRule(form: .language).fault(text) == nil) }

    @Test(arguments: ["", "e", "engl", "e1", "en-", "-en", "en--SE", "en-x", "en-abcdefghi", "en-aa-bb-cc-dd", "en_SE", "én", "en-\u{E9}t\u{E9}"])
    func `anything else is no language`(_ text: String) { #expect(TextRule(form: .language).fault(text) != nil) }
}
