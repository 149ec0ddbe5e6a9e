import Core
import Database

/// The texts of a chapter: the one that is stored, and every other that its revisions lead to.
struct ChapterHistory {
    /// After so many revisions the stored text is renewed: the most changes that opening a chapter carries out.
    static let renewal = 32
    /// How many revisions are read at a time.
    private static let batch = 64

    let chapter: ChapterID
    let db: any Connection

    /// The text at a revision; revision 0 is empty.
    /// - Parameter known: another text of the chapter, best one of few revisions before or after.
    /// - Throws: ``DatabaseError/missing`` when there is no such revision.
    func text(at number: Int, from known: (revision: Int, text: String)? = nil) throws -> String {
        guard number > 0 else { return "" }
        var walk = RevisionWalk(chapter: chapter, db: db, batch: Self.batch)
        if let known { return try walk.text(at: number, from: known.revision, known.text) }
        let stored = try db.first("SELECT revision, text FROM stories_chapter_text WHERE chapter_id = \(chapter)" as Query<Row2<Int, String>>)
        return try walk.text(at: number, from: stored?.first ?? 0, stored?.second ?? "")
    }
}

/// The way from one revision to another through their parents.
private struct RevisionWalk {
    let chapter: ChapterID
    let db: any Connection
    let batch: Int
    private var known: [Int: Revision] = [:]

    init(chapter: ChapterID, db: any Connection, batch: Int) {
        self.chapter = chapter
        self.db = db
        self.batch = batch
    }

    mutating func text(at goal: Int, from start: Int, _ text: String) throws -> String {
        var (down, up) = (start, goal)
        var text = text
        var forward: [TextSplice] = []
        // A parent has a lower number than its children, so the higher of the two is never an ancestor of the other.
        while down != up {
            if down > up {
                let revision = try revision(down, beyond: up)
                guard let before = revision.splice.inverse.applied(to: text) else { throw DatabaseError.missing }
                text = before
                down = revision.parent
            } else {
                let revision = try revision(up, beyond: down)
                forward.append(revision.splice)
                up = revision.parent
            }
        }
        for splice in forward.reversed() {
            guard let after = splice.applied(to: text) else { throw DatabaseError.missing }
            text = after
        }
        return text
    }

    /// A revision, read together with those between it and another.
    private mutating func revision(_ number: Int, beyond other: Int) throws -> Revision {
        if let revision = known[number] { return revision }
        let numbers = max(1, number - batch + 1, min(other + 1, number))...number
        for revision in try db.all(.revisions(of: chapter, in: numbers)) { known[revision.number] = revision }
        guard let revision = known[number] else { throw DatabaseError.missing }
        return revision
    }
}
