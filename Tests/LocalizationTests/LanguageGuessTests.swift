import Core
import Testing

@testable import Localization

@Suite struct `Guessing a language` {
    @Test(arguments: [
        ("Kan någon hjälpa mig att bära en soffa?", Language.swedish), ("jag har en katt som behover vatten", .swedish),
        ("Could you walk my dog on Sunday?", .english), ("need help with the garden and a shed", .english),
    ]) func `a short text says itself what it is written in`(text: String, language: Language) {
        #expect(LanguageGuess.of(text, among: [.english, .swedish]) == language)
    }

    @Test(arguments: ["", "Soffa", "12 34", "Cykel!"])
    func `a text that says nothing is not guessed at`(text: String) {
        #expect(LanguageGuess.of(text, among: [.english, .swedish]) == nil)
    }
}
