import Core
import Database
import Reading
import Web

/// A comment about a passage of a chapter, as the reader counts it beside the paragraph.
struct QuotingComment: SQLRow {
    let id: CommentID
    let quote: CommentQuote?
    /// With its answers; 0 of one that only its author sees.
    let count: Int

    init(row: inout RowReader) throws {
        id = try row.next()
        quote = try CommentQuote(columnsOf: &row)
        count = try row.next()
    }
}

extension Comments {
    /// What readers say about passages, for the reader to count beside the paragraphs and to open.
    static let remarks = SectionLinks.Remarks(title: "Comments", label: { "\($0) comments on this paragraph" }) {
        section, publication, identity, db in
        guard let chapter = try db.all(.shown(of: StoryID(publication.card.ownerID), from: section, limit: 1)).first else { return [] }
        let viewer = CommentViewer(person: identity.personID, isModerator: false)
        return try db.all(.quoting(chapter, seenBy: viewer)).compactMap { comment in
            comment.quote.map { (passage: $0.passage(in: section), count: comment.count) }
        }
    }

    /// Those about one paragraph of what readers see of a chapter.
    func comments(
        on chapter: Chapter, about paragraph: CommentParagraph, seenBy viewer: CommentViewer, in db: any Connection
    ) throws -> (
        ids: [CommentID], words: String
    ) {
        guard let story = try db.first(.story(chapter.story)), let publication = story.publication,
            let section = try db.all(.shown(of: story.id)).firstIndex(of: chapter.id),
            let text = try publications.text(section, of: publication, in: db)
        else { return ([], "") }
        let paragraphs = Paragraphs(text)
        let ids = try db.all(.quoting(chapter.id, seenBy: viewer)).filter { comment in
            guard let place = comment.quote.flatMap({ paragraphs.paragraph(of: $0.passage(in: section)) }) else { return false }
            return place.overlaps(paragraph.range)
        }.map(\.id)
        return (ids, paragraph.words(of: text))
    }
}

/// A paragraph of a chapter, in code points of its plain text.
struct CommentParagraph: Sendable, Equatable {
    let range: Range<Int>

    /// As the address has it: `start-end`.
    init?(_ text: String?) {
        let ends = (text ?? "").split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard ends.count == 2, let start = ends[0], let end = ends[1], start >= 0, start < end else { return nil }
        range = start..<end
    }

    var text: String { "\(range.lowerBound)-\(range.upperBound)" }

    fileprivate func words(of text: String) -> String {
        let scalars = text.unicodeScalars.dropFirst(range.lowerBound).prefix(range.count)
        return String(String.UnicodeScalarView(scalars))
    }
}
