import Core
import Platform

/// How often the filter is right, per kind and language.
struct ScoreTable: Sendable, Equatable {
    /// One kind in one language.
    struct Row: Sendable, Equatable, Encodable {
        /// `clean` or a kind.
        let kind: String
        let language: String
        /// How many lines carry the label.
        let n: Int
        /// Of the lines in which the kind was found and that are labelled with it or clean: the share labelled with it. A line labelled with
        /// another bad kind has one label but may well be both, so it counts neither for nor against. Nil when nothing was found.
        let precision: Double?
        /// Of the lines labelled with the kind: the share in which it was found. Nil when there are none.
        let recall: Double?

        private enum CodingKeys: String, CodingKey { case kind, language, n, precision, recall }

        /// Writes every field, so that a share of nothing is null.
        func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: CodingKeys.self)
            try fields.encode(kind, forKey: .kind)
            try fields.encode(language, forKey: .language)
            try fields.encode(n, forKey: .n)
            try fields.encode(precision, forKey: .precision)
            try fields.encode(recall, forKey: .recall)
        }
    }

    /// The rows by language, clean first.
    let rows: [Row]

    /// Compares labels with what was found. A text with a link or a phone number in it is clean all the same, unless its label says otherwise.
    init(_ lines: some Sequence<(line: ScoreLine, found: Set<FilterVerdict.Kind>)>) {
        var groups: [Language: [(label: FilterVerdict.Kind?, found: Set<FilterVerdict.Kind>)]] = [:]
        for (line, found) in lines { groups[line.language, default: []].append((line.label, found)) }
        rows = groups.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { language, lines in
            let clean = lines.filter { $0.label == nil }
            let isClean = { (found: Set<FilterVerdict.Kind>) in found.isSubset(of: [.contact, .link]) }
            let passed = clean.count { isClean($0.found) }
            let first = Row(
                kind: "clean", language: language.rawValue, n: clean.count,
                precision: Self.share(passed, of: lines.count { isClean($0.found) }), recall: Self.share(passed, of: clean.count))
            let kinds = FilterVerdict.Kind.allCases.map { (name: $0.rawValue, kinds: Set([$0])) } + [(name: "people", kinds: Self.people)]
            return (clean.isEmpty ? [] : [first])
                + kinds.compactMap { name, kinds in
                    let labelled = lines.filter { $0.label.map(kinds.contains) ?? false }
                    let right = labelled.count { !$0.found.isDisjoint(with: kinds) }
                    let wrong = clean.count { !$0.found.isDisjoint(with: kinds) }
                    guard !labelled.isEmpty, kinds.count == 1 || Set(labelled.map(\.label)).count > 1 else { return nil }
                    return Row(
                        kind: name, language: language.rawValue, n: labelled.count,
                        precision: Self.share(right, of: right + wrong), recall: Self.share(right, of: labelled.count))
                }
        }
    }

    /// What people do to people: a moderator reads it, whichever of these it is called.
    private static let people: Set<FilterVerdict.Kind> = [.hate, .toxicity, .harm, .exclusion]

    private static func share(_ part: Int, of whole: Int) -> Double? { whole == 0 ? nil : Double(part) / Double(whole) }
}
