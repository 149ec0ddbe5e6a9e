import Core
import Reading

/// How stories are ranked: by what readers did. The page that explains it is made of the same numbers.
enum Ranking {
    /// Readers of these days count.
    static let days = 30
    /// What one reader is worth, by how long ago they read last: newer reading weighs more.
    static let weights: [(days: Int, weight: Int)] = [(7, 4), (14, 3), (21, 2), (30, 1)]
    /// For opening the story and getting on in it.
    static let pointsForReading = 1
    static let pointsForChapter = 1
    /// So that a long story isn't ahead just by being long, and nobody gets further by leafing through.
    static let mostChapters = 5

    /// The points that one person gives to one story.
    static func points(of reader: ReaderProgress, at now: Instant) -> Int {
        let age = now - reader.lastRead
        guard let weight = weights.first(where: { age < .seconds($0.days * 86_400) })?.weight else { return 0 }
        return weight * (pointsForReading + pointsForChapter * min(reader.finished, mostChapters))
    }

    /// The beginning of the days that count.
    static func start(at now: Instant) -> Instant { now - .seconds(days * 86_400) }
}
