import Core
import Database

/// Takes readers' passages over into a new edition.
struct PassageMover {
    private let publication: PublicationID
    private let finder: PassageFinder
    private let earlier: [SectionSummary]
    /// The sections of the new edition, without their text.
    private let sections: [Extent]
    private let words: Int
    private let now: Instant
    /// The numbers of sections that are as they were.
    private let kept: Set<Int>
    /// Where each section of the edition that is replaced is in the new one, or what stands in its place.
    private let moved: [Int]

    /// Where the words of a section lie among all.
    struct Extent: Equatable {
        let words: Int
        let before: Int

        /// Those of sections with so many words, one after the other.
        static func all(_ words: [Int]) -> [Extent] {
            var before = 0
            return words.map { words in
                defer { before += words }
                return Extent(words: words, before: before)
            }
        }
    }

    /// - Parameters:
    ///   - earlier: the sections of the edition that is replaced.
    ///   - texts: those of the new one in order; nil where a section is as it was, and what lies in it stays there.
    ///   - moved: the new number of each earlier section; nil leaves them where they were.
    init(publication: PublicationID, earlier: [SectionSummary], sections: [Extent], texts: [String?], moved: [Int]? = nil, now: Instant) {
        self.publication = publication
        self.earlier = earlier
        self.sections = sections
        words = sections.reduce(0) { $0 + $1.words }
        self.now = now
        self.moved = moved ?? Array(earlier.indices)
        kept = Set(texts.indices.filter { texts[$0] == nil })
        finder = PassageFinder(sections: texts.map { $0 ?? "" })
    }

    func move(in db: any Connection) throws -> ReplacementReport {
        var report = ReplacementReport()
        try countAgain("progress", section: "section", in: db)
        try countAgain("furthest", section: "furthest_section", in: db)
        for table in ["reading_annotation", "reading_bookmark"] {
            for stored in try passages(in: table, db) where !(stored.isPlaced && kept.contains(stored.passage.section)) {
                if let found = finder.place(stored.passage) {
                    try place(stored.id, at: found, in: table, db)
                    report.placed += 1
                } else if stored.isPlaced {
                    // The words stay as they were, so that their owner knows them and a later edition may have them again.
                    try db.run("UPDATE \(raw: table) SET is_placed = 0, changed_at = \(now) WHERE id = \(stored.id)")
                    report.unplaced += 1
                } else {
                    report.unplaced += 1
                }
            }
        }
        for stored in try passages(in: "reading_position", db) where !kept.contains(stored.passage.section) {
            let found = finder.place(stored.passage) ?? nearest(stored.passage)
            try place(stored.id, at: found, in: "reading_position", db)
            let progress = try db.one("SELECT progress FROM reading_position WHERE id = \(stored.id)" as Query<Double>)
            let moved = self.progress(progress, from: stored.passage.section, to: found.section)
            try db.run("UPDATE reading_position SET progress = \(moved) WHERE id = \(stored.id)")
        }
        try moveFurthest(in: db)
        return report
    }

    /// How far one has read goes with the section in which one read last, wherever that is now.
    private func moveFurthest(in db: any Connection) throws {
        let all = try db.all(
            """
            SELECT id, furthest_section, furthest FROM reading_position WHERE publication_id = \(publication) ORDER BY id
            """ as Query<Row3<Int64, Int, Double>>)
        for row in all where !kept.contains(row.second) {
            let section = min(moved.indices.contains(row.second) ? moved[row.second] : row.second, max(0, sections.count - 1))
            let progress = progress(row.third, from: row.second, to: section)
            try db.run("UPDATE reading_position SET furthest = \(progress), furthest_section = \(section) WHERE id = \(row.first)")
        }
    }

    /// Positions in sections that are as they were: the share of the whole that they have changes with the other sections. Many people may
    /// read the same, so they go by sections that moved by equally many words, and not one by one.
    private func countAgain(_ column: SQL, section: SQL, in db: any Connection) throws {
        let total = earlier.reduce(0) { $0 + $1.words }
        guard words > 0, total > 0 else { return }
        let numbers = kept.sorted().filter(earlier.indices.contains)
        var start = numbers.startIndex
        while start < numbers.endIndex {
            let shift = sections[numbers[start]].before - earlier[numbers[start]].wordsBefore
            let end =
                numbers[start...].firstIndex { sections[$0].before - earlier[$0].wordsBefore != shift }
                ?? numbers.endIndex
            let (first, last) = (numbers[start], numbers[end - 1])
            start = end
            guard shift != 0 || total != words else { continue }
            let progress: SQL = "((\(sql: column) * \(Double(total)) + \(Double(shift * 100))) / \(Double(words)))"
            // What lies in others between them is placed one by one.
            let others = (first...last).filter { !kept.contains($0) }
            try db.run(
                """
                UPDATE reading_position
                SET \(sql: column) = CASE WHEN \(sql: progress) > 100 THEN 100 WHEN \(sql: progress) < 0 THEN 0 ELSE \(sql: progress) END
                WHERE publication_id = \(publication) AND \(sql: section) BETWEEN \(first) AND \(last) AND \(sql: section) NOT IN \(list: others)
                """)
        }
    }

    private func passages(in table: String, _ db: any Connection) throws -> [StoredPassage] {
        try db.all(
            """
            SELECT id, is_placed, \(Passage.columns) FROM \(raw: table)
            WHERE publication_id = \(publication) AND section IS NOT NULL ORDER BY id
            """)
    }

    private func place(_ id: Int64, at passage: Passage, in table: String, _ db: any Connection) throws {
        try db.run("UPDATE \(raw: table) SET \(passage.assignments), is_placed = 1, changed_at = \(now) WHERE id = \(id)")
    }

    /// A reading position needs no certainty: about the same place is better than the first page.
    private func nearest(_ passage: Passage) -> Passage {
        let section = min(passage.section, max(0, sections.count - 1))
        let at = passage.position.start
        return finder.passage(section: section, at: at..<at) ?? passage
    }

    /// As far into the section as before, in percent of the new edition: who had read all that there was hasn't read the chapter that came.
    private func progress(_ progress: Double, from section: Int, to new: Int) -> Double {
        guard let last = earlier.last, earlier.indices.contains(section), sections.indices.contains(new), words > 0 else {
            return progress
        }
        let old = earlier[section]
        let read = progress / 100 * Double(last.wordsBefore + last.words) - Double(old.wordsBefore)
        let part = old.words == 0 ? 1 : min(1, max(0, read / Double(old.words)))
        return min(100, (Double(sections[new].before) + Double(sections[new].words) * part) / Double(words) * 100)
    }
}
