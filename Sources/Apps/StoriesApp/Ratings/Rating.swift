import Core
import Database

/// Stars that one person gave one story.
enum Stars {
    static let range = 1...5

    /// Checks what was chosen.
    static func checked(_ stars: Int?) throws(RatingRefusal) -> Int {
        guard let stars, range.contains(stars) else { throw .notChosen }
        return stars
    }
}

/// What readers gave a story, all together.
struct RatingSummary: Sendable, Equatable {
    /// How many people gave one star, two, and so on.
    let counts: [Int]

    var count: Int { counts.reduce(0, +) }
    /// From 1 to 5; nil before the first.
    var average: Double? {
        count == 0 ? nil : Double(zip(Stars.range, counts).reduce(0) { $0 + $1.0 * $1.1 }) / Double(count)
    }

    init(_ rows: [Row2<Int, Int>]) {
        let known = Dictionary(rows.map { ($0.first, $0.second) }) { first, _ in first }
        counts = Stars.range.map { known[$0] ?? 0 }
    }
}

/// Why a story was not rated.
enum RatingRefusal: Error, Equatable {
    case notChosen, ownStory, notRead
}

extension RatingRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .notChosen:
            Problem(.invalid, "stories.no-stars", "Choose 1 to 5 stars.", fields: ["stars": "Choose 1 to 5 stars."])
        case .ownStory: Problem(.conflict, "stories.rate-own", "You can’t rate your own story.")
        case .notRead:
            Problem(
                .conflict, "stories.rate-unread", "You haven’t opened this story yet.", remedy: "Open a chapter, then rate the story.")
        }
    }
}
