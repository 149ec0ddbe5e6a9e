import Accounts
import Core
import Database
import Markup
import Moderation
import Platform
import Reading
import Web

/// A comment with its answers.
struct CommentThread: Sendable {
    let comment: Comment
    let replies: [Comment]
}

/// What a page of comments shows.
struct CommentList: Sendable {
    let story: Story
    let authors: [PersonID]
    let chapter: Chapter
    /// Whether they are about its draft.
    let isOnDraft: Bool
    /// Whether they can be answered: those on a draft only while it is shown.
    let takesReplies: Bool
    /// Its place among the chapters that readers see, counted from 0, as Reading counts sections; of a draft among all chapters.
    let section: Int
    let title: String
    let threads: [CommentThread]
    let names: [PersonID: String]
    let pictures: [PersonID: String]
    let count: Int
    /// What the viewer has reported, with nothing decided about it yet.
    let reported: Set<CommentID>
    /// Own ones that the filter stopped, about which a moderator can be asked.
    let appealable: Set<CommentID>
    /// Whether others said something that the viewer doesn't see.
    var hasUnseen = false
    /// The paragraph that they are about; nil for the whole chapter.
    var paragraph: (place: CommentParagraph, words: String)?
    var next: Cursor?
}

extension Comments {
    static let pageSize = 20

    /// A page of the comments on a chapter, or on its draft.
    func page(
        on id: ChapterID, onDraft: Bool = false, about paragraph: CommentParagraph? = nil, _ order: CommentOrder, after: CommentID?,
        limit: Int = pageSize, for viewer: CommentViewer,
        cursor: @escaping @Sendable (CommentID) throws -> Cursor
    ) async throws -> CommentList {
        try await site.database.read { db in
            let about = try paragraph.map { try self.comments(on: try readable(id, in: db).chapter, about: $0, seenBy: viewer, in: db) }
            let comments = try db.all(
                .comments(on: id, onDraft: onDraft, among: about?.ids, seenBy: viewer, order, after: after, limit: limit + 1))
            let (shown, next) = try comments.page(of: limit) { try cursor($0.id) }
            var list = try list(shown, on: id, onDraft: onDraft, for: viewer, in: db)
            list.next = next
            if let paragraph, let about { list.paragraph = (paragraph, about.words) }
            if shown.isEmpty, !onDraft { list.hasUnseen = try Comment.isAnyUnseen(on: id, by: viewer, in: db) }
            return list
        }
    }

    /// One comment with its answers; an answer comes with what it answers.
    func thread(_ id: CommentID, for viewer: CommentViewer) async throws -> CommentList {
        try await site.database.read { db in
            guard let comment = try db.first(.comment(id)) else { throw Problem.notFound }
            let top = comment.parent ?? comment.id
            let viewer = comment.isOnDraft ? viewer.asReader : viewer
            let seen = try db.all(
                .comments(
                    on: comment.chapter, onDraft: comment.isOnDraft, seenBy: viewer, .oldest, after: CommentID(top.number - 1), limit: 1))
            guard let first = seen.first, first.id == top else { throw Problem.notFound }
            return try list([first], on: comment.chapter, onDraft: comment.isOnDraft, for: viewer, in: db)
        }
    }

    /// How many comments somebody finds under one chapter.
    func count(on chapter: ChapterID, onDraft: Bool = false, for viewer: CommentViewer, in db: any Connection) throws -> Int {
        try db.one(
            "SELECT count(*) FROM stories_comment c WHERE c.chapter_id = \(chapter) AND \(Comment.counts(for: viewer, onDraft: onDraft))"
                as Query<Int>)
    }

    /// The way to the comments from the end of a chapter in the reader, and after the last one the rating for who may rate.
    func sectionLinks(rating: Ratings) -> SectionLinks {
        SectionLinks(
            of: StoryPublishing.source, remarks: Self.remarks,
            ending: { publication, identity, db in
                try StoryEnding(of: StoryID(publication.card.ownerID), for: identity.personID, in: db)?.node
            },
            rating: { publication, identity, db in
                try rating.atEnd(of: StoryID(publication.card.ownerID), for: identity.personID, in: db)
            }
        ) { section, publication, identity, db in
            let story = StoryID(publication.card.ownerID)
            let chapters = try db.all(.shown(of: story, from: section, limit: 2))
            guard let chapter = chapters.first else { return nil }
            let viewer = CommentViewer(person: identity.personID, isModerator: false)
            let count = try count(on: chapter, for: viewer, in: db)
            return SectionLinks.Link(
                count == 0 ? "Comment on this chapter" : "\(count) comments", path: StoriesPaths.comments(chapter), quoting: "Comment",
                more: chapters.count == 1 && identity.personID == nil ? [Self.signInToRate(at: section, of: publication.id)] : [])
        }
    }

    private static func signInToRate(at section: Int, of publication: PublicationID) -> SectionLinks.Link {
        SectionLinks.Link("Sign in to rate", path: link(SitePaths.signIn(), query: ["then": ReadingPaths.section(publication, section)]))
    }

    private func list(
        _ comments: [Comment], on id: ChapterID, onDraft: Bool, for viewer: CommentViewer, in db: any Connection
    ) throws -> CommentList {
        let access = onDraft ? try DraftAccess.of(viewer.person, to: id, in: db) : nil
        let (story, chapter) = try access.map { ($0.story, $0.chapter) } ?? readable(id, in: db)
        let replies = Dictionary(
            grouping: comments.isEmpty ? [] : try db.all(.replies(to: comments.map(\.id), seenBy: viewer)), by: \.parent)
        let threads = comments.map { CommentThread(comment: $0, replies: replies[$0.id] ?? []) }
        let all = threads.flatMap { [$0.comment] + $0.replies }
        let people = Set(all.compactMap(\.author))
        let stopped = all.filter { $0.author == viewer.person && $0.status == .rejected && !$0.isManual }
        let title: String =
            if let access {
                access.draft?.release.title ?? chapter.title
            } else {
                try db.first(
                    "SELECT title FROM stories_release WHERE chapter_id = \(id) AND revision = \(chapter.shownRevision ?? 0)" as Query<String>)
                    ?? ""
            }
        return CommentList(
            story: story, authors: try Authors.ids(of: story, in: db), chapter: chapter, isOnDraft: onDraft,
            takesReplies: access.map(\.isShown) ?? true,
            section: onDraft ? try db.one(.number(of: chapter)) - 1 : try db.all(.shown(of: story.id)).firstIndex(of: id) ?? 0, title: title,
            threads: threads, names: try People.names(of: people, in: db), pictures: try People.pictures(of: people, in: db),
            count: try count(on: id, onDraft: onDraft, for: viewer, in: db),
            reported: try viewer.person.map { person in
                let kind = CommentSubject.kind(onDraft: onDraft)
                return Set(try moderation.openlyReported(all.map(\.id.number), of: kind, by: person, in: db).map { CommentID($0) })
            } ?? [],
            appealable: Set(try stopped.filter { try moderation.state(of: CommentSubject.key($0), in: db)?.mayAppeal == true }.map(\.id)),
            next: nil)
    }
}

extension CursorScope<CommentID> {
    /// The comments on a chapter, in either order.
    static func comments(_ order: CommentOrder) -> Self { Self("stories.comments.\(order.rawValue)") }
}
