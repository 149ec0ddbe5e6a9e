import Core
import Database
import Documents

/// A chapter as it was sent in to be read by others, made ready for the reader.
struct Release: Sendable, Equatable {
    let chapter: ChapterID
    let revision: Int
    let title: String
    /// Safe HTML, as the converter made it.
    let html: String
    /// Its words, for marks, search and filter.
    let text: String
    let words: Int

    /// As the reader takes it; `name` is what a chapter without a title is called.
    func section(called name: String) -> ConvertedSection {
        var section = ConvertedSection(title: title.isEmpty ? nil : title, html: html, text: text).chapter(called: name)
        section.words = words
        return section
    }
}

extension Release {
    /// Who sent it in; nil once their account is gone.
    func sender(in db: any Connection) throws -> PersonID? {
        try db.first(
            "SELECT changed_by FROM stories_release WHERE chapter_id = \(chapter) AND revision = \(revision)" as Query<PersonID?>) ?? nil
    }
}

extension Release: SQLRow {
    static let columns: SQL = "chapter_id, revision, title, html, text, words"

    init(row: inout RowReader) throws {
        chapter = try row.next()
        revision = try row.next()
        title = try row.next()
        html = try row.next()
        text = try row.next()
        words = try row.next()
    }
}

/// Which text of a chapter readers see.
struct ReleasePart: SQLRow, Sendable, Equatable {
    let chapter: ChapterID
    let revision: Int

    /// What the reader calls it. The letter is another one where sections are made in another way, so that those of before are made anew.
    var name: String { "\(chapter).\(revision).b" }

    init(row: inout RowReader) throws {
        chapter = try row.next()
        revision = try row.next()
    }
}

extension Query where Row == ReleasePart {
    /// What readers see of a story, chapter by chapter.
    static func parts(of story: StoryID) -> Self {
        """
        SELECT id, shown_revision FROM stories_chapter
        WHERE story_id = \(story) AND is_removed = 0 AND shown_revision IS NOT NULL ORDER BY position, id
        """
    }
}

extension Query where Row == Release {
    static func release(_ part: ReleasePart) -> Self {
        "SELECT \(Release.columns) FROM stories_release WHERE chapter_id = \(part.chapter) AND revision = \(part.revision)"
    }

    /// What readers see of a story, chapter by chapter.
    static func shown(of story: StoryID) -> Self {
        """
        SELECT r.chapter_id, r.revision, r.title, r.html, r.text, r.words FROM stories_chapter c
        JOIN stories_release r ON r.chapter_id = c.id AND r.revision = c.shown_revision
        WHERE c.story_id = \(story) AND c.is_removed = 0 ORDER BY c.position, c.id
        """
    }

    /// Those of them that show pictures.
    static func shownWithPictures(of story: StoryID) -> Self {
        """
        SELECT r.chapter_id, r.revision, r.title, r.html, r.text, r.words FROM stories_chapter c
        JOIN stories_release r ON r.chapter_id = c.id AND r.revision = c.shown_revision
        WHERE c.story_id = \(story) AND c.is_removed = 0 AND r.html LIKE '%<img %' ORDER BY c.position, c.id
        """
    }

    /// What was sent in last.
    static func newest(of chapter: ChapterID) -> Self {
        "SELECT \(Release.columns) FROM stories_release WHERE chapter_id = \(chapter) ORDER BY revision DESC LIMIT 1"
    }
}
