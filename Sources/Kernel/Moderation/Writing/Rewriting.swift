import Core
import Foundation
import Localization
import Platform

/// Says a text so that the filter accepts it: pay becomes expenses, rude words go. It offers nothing that the filter would stop again.
struct Rewriting {
    let policy: FilterPolicy
    let judge: (String) -> FilterVerdict

    /// The fields with every stopped place said otherwise; nil where that is not enough, or a field would be empty.
    func accepted(_ fields: [String]) -> [String]? {
        var result: [String] = []
        for field in fields {
            guard let words = rewritten(field) else { return nil }
            result.append(words)
        }
        let isEmptied = zip(fields, result).contains { !$0.isEmpty && $1.isEmpty }
        return isEmptied || result == fields || judge(result.joined(separator: "\n")).action != .accept ? nil : result
    }

    /// One field; the places from the last to the first, so that those before keep where they are.
    private func rewritten(_ text: String) -> String? {
        let stopped = judge(text).matches.filter { policy.action(for: $0) != .accept }
        var scalars = Array(text.unicodeScalars)
        var end = scalars.count
        for match in stopped.sorted(by: { $0.range.upperBound > $1.range.upperBound }) where match.range.upperBound <= end {
            switch match.kind {
            case .profanity:
                let place = Self.aside(at: match.range, in: scalars)
                scalars.removeSubrange(place)
                end = place.lowerBound
            case .money:
                let sentence = Self.sentence(around: match.range, in: scalars)
                guard let expenses = Expenses.said(for: Self.string(scalars[sentence])) else { return nil }
                scalars.replaceSubrange(sentence, with: expenses.unicodeScalars)
                end = sentence.lowerBound
            default: return nil
            }
        }
        return Self.tidied(Self.string(scalars[...]))
    }

    /// The sentence that a place stands in, without the space before it.
    private static func sentence(around place: Range<Int>, in scalars: [Unicode.Scalar]) -> Range<Int> {
        let ends: Set<Unicode.Scalar> = [".", "!", "?", "\n"]
        var first = place.lowerBound
        while first > 0, !ends.contains(scalars[first - 1]) { first -= 1 }
        while first < place.lowerBound, scalars[first].properties.isWhitespace { first += 1 }
        var last = place.upperBound
        while last < scalars.count, !ends.contains(scalars[last]) { last += 1 }
        if last < scalars.count, scalars[last] != "\n" { last += 1 }
        return first..<last
    }

    /// A place, with the commas that set it off from the words around it: “and, damn, there” becomes “and there”.
    private static func aside(at place: Range<Int>, in scalars: [Unicode.Scalar]) -> Range<Int> {
        let first = scalars[..<place.lowerBound].lastIndex { !$0.properties.isWhitespace }
        let last = scalars[place.upperBound...].firstIndex { !$0.properties.isWhitespace }
        guard let first, let last, scalars[first] == ",", scalars[last] == "," else { return place }
        return first..<last + 1
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    /// Without the gaps that taken out words leave.
    private static func tidied(_ text: String) -> String {
        text.replacing(/[ \t]{2,}/, with: " ").replacing(/[ \t]+([,.!?;:])/, with: { String($0.output.1) })
            .replacing(/(^|\n)[ \t,;:]+/, with: { String($0.output.1) }).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// What an offer of pay says when it is one to bear expenses.
enum Expenses {
    /// A sentence in the language of the offer, naming what it names; nil for what is no offer: a price, a sale, a loan.
    static func said(for sentence: String) -> String? {
        let words = sentence.lowercased().split { !$0.isLetter && $0 != "'" && $0 != "’" }.map { String($0).replacing("’", with: "'") }
        let known = Set(words)
        if !known.isDisjoint(with: refusals) { return nil }
        if !known.isDisjoint(with: english), !known.isDisjoint(with: englishSelf) {
            let cost = englishCosts.first { !known.isDisjoint(with: $0.words) }?.name ?? "your expenses"
            return "I’ll cover \(cost)."
        }
        if !known.isDisjoint(with: swedish), !known.isDisjoint(with: swedishSelf) {
            let cost = swedishCosts.first { !known.isDisjoint(with: $0.words) }?.name ?? "dina utlägg"
            return "Jag står för \(cost)."
        }
        return nil
    }

    private static let english: Set<String> = ["pay", "paying", "give", "offer", "offering", "tip", "reward", "compensate", "cover"]
    private static let englishSelf: Set<String> = ["i", "i'll", "i'd", "we", "we'll", "ill", "will", "gladly", "happy", "willing"]
    private static let swedish: Set<String> = ["betalar", "betala", "ger", "ge", "ersätter", "swishar", "bjuder", "ersätta"]
    private static let swedishSelf: Set<String> = ["jag", "vi", "gärna", "kan"]
    /// Who charges, sells or borrows offers nothing.
    private static let refusals: Set<String> = [
        "charge", "sell", "selling", "sale", "lend", "loan", "borrow", "price", "rent", "salary", "wage", "job", "säljer", "salu", "låna", "lån",
        "hyra", "lön", "jobb", "pris", "priset", "tar",
    ]
    private static let englishCosts: [(words: Set<String>, name: String)] = [
        (["petrol", "fuel", "diesel", "gas"], "the petrol"), (["parking"], "the parking"),
        (["ticket", "tickets", "bus", "train", "fare"], "the tickets"), (["material", "materials", "paint", "wood"], "the materials"),
        (["food", "groceries", "lunch"], "the food"),
    ]
    private static let swedishCosts: [(words: Set<String>, name: String)] = [
        (["bensin", "bensinen", "diesel", "soppan", "bränslet"], "bensinen"), (["parkering", "parkeringen"], "parkeringen"),
        (["biljett", "biljetten", "biljetter", "bussen", "tåget"], "biljetterna"), (["material", "materialet", "färg", "färgen"], "materialet"),
        (["mat", "maten", "lunch", "lunchen"], "maten"),
    ]
}
