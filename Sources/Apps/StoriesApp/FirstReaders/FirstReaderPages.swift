import Core
import Database
import Interface
import Markup
import Web

/// What a first reader is shown of a story.
struct FirstReaderPage: PageAnswer {
    struct Line: Sendable {
        let chapter: Chapter
        let number: Int
        let draft: DraftState
        let comments: Int
    }

    let story: Story
    let authors: StoryAuthors
    let lines: [Line]

    init(_ story: Story, for person: PersonID, in db: any Connection) throws {
        self.story = story
        authors = try Authors.of([story], in: db)
        let drafts = Dictionary(try db.all(.shownDraftStates(of: story.id)).map { ($0.chapter, $0) }) { first, _ in first }
        let shown = try db.all(.chapters(of: story.id)).enumerated().filter { _, chapter in
            !chapter.isRemoved && drafts[chapter.id] != nil
        }
        let viewer = CommentViewer(person: person, isModerator: false)
        let counts = Dictionary(
            try db.all(.commentCounts(of: shown.map(\.element.id), onDraft: true, for: viewer)).map { ($0.first, $0.second) }
        ) { first, _ in first }
        lines = shown.compactMap { index, chapter in
            drafts[chapter.id].map { Line(chapter: chapter, number: index + 1, draft: $0, comments: counts[chapter.id] ?? 0) }
        }
    }

    var title: Text { .verbatim(story.details.title) }
    var shell: ShellStyle { .app("stories") }
    var activePath: String? { StoriesPaths.library() }
    var slots: FrameSlots { FrameSlots(back: StoriesPaths.library(), title: "Drafts") }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title, lead: "By \(authors.text(of: story)). You’re a first reader.") {
                if story.isShown { LinkButton("Open story", href: StoriesPaths.story(story.id), icon: .book, style: .secondary) }
            }
            if lines.isEmpty {
                EmptyState(.quote, title: "No drafts yet", message: "You’re notified when the author shows you a chapter.")
            } else {
                ul(.class("rows")) { for line in lines { row(line) } }
            }
            Actions { LinkButton("Leave", href: StoriesPaths.stopFirstReading(story.id), icon: .signOut, style: .secondary) }
        }
    }

    private func row(_ line: Line) -> Node {
        li(.class("row")) {
            div(.class("row-words")) {
                a(.class("row-title"), .href(StoriesPaths.draft(line.chapter.id)), .dir("auto")) {
                    Chapter.name(line.draft.title, number: line.number)
                }
                p(.class("row-facts")) {
                    Badge("Draft", tone: .warning)
                    span(.class("muted")) { "\(line.draft.words) words" }
                    if line.comments > 0 { span(.class("muted")) { "\(line.comments) comments" } }
                    span(.class("muted")) { TimeAgo(line.draft.shownAt) }
                }
            }
        }.node
    }
}

/// The stories whose first reader somebody is.
struct FirstReading: Sendable {
    let stories: [Story]
    let authors: StoryAuthors
    /// How many drafts each shows.
    let counts: [StoryID: Int]

    init(of person: PersonID, in db: any Connection) throws {
        stories = try db.all(.firstRead(by: person))
        authors = try Authors.of(stories, in: db)
        counts =
            stories.isEmpty
            ? [:] : Dictionary(try db.all(.shownDraftCounts(of: stories.map(\.id))).map { ($0.first, $0.second) }) { first, _ in first }
    }
}

/// Leads a first reader to what they are shown.
struct FirstReadingRows: HTML {
    let reading: FirstReading

    var body: some HTML {
        if !reading.stories.isEmpty {
            section(.class("stack"), .aria("labelledby", "first-reading")) {
                h2(.id("first-reading")) { "You’re a first reader" }
                ul(.class("cover-rows")) {
                    for story in reading.stories {
                        li {
                            CoverRow(
                                title: story.details.title, authors: reading.authors.line(of: story), href: StoriesPaths.drafts(story.id),
                                image: story.isMature ? nil : story.coverAddress(),
                                facts: { span { "\(reading.counts[story.id] ?? 0) drafts" } })
                        }
                    }
                }
            }
        }
    }
}
