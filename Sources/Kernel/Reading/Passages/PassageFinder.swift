import Core

/// Finds passages in an edition that may differ from the one in which they were described.
///
/// First the very words are sought, white space aside; then the same letters and digits; then the place where the fewest
/// code points differ (at most one in five). An answer is given only where the words or their surroundings leave no
/// doubt: an unplaced passage is better than one that points at something its owner never marked.
public struct PassageFinder: Sendable {
    private let sections: [SectionText]

    /// Prepares an edition: the plain text of its sections in reading order.
    public init(sections: [String]) { self.sections = sections.map { SectionText($0) } }

    /// Where `passage` stands in this edition, described anew, or nil when it cannot be told.
    public func place(_ passage: Passage) -> Passage? {
        let found =
            exact(passage, .spacing) ?? exact(passage, .wording) ?? approximate(passage)
        return found.map { sections[$0.section].passage(at: $0.range, section: $0.section) }
    }

    /// The passage at a range of code points of a section of this edition; nil when there is no such section.
    public func passage(section: Int, at range: Range<Int>) -> Passage? {
        guard sections.indices.contains(section) else { return nil }
        return sections[section].passage(at: range, section: section)
    }

    /// How far two numbers are apart; one of them was written by a browser and may be any.
    private func distance(_ one: Int, _ other: Int) -> Int { max(one, other).subtractingSaturated(min(one, other)) }

    private struct Place {
        let section: Int
        let range: Range<Int>
    }

    /// Section numbers by their distance from `section`: corrected editions seldom move a passage far.
    private func nearestFirst(_ section: Int) -> [Int] {
        sections.indices.sorted { (distance($0, section), $0) < (distance($1, section), $1) }
    }
}

// MARK: - The same words

extension PassageFinder {
    /// Words as long as this are hardly ever repeated by accident, so they need no surroundings to vouch for them.
    private static let tellingLength = 20
    /// Words that stand nowhere else in the edition need not be so long.
    private static let tellingLengthOfUnique = 12
    /// Shorter words need this much of their surroundings, on both sides together.
    private static let tellingContext = 16

    private func exact(_ passage: Passage, _ folding: FoldedText.Folding) -> Place? {
        let quote = FoldedText(passage.quote.exact, folding).points
        let prefix = FoldedText(passage.quote.prefix, folding).points
        let suffix = FoldedText(passage.quote.suffix, folding).points
        // A point between two words is found by the words around it.
        let isPoint = quote.isEmpty
        let search = ExactSearch(isPoint ? prefix + suffix : quote)
        var best: (rank: Rank, place: Place)?
        var count = 0
        for number in nearestFirst(passage.section) {
            let text = sections[number].folded(folding)
            for start in search.occurrences(in: text.points) {
                count += 1
                let range =
                    isPoint ? (start + prefix.count)..<(start + prefix.count) : start..<(start + quote.count)
                let agreement =
                    commonSuffix(text.points[..<range.lowerBound], prefix)
                    + commonPrefix(text.points[range.upperBound...], suffix)
                let origin = text.origin(of: range)
                let rank = Rank(
                    agreement: agreement, sectionDistance: distance(number, passage.section),
                    distance: distance(origin.lowerBound, passage.position.start))
                if best.map({ rank < $0.rank }) ?? true { best = (rank, Place(section: number, range: origin)) }
            }
            // Nothing can beat the whole surroundings in the nearest section that has them.
            if let best, best.rank.agreement == prefix.count + suffix.count { break }
        }
        guard let best else { return nil }
        let telling = count == 1 ? Self.tellingLengthOfUnique : Self.tellingLength
        let needed = quote.count >= telling ? 0 : min(Self.tellingContext, prefix.count + suffix.count)
        return best.rank.agreement >= needed ? best.place : nil
    }

    /// Better places sort first: more of the surroundings, then nearer to where the passage stood.
    private struct Rank: Comparable {
        let agreement: Int
        let sectionDistance: Int
        let distance: Int

        static func < (left: Self, right: Self) -> Bool {
            (-left.agreement, left.sectionDistance, left.distance) < (-right.agreement, right.sectionDistance, right.distance)
        }
    }
}

// MARK: - Nearly the same words

extension PassageFinder {
    /// How much of the surroundings joins the pattern on each side.
    private static let frame = 16
    /// Patterns shorter than this would match by accident.
    private static let shortest = 16

    private func approximate(_ passage: Passage) -> Place? {
        let quote = FoldedText(passage.quote.exact, .wording).points
        let before = Array(FoldedText(passage.quote.prefix, .wording).points.suffix(Self.frame))
        let after = Array(FoldedText(passage.quote.suffix, .wording).points.prefix(Self.frame))
        let isLong = quote.count > ApproximateSearch.longest - 2 * Self.frame
        let head = isLong ? before + quote.prefix(ApproximateSearch.longest - before.count) : before + quote + after
        guard head.count >= Self.shortest else { return nil }

        var best: (distance: Int, place: Place)?
        for number in nearestFirst(passage.section) {
            let text = sections[number].wording
            let expected = text.index(of: passage.position.start) - before.count
            guard
                let start = ApproximateSearch(head).best(
                    in: text.points, text.points.indices, limit: head.count / 5, near: expected)
            else { continue }
            let from = start.boundaries[before.count]
            let end =
                isLong
                ? endOfLong(quote, after, in: text.points, from: from)
                : (distance: 0, index: start.boundaries[before.count + quote.count])
            guard let end, end.index > from || quote.isEmpty else { continue }
            let distance = start.distance + end.distance
            if distance < best?.distance ?? .max {
                best = (distance, Place(section: number, range: text.origin(of: from..<end.index)))
            }
        }
        return best?.place
    }

    /// Where a long quote that begins at `from` ends: its last words are sought at about the right distance.
    private func endOfLong(_ quote: [UInt32], _ after: [UInt32], in text: [UInt32], from: Int) -> (distance: Int, index: Int)? {
        let tail = Array(quote.suffix(ApproximateSearch.longest - after.count))
        let nearest = from + max(0, quote.count * 4 / 5 - tail.count)
        let farthest = min(text.count, from + quote.count * 5 / 4 + ApproximateSearch.longest)
        guard nearest < farthest else { return nil }
        let pattern = tail + after
        let match = ApproximateSearch(pattern).best(
            in: text, nearest..<farthest, limit: pattern.count / 5, near: from + quote.count - tail.count)
        return match.map { ($0.distance, $0.boundaries[tail.count]) }
    }
}
