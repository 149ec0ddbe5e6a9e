import Audit
import Core
import Database
import Platform
import Reading
import Web

/// A story that somebody reads or has read.
struct LibraryEntry: Sendable {
    var story: Story
    let progress: ReadingProgress
    /// In which chapter one is, counted from 0.
    let chapter: Int
    let readAt: Instant
}

/// Where a page of the library ends.
struct LibraryCursor: Codable, Sendable {
    let readAt: Instant
    let story: Int64
}

extension CursorScope<LibraryCursor> {
    static var library: Self { Self("stories.library") }
}

/// Everything that somebody reads or has read (STO-018). It follows from where they are in each story; what they take out comes back when
/// they read on.
struct Library: Sendable {
    static let pageSize = 30
    /// How many stories are put in another order than the one they are kept in.
    private static let most = 1000

    let site: Site
    let positions: Positions

    /// The next stories, the one that was read last first, and where the page after begins.
    func page(of person: PersonID, after cursor: LibraryCursor?, in db: any Connection) throws -> (entries: [LibraryEntry], next: LibraryCursor?) {
        var entries: [LibraryEntry] = []
        var place = cursor
        // What was taken out leaves gaps, so a page may need more than one look; a few are enough to come on.
        for _ in 0..<5 {
            let after = place.map { (readAt: $0.readAt, owner: $0.story) }
            let readings = try positions.all(of: person, ownedBy: StoryPublishing.source, after: after, limit: Self.pageSize, in: db)
            let ids = readings.map { StoryID($0.owner) }
            let stories = Dictionary(try db.all(.stories(ids, notMutedBy: person)).map { ($0.id.number, $0) }) { first, _ in first }
            let removed = Dictionary(try db.all(.removals(of: person, among: ids)).map { ($0.first.number, $0.second) }) { first, _ in first }
            for reading in readings {
                place = LibraryCursor(readAt: reading.readAt, story: reading.owner)
                if let story = stories[reading.owner], story.isShown, removed[reading.owner].map({ reading.readAt > $0 }) ?? true {
                    entries.append(LibraryEntry(story: story, progress: reading.progress, chapter: reading.section, readAt: reading.readAt))
                }
                if entries.count == Self.pageSize { return (entries, place) }
            }
            if readings.count < Self.pageSize { return (entries, nil) }
        }
        return (entries, place)
    }

    /// Everything of the library, to be put in another order; longer ones are cut.
    func all(of person: PersonID, in db: any Connection) throws -> [LibraryEntry] {
        var entries: [LibraryEntry] = []
        var cursor: LibraryCursor?
        repeat {
            let page = try page(of: person, after: cursor, in: db)
            entries += page.entries
            cursor = page.next
        } while cursor != nil && entries.count < Self.most
        return entries
    }

    /// Takes a story out; where the person is in it stays known (STO-021).
    func remove(_ story: StoryID, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            guard try write.first(.story(story)) != nil else { throw Problem.notFound }
            try write.run(
                """
                INSERT INTO stories_library_removal (person_id, story_id, removed_at, changed_at, changed_by)
                VALUES (\(person), \(story), \(write.now), \(write.now), \(person))
                ON CONFLICT (person_id, story_id) DO UPDATE SET removed_at = excluded.removed_at, changed_at = excluded.changed_at
                """)
            try write.audit(.delete, AuditName("stories.library-entry", story))
        }
    }
}

extension Query where Row == Row2<StoryID, Instant> {
    /// When somebody took some stories out of their library.
    fileprivate static func removals(of person: PersonID, among stories: [StoryID]) -> Self {
        """
        SELECT story_id, removed_at FROM stories_library_removal WHERE person_id = \(person) AND story_id IN \(list: stories)
        ORDER BY story_id LIMIT 500
        """
    }
}
