import Accounts
import Core
import Database
import Jobs
import Platform
import Reading
import Search

/// Counts readers again from time to time, away from the pages that show the ranking.
struct RankingUpdate: Sendable {
    static let job = Job<NoPayload>("stories.ranking")
    private static let batch = 5_000

    let site: Site
    let positions: Positions
    let publishing: StoryPublishing

    /// What a story has.
    struct Standing: SQLRow, Sendable, Equatable {
        let story: StoryID
        var score: Int
        var readers: Int

        init(story: StoryID, score: Int = 0, readers: Int = 0) {
            self.story = story
            self.score = score
            self.readers = readers
        }

        init(row: inout RowReader) throws {
            story = try row.next()
            score = try row.next()
            readers = try row.next()
        }
    }

    /// Writes the standings that have changed.
    func run() async throws {
        let now = site.clock.now()
        let (known, found) = try await site.database.readInBackground { db in
            (
                try db.all("SELECT id, score, readers FROM stories_story WHERE score <> 0 OR readers <> 0 ORDER BY id" as Query<Standing>),
                try standings(at: now, in: db)
            )
        }
        let before = Dictionary(known.map { ($0.story, $0) }) { first, _ in first }
        let gone = known.filter { found[$0.story] == nil }.map { Standing(story: $0.story) }
        var rest = (found.values.filter { before[$0.story] != $0 }.sorted { $0.story < $1.story } + gone)[...]
        while !rest.isEmpty {
            let some = Array(rest.prefix(200))
            rest = rest.dropFirst(200)
            try await site.write(by: nil) { write in for standing in some { try store(standing, in: write) } }
        }
    }

    /// One person counts once for each story, on however many devices; authors aren't readers of their own.
    private func standings(at now: Instant, in db: any Connection) throws -> [StoryID: Standing] {
        var found: [StoryID: Standing] = [:]
        var last: ReaderProgress?
        repeat {
            let readers = try positions.readers(
                ownedBy: StoryPublishing.source, since: Ranking.start(at: now), after: last, limit: Self.batch, in: db)
            let authors = try authors(of: Set(readers.map { StoryID($0.owner) }), in: db)
            for reader in readers {
                let story = StoryID(reader.owner)
                guard let authors = authors[story], !authors.contains(reader.person) else { continue }
                let points = Ranking.points(of: reader, at: now)
                guard points > 0 else { continue }
                found[story, default: Standing(story: story)].score += points
                found[story, default: Standing(story: story)].readers += 1
            }
            last = readers.count == Self.batch ? readers.last : nil
        } while last != nil
        return found
    }

    private func authors(of stories: Set<StoryID>, in db: any Connection) throws -> [StoryID: Set<PersonID>] {
        guard !stories.isEmpty else { return [:] }
        let ids = stories.sorted()
        let began = try db.all(
            "SELECT id, author_id FROM stories_story WHERE id IN \(list: ids) ORDER BY id LIMIT \(ids.count)" as Query<Row2<StoryID, PersonID>>)
        let joined = try db.all(.accepted(for: ids))
        return Dictionary((began + joined).map { ($0.first, [$0.second]) }) { $0.union($1) }
    }

    private func store(_ standing: Standing, in write: Write) throws {
        try write.run("UPDATE stories_story SET score = \(standing.score), readers = \(standing.readers) WHERE id = \(standing.story)")
        try write.invalidate(publishing.lists.shared)
        try publishing.index.index.setPopularity(standing.readers, source: StoryIndex.source, subject: standing.story.number, in: write)
    }
}
