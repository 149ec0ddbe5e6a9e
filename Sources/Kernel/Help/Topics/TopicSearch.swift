import Core
import Foundation
import Localization
import Platform

/// Finds topics by the words of the language they are read in. There are some dozens of them, so it simply reads all.
struct TopicSearch: Sendable {
    let messages: Messages
    let language: Language
    let zone: TimeZone

    /// Topics that hold any of the words, in the question, in the answer or among the words it is searched by: those with the most
    /// of them first, then those with the words in the question. Technical words are typed in English everywhere, so the English
    /// ones count too.
    func find(_ words: String, in topics: [HelpTopic]) -> [HelpTopic] {
        let wanted = telling(words)
        guard !wanted.isEmpty else { return [] }
        let scored = topics.compactMap { topic -> (topic: HelpTopic, score: Int)? in
            let question = tokens(say(topic.question))
            let searched = tokens(say(topic.searchedAs))
            let english = tokens(messages.render(topic.searchedAs, in: .english, timeZone: zone))
            let answer = topic.answer.flatMap { tokens(say($0)) }
            let score = wanted.reduce(0) { score, word in
                if question.contains(where: { begins($0, word) }) { return score + 13 }
                if searched.contains(where: { begins($0, word) }) { return score + 12 }
                if holds(question, word) || holds(searched, word) { return score + 11 }
                return score + (answer.contains { begins($0, word) } ? 10 : english.contains { begins($0, word) } ? 9 : 0)
            }
            return score > 0 ? (topic, score) : nil
        }
        return scored.sorted { $0.score > $1.score }.map(\.topic)
    }

    /// The topics whose words look most like those typed, for when nothing was found: “notifcation” means notifications.
    func nearest(_ words: String, in topics: [HelpTopic], most: Int = 3) -> [HelpTopic] {
        let wanted = telling(words).map(trigrams)
        let scored = topics.map { topic in
            let known = (tokens(say(topic.question)) + tokens(say(topic.searchedAs))).map(trigrams)
            return (topic: topic, score: wanted.map { word in known.map { likeness(word, $0) }.max() ?? 0 }.max() ?? 0)
        }
        return scored.filter { $0.score > 0.4 }.sorted { $0.score > $1.score }.prefix(most).map(\.topic)
    }

    /// The words that say something: “How do I …” stands in every question.
    private func telling(_ words: String) -> [String] {
        let typed = tokens(words).prefix(10)
        for length in [4, 3, 1] {
            let long = typed.filter { $0.count >= length }
            if !long.isEmpty { return long }
        }
        return []
    }

    /// Whether one of the words is a part of the typed one or the other way about, as Swedish compounds have them.
    private func holds(_ known: [String], _ word: String) -> Bool {
        known.contains { ($0.count > 4 && word.contains($0.count > 6 ? stem($0) : $0[...])) || (word.count > 4 && $0.contains(stem(word))) }
    }

    /// People type “radera” and read “raderar”, so a word counts by its beginning; short words only whole.
    private func begins(_ known: String, _ word: String) -> Bool { word.count > 3 ? known.hasPrefix(stem(word)) : known == word }

    private func stem(_ word: String) -> Substring { word.count > 5 ? word.dropLast(2) : word[...] }

    private func tokens(_ text: String) -> [String] {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    private func say(_ text: Text) -> String { messages.render(text, in: language, timeZone: zone) }

    private func trigrams(_ word: String) -> Set<String> {
        let emails = Array(" \(word) ")
        return Set((0..<max(0, emails.count - 2)).map { String(emails[$0..<($0 + 3)]) })
    }

    private func likeness(_ left: Set<String>, _ right: Set<String>) -> Double {
        left.isEmpty && right.isEmpty ? 0 : 2 * Double(left.intersection(right).count) / Double(left.count + right.count)
    }
}
