import Database
import Interface

/// How much of a publication somebody has read. Lists, pages and the reader all show this one number.
public struct ReadingProgress: Sendable, Equatable {
    /// From this percentage on something counts as read to the end.
    static let end = 99.0

    /// From 0 to 100.
    public let percent: Double

    /// A share of the words in percent; of a recording, of its seconds.
    public init(percent: Double) { self.percent = percent }

    /// As people see it: rounded down, so that 100 is the end and nothing before it.
    public var shown: Int { ProgressBar.percent(of: percent / 100) }
    /// Whether it was read to the end.
    public var isFinished: Bool { percent >= Self.end }
    /// For a ``ProgressBar``.
    public var share: Double { percent / 100 }
}

extension SQL {
    /// Of the positions `r` that somebody has in a publication on several devices, only the latest: where “Continue” leads.
    static var latestPosition: SQL {
        """
        NOT EXISTS (SELECT 1 FROM reading_position later WHERE later.person_id = r.person_id AND later.publication_id = r.publication_id
            AND (later.changed_at > r.changed_at OR later.changed_at = r.changed_at AND later.id > r.id))
        """
    }

    /// The furthest that whoever has the position `r` has read in its publication, on whichever device.
    static var furthest: SQL {
        """
        (SELECT MAX(f.furthest) FROM reading_position f WHERE f.person_id = r.person_id AND f.publication_id = r.publication_id)
        """
    }

    /// The same for what is being read: of what was finished before, where they are in reading it again.
    static var begun: SQL {
        "CASE WHEN \(sql: .furthest) >= \(ReadingProgress.end) THEN r.progress ELSE \(sql: .furthest) END"
    }

    /// Whether one is in the middle of the publication `p`. A hymn or a leaflet of which nothing is read was looked at, no more.
    static var isUnfinished: SQL {
        "\(sql: .begun) < \(ReadingProgress.end) AND (p.section_count > 1 OR \(sql: .begun) > 0)"
    }
}
