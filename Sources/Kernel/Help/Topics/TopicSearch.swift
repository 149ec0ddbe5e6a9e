import Core
import Foundation
import Localization
import Platform

/// Finds topics by the words of the language they are read in. There are some dozens of them, so it simply reads all.
struct TopicSearch: Sendable {
    let messages: Messages
    let language: Language
    let zone: TimeZone

    /// How little a topic may say beside the best one and still be shown.
    private static let leastShare = 0.4

    /// Topics that hold any of the words, in the question, in the answer or among the words it is searched by: those with the most
    /// of them first, then those with the words in the question. A word that many topics hold tells little. Technical words are typed in
    /// English everywhere, so the English ones count too.
    func find(_ words: String, in topics: [HelpTopic]) -> [HelpTopic] {
        let wanted = telling(words)
        guard !wanted.isEmpty else { return [] }
        let places = topics.map { topic in
            let question = tokens(say(topic.question), joined: true)
            let searched = tokens(say(topic.searchedAs))
            let english = tokens(messages.render(topic.searchedAs, in: .english, timeZone: zone))
            let answer = topic.answer.flatMap { tokens(say($0)) }
            return wanted.map { word in
                if question.contains(where: { begins($0, word) }) { return 13.0 }
                if searched.contains(where: { begins($0, word) }) { return 12 }
                if holds(question, word) || holds(searched, word) { return 11 }
                return answer.contains { begins($0, word) } ? 8 : english.contains { begins($0, word) } ? 7 : 0
            }
        }
        let weights = wanted.indices.map { word in log(1 + Double(topics.count) / Double(max(1, places.count { $0[word] > 0 }))) }
        let scored = zip(topics, places).map { topic, places in (topic: topic, score: zip(places, weights).reduce(0) { $0 + $1.0 * $1.1 }) }
            .sorted { $0.score > $1.score }
        guard let best = scored.first?.score, best > 0 else { return [] }
        return scored.filter { $0.score >= best * Self.leastShare }.map(\.topic)
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

    /// The words that may say something; how much is told by how many topics hold them.
    private func telling(_ words: String) -> [String] {
        let typed = tokens(words).prefix(10)
        for length in [3, 1] {
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

    private func stem(_ word: String) -> Substring { word.count > 6 ? word.dropLast(2) : word.count > 5 ? word.dropLast() : word[...] }

    /// - Parameter joined: Whether two words in a row count as one as well: who types “backup” means “back up”.
    private func tokens(_ text: String, joined: Bool = false) -> [String] {
        let words = text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .split { !$0.isLetter && !$0.isNumber }.map(String.init)
        return joined ? words + zip(words, words.dropFirst()).map { $0 + $1 } : words
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
