import Core

/// How far a person has read in a publication, on whichever device.
struct Furthest: Sendable, Equatable {
    let percent: Double
    /// When they came so far.
    let at: Instant

    /// Nil for nobody’s places.
    init?(_ places: [ReadingPosition]) {
        guard let furthest = places.max(by: { $0.furthest < $1.furthest }) else { return nil }
        (percent, at) = (furthest.furthest, furthest.furthestAt)
    }

    /// How a section stands for them.
    enum Standing: Sendable {
        /// They have read it to its end.
        case read
        /// It came after they had last read on.
        case new
    }

    /// Of some sections, by number; those that are neither read nor new are left out.
    func standing(of sections: [SectionSummary], words: Int) -> [Int: Standing] {
        var standing: [Int: Standing] = [:]
        for section in sections {
            let end = words == 0 ? 0 : Double(section.wordsBefore + section.words) / Double(words) * 100
            if ReadingProgress(percent: percent).isFinished || end <= percent + 0.01 {
                standing[section.number] = .read
            } else if section.changedAt > at {
                standing[section.number] = .new
            }
        }
        return standing
    }
}
