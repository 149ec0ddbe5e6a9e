import Core
import Foundation
import Localization
import Platform

/// Finds topics by the words of the language they are read in. There are some dozens of them, so it simply reads all.
struct TopicSearch: Sendable {
    let messages: Messages
    let language: Language
    let zone: TimeZone

    /// Topics that hold any of the words: those with the most of them first, then those with the words in the question. A word
    /// counts by its beginning too, for people type “radera” and read “raderar”.
    func find(_ words: String, in topics: [HelpTopic]) -> [HelpTopic] {
        let typed = fold(words).split { !$0.isLetter && !$0.isNumber }.prefix(10)
        // “How do I …” stands in every question.
        let wanted = typed.contains { $0.count > 3 } ? typed.filter { $0.count > 3 } : Array(typed)
        guard !wanted.isEmpty else { return [] }
        let scored = topics.compactMap { topic -> (topic: HelpTopic, score: Int)? in
            let question = fold(say(topic.question))
            let answer = fold(topic.answer.map(say).joined(separator: " "))
            let score = wanted.reduce(0) { score, word in
                let stem = word.count > 5 ? word.dropLast(2) : word
                return score + (question.contains(stem) ? 13 : answer.contains(stem) ? 10 : 0)
            }
            return score > 0 ? (topic, score) : nil
        }
        return scored.sorted { $0.score > $1.score }.map(\.topic)
    }

    private func say(_ text: Text) -> String { messages.render(text, in: language, timeZone: zone) }

    private func fold(_ text: String) -> String { text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil) }
}
