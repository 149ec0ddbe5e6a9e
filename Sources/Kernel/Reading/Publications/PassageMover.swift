import Core
import Database

/// Takes readers' passages over into a new edition.
struct PassageMover {
    private let publication: PublicationID
    private let finder: PassageFinder
    private let edition: Edition
    private let now: Instant

    init(publication: PublicationID, edition: Edition, now: Instant) {
        self.publication = publication
        self.edition = edition
        self.now = now
        finder = PassageFinder(sections: edition.sections.map(\.text))
    }

    func move(in db: any Connection) throws -> ReplacementReport {
        var report = ReplacementReport()
        for table in ["reading_annotation", "reading_bookmark"] {
            for stored in try passages(in: table, db) {
                if let found = finder.place(stored.passage) {
                    try place(stored.id, at: found, in: table, db)
                    report.placed += 1
                } else {
                    // The words stay as they were, so that their owner knows them and a later edition may have them again.
                    try db.run("UPDATE \(raw: table) SET is_placed = 0, changed_at = \(now) WHERE id = \(stored.id)")
                    report.unplaced += 1
                }
            }
        }
        for stored in try passages(in: "reading_position", db) {
            try place(stored.id, at: finder.place(stored.passage) ?? nearest(stored.passage), in: "reading_position", db)
        }
        return report
    }

    private func passages(in table: String, _ db: any Connection) throws -> [StoredPassage] {
        try db.all(
            """
            SELECT id, \(Passage.columns) FROM \(raw: table)
            WHERE publication_id = \(publication) AND section IS NOT NULL ORDER BY id
            """)
    }

    private func place(_ id: Int64, at passage: Passage, in table: String, _ db: any Connection) throws {
        try db.run("UPDATE \(raw: table) SET \(passage.assignments), is_placed = 1, changed_at = \(now) WHERE id = \(id)")
    }

    /// A reading position needs no certainty: about the same place is better than the first page.
    private func nearest(_ passage: Passage) -> Passage {
        let section = min(passage.section, max(0, edition.sections.count - 1))
        let at = passage.position.start
        return finder.passage(section: section, at: at..<at) ?? passage
    }
}
