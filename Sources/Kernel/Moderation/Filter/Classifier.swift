import Core
import Foundation
import Platform

/// A trained classifier beside the lists: one logistic regression per kind over ``ClassifierFeatures``.
///
/// `Tests/Moderation/train.py` makes the weights from the sets that `Docs/moderation.md` names.
struct Classifier: Sendable {
    private struct Model: Sendable {
        let kind: FilterVerdict.Kind
        let reads: [ClassifierFeatures.Group]
        let bias: Float
        /// What one step of a weight is worth.
        let scale: Float
        /// The least score that counts, by the languages that it has learnt to read.
        let thresholds: [String: Float]
        /// Below these scores, phrases alone do not show the kind.
        let doubts: [String: Float]
        let weights: [Int8]
    }

    private let models: [Model]
    private let concepts: Concepts

    /// Reads trained weights: a line of JSON per model with kind, reads, bias, scale, and by language the threshold and, for some, the doubt; an
    /// empty line, then one signed byte per bucket and model.
    /// - Throws: when the data are something else.
    init(_ data: Data, concepts: Concepts) throws {
        self.concepts = concepts
        struct Head: Decodable {
            var kind: FilterVerdict.Kind
            var reads: [ClassifierFeatures.Group]
            var bias: Float
            var scale: Float
            var thresholds: [String: Float]
            var doubts: [String: Float]?
        }
        guard let end = data.firstRange(of: Data("\n\n".utf8)) else { throw FilterResources.Broken(line: "classifier.weights") }
        let heads = try data[..<end.lowerBound].split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(Head.self, from: Data($0)) }
        let weights = data[end.upperBound...].map { Int8(bitPattern: $0) }
        guard weights.count == heads.count * ClassifierFeatures.buckets else { throw FilterResources.Broken(line: "classifier.weights") }
        models = heads.enumerated().map { index, head in
            let first = index * ClassifierFeatures.buckets
            return Model(
                kind: head.kind, reads: head.reads, bias: head.bias, scale: head.scale, thresholds: head.thresholds,
                doubts: head.doubts ?? [:], weights: Array(weights[first..<first + ClassifierFeatures.buckets]))
        }
    }

    /// A kind whose score reaches the threshold, and the words that speak for it most.
    struct Finding {
        let kind: FilterVerdict.Kind
        /// Of the tokens.
        let words: Range<Int>
    }

    /// What the models say to a text.
    struct Reading {
        var findings: [Finding] = []
        /// Kinds so unlikely as a whole that words which phrases found say something else here: “the school pays the entrance for helpers”.
        var doubts: Set<FilterVerdict.Kind> = []
    }

    /// What a text in a language is, as far as the models have learnt that language.
    func read(_ text: GlyphText, tokens: [FilterToken], language: Language) -> Reading {
        let models = models.filter { $0.thresholds[language.base] != nil && Self.length(for: $0.kind).contains(tokens.count) }
        guard !models.isEmpty, !tokens.isEmpty else { return Reading() }
        let features = ClassifierFeatures(text, tokens: tokens, concepts: concepts)
        var reading = Reading()
        for model in models {
            let buckets = features.buckets(model.reads)
            let sum = buckets.reduce(0) { $0 + Int(model.weights[$1]) }
            let score = model.bias + Float(sum) * model.scale / Float(max(buckets.count, 1)).squareRoot()
            if let doubt = model.doubts[language.base], score < doubt { reading.doubts.insert(model.kind) }
            guard let threshold = model.thresholds[language.base], score >= threshold else { continue }
            let parts = model.reads.contains(.parts) ? [features.parts] : []
            let concepts = model.reads.contains(.concepts) ? [features.concepts] : []
            let groups = [features.words] + parts + concepts
            let sums = tokens.indices.map { token in groups.reduce(0) { $1[token].reduce($0) { $0 + Int(model.weights[$1]) } } }
            reading.findings.append(Finding(kind: model.kind, words: Self.cause(sums, tokens)))
        }
        return reading
    }

    /// The name of the rule in a match.
    static let rule = "classifier"

    /// How many words a text must have. Hate, attacks, offers and requests are sentences: the bare name of a group says nothing about
    /// anybody. Whole pages are unlike anything that the models for posts have seen.
    private static func length(for kind: FilterVerdict.Kind) -> ClosedRange<Int> {
        switch kind {
        case .hate, .toxicity, .harm: 3...Int.max
        case .spam, .money: 3...120
        default: 1...Int.max
        }
    }

    /// How many words an author can take in as the cause.
    private static let longestCause = 6

    /// The word that weighs most, with its neighbours in the sentence as long as they speak for the kind too.
    private static func cause(_ sums: [Int], _ tokens: [FilterToken]) -> Range<Int> {
        guard var first = sums.indices.max(by: { sums[$0] < sums[$1] }) else { return 0..<0 }
        var end = first + 1
        while end - first < longestCause {
            let before = first > 0 && !tokens[first].beginsSentence ? sums[first - 1] : 0
            let after = end < sums.count && !tokens[end].beginsSentence ? sums[end] : 0
            guard max(before, after) > 0 else { break }
            if before > after { first -= 1 } else { end += 1 }
        }
        return first..<end
    }
}
