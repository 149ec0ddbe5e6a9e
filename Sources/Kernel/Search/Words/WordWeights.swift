import Core
import Database
import Foundation
import Synchronization

/// How much a word says: much where few passages have it, little where it is everywhere.
///
/// Counted once and remembered for a while, for common words are asked for most and take longest to count. Only the order of answers
/// depends on it. Words that are nowhere are not remembered, so that a new text changes what is said of its words at once.
final class WordWeights: Sendable {
    private struct Known {
        let passages: Int
        let until: Instant
    }

    private let known = Mutex<[String: Known]>([:])
    private static let mostKept = 20_000
    private static let minutes = 10
    /// Where counting ends: such a word says next to nothing.
    static let common = 2000

    /// In how many passages a word stands, itself or in another form, counted as far as ``common``.
    func passages(with clause: SearchQuery.Clause, now: Instant, in db: any Connection) throws -> Int {
        guard let word = clause.alternatives.first?.first else { return 0 }
        if let one = known.withLock({ $0[word] }), one.until > now { return one.passages }
        let expression = MatchExpression.passages([clause], db.dialect)
        let count = try db.one(.passageCount(expression, in: 0...Int64.max, limit: Self.common, db.dialect))
        if count > 0 {
            known.withLock {
                if $0.count >= Self.mostKept { $0.removeAll() }
                $0[word] = Known(passages: count, until: now + .seconds(60 * Self.minutes))
            }
        }
        return count
    }

    /// What a word that stands in so many passages says, from 0.1 to 1.
    static func weight(passages: Int) -> Double {
        guard passages < common else { return 0.1 }
        return max(0.1, 1 - log(Double(passages + 1)) / log(8000))
    }
}
