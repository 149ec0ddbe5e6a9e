import TestSupport
import Testing

@testable import Moderation

/// Where somebody in a text speaks: X stands in the place that is asked about.
@Suite struct SpeechTests {
    private func isSaid(_ text: String) -> Bool {
        let narration = Speech.narration(of: text)
        #expect(narration.unicodeScalars.count == text.unicodeScalars.count)
        return !narration.unicodeScalars.contains("X")
    }

    @Test(arguments: [
        "“X,” she said.", "”X”, sa hon.", "„X“, sagte sie.", "«X», dit-elle.", "»X«, sagte sie.", "\"X\" she said.", "‘X,’ she said.",
        "– X, sa hon.", "She came.\n— X!", "  - X", "“One” and “X”", "“Don’t X”", "e\u{301} “X”", "🦊“X”",
    ])
    func `speech is between marks, or behind a dash`(_ text: String) throws { #expect(isSaid(text)) }

    @Test(arguments: [
        "X", "X “said” X", "“One” X “two”", "“X", "X”", "it’s X, isn’t it", "“One\nX”", "-X", "5–X", "a \"b\" X", "the boys’ X and girls’",
    ])
    func `everything else is not`(_ text: String) throws { #expect(!isSaid(text)) }

    @Test func `a line of opening marks is read in no time`() {
        let text = String(repeating: "“", count: 100_000)
        #expect(ContinuousClock().measure { _ = Speech.narration(of: text) } < .seconds(2))
    }
}
