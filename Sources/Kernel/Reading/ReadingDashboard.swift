import Core
import Database
import Interface
import Platform
import Web

extension ReadingModule {
    /// What somebody is in the middle of, the latest first, and their marks.
    static func dashboard(for person: PersonID, on site: Site, in db: any Connection) throws -> [DashboardCard] {
        let begun = try db.all(
            """
            SELECT p.id, r.section, \(sql: .begun) FROM reading_position r JOIN reading_publication p ON p.id = r.publication_id
            WHERE r.person_id = \(person) AND p.audience <> 'staff' AND \(sql: .isUnfinished) AND \(sql: .latestPosition)
            ORDER BY r.changed_at DESC, p.id LIMIT 3
            """ as Query<Row3<PublicationID, Int, Double>>)
        let marks = try db.one("SELECT COUNT(*) FROM reading_annotation WHERE person_id = \(person)" as Query<Int>)
        let publications = Publications(clock: site.clock)
        var cards = try begun.compactMap { book -> DashboardCard? in
            guard let publication = try publications.find(book.first, in: db) else { return nil }
            let detail: Text =
                if let reference = try site.reference(to: book.second, of: publication, in: db) {
                    "Continue reading: \(reference.label)"
                } else {
                    "Continue reading: \(ReadingProgress(percent: book.third).shown)% read"
                }
            return DashboardCard(.verbatim(publication.card.title), detail: detail, icon: .book, path: ReadingPaths.publication(book.first))
        }
        if marks > 0 {
            cards.append(
                DashboardCard("My annotations", detail: "\(marks) highlights and notes", icon: .highlighter, path: ReadingPaths.annotations()))
        }
        return cards
    }
}
