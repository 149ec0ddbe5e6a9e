import Core
import Database
import Interface
import Platform
import Web

extension ReadingModule {
    /// What somebody is in the middle of, the latest first, and their marks.
    static func dashboard(for person: PersonID, in db: any Connection) throws -> [DashboardCard] {
        let begun = try db.all(
            """
            SELECT p.id, p.title, \(sql: .begun) FROM reading_position r JOIN reading_publication p ON p.id = r.publication_id
            WHERE r.person_id = \(person) AND p.audience <> 'staff' AND \(sql: .begun) < \(ReadingProgress.end) AND \(sql: .latestPosition)
            ORDER BY r.changed_at DESC, p.id LIMIT 3
            """ as Query<Row3<PublicationID, String, Double>>)
        let marks = try db.one("SELECT COUNT(*) FROM reading_annotation WHERE person_id = \(person)" as Query<Int>)
        var cards = begun.map { book in
            DashboardCard(
                .verbatim(book.second), detail: "Continue reading: \(ReadingProgress(percent: book.third).shown)% read", icon: .book,
                path: ReadingPaths.publication(book.first))
        }
        if marks > 0 {
            cards.append(
                DashboardCard("My annotations", detail: "\(marks) highlights and notes", icon: .highlighter, path: ReadingPaths.annotations()))
        }
        return cards
    }
}
