import Core
import Foundation
import Localization
import Platform

/// Finds topics by the words of the language they are read in. There are some dozens of them, so it simply reads all.
struct TopicSearch: Sendable {
    let messages: Messages
    let language: Language
    let zone: TimeZone

    /// Topics that hold every word, those with the words in the question first.
    func find(_ words: String, in topics: [HelpTopic]) -> [HelpTopic] {
        let wanted = fold(words).split { !$0.isLetter && !$0.isNumber }.prefix(10)
        guard !wanted.isEmpty else { return [] }
        let scored = topics.compactMap { topic -> (topic: HelpTopic, score: Int)? in
            let question = fold(say(topic.question))
            let answer = fold(topic.answer.map(say).joined(separator: " "))
            var score = 0
            for word in wanted {
                if question.contains(word) { score += 3 } else if answer.contains(word) { score += 1 } else { return nil }
            }
            return (topic, score)
        }
        return scored.sorted { $0.score > $1.score }.map(\.topic)
    }

    private func say(_ text: Text) -> String { messages.render(text, in: language, timeZone: zone) }

    private func fold(_ text: String) -> String { text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil) }
}
