import Foundation

/// A trained classifier beside the lists: one logistic regression per kind over ``ClassifierFeatures``.
///
/// `Tests/Moderation/train.py` makes the weights from the sets that `Docs/moderation.md` names.
struct Classifier: Sendable {
    private struct Model: Sendable {
        let kind: FilterVerdict.Kind
        let bias: Float
        /// What one step of a weight is worth.
        let scale: Float
        /// The least score that counts.
        let threshold: Float
        let weights: [Int8]
    }

    private let models: [Model]

    /// Reads trained weights: a line of JSON per kind with kind, bias, scale and threshold, an empty line, then one signed byte per bucket and kind.
    /// - Throws: when the data are something else.
    init(_ data: Data) throws {
        struct Head: Decodable {
            var kind: FilterVerdict.Kind
            var bias: Float
            var scale: Float
            var threshold: Float
        }
        guard let end = data.firstRange(of: Data("\n\n".utf8)) else { throw FilterResources.Broken(line: "classifier.weights") }
        let heads = try data[..<end.lowerBound].split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(Head.self, from: Data($0)) }
        let weights = data[end.upperBound...].map { Int8(bitPattern: $0) }
        guard weights.count == heads.count * ClassifierFeatures.buckets else { throw FilterResources.Broken(line: "classifier.weights") }
        models = heads.enumerated().map { index, head in
            let first = index * ClassifierFeatures.buckets
            return Model(
                kind: head.kind, bias: head.bias, scale: head.scale, threshold: head.threshold,
                weights: Array(weights[first..<first + ClassifierFeatures.buckets]))
        }
    }

    /// The kinds whose score reaches the threshold.
    func kinds(of buckets: [Int]) -> [FilterVerdict.Kind] {
        guard !buckets.isEmpty else { return [] }
        let length = Float(buckets.count).squareRoot()
        return models.compactMap { model in
            let sum = buckets.reduce(0) { $0 + Int(model.weights[$1]) }
            return model.bias + Float(sum) * model.scale / length >= model.threshold ? model.kind : nil
        }
    }
}
