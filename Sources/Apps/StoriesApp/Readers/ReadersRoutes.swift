import Core
import Database
import Interface
import Markup
import Platform
import Reading
import Web

/// How far readers come, for the author alone.
struct ReadersRoutes: Sendable {
    let stories: Stories
    let publications: Publications
    let positions: Positions

    var routes: [Route] {
        [
            .get(StoriesPaths.readers, allow: .members, use: show),
            .get(StoriesPaths.apiReaders, allow: .members, use: list)
                .summary("How many signed-in people have come to each chapter of an own story, and to its end; few are not counted out."),
        ]
    }

    func show(_ request: Request, _ member: Member, _ id: StoryID) async throws -> ReadersPage {
        let (story, chapters) = try await find(id, member)
        return ReadersPage(
            story: story, chapters: chapters,
            range: NumberedRange(holding: request.query[StoriesPaths.chapterNumber].flatMap { Int($0) } ?? 1, of: chapters.count))
    }

    func list(_ request: Request, _ member: Member, _ id: StoryID) async throws -> [ReadersAnswer] {
        try await find(id, member).1.map { ReadersAnswer($0) }
    }

    private func find(_ id: StoryID, _ member: Member) async throws -> (Story, [ChapterReaders]) {
        try await stories.site.database.read { db in
            let story = try stories.writes(id, member.id, in: db)
            guard let publication = story.publication else { return (story, []) }
            let reach = try positions.reach(of: publication, except: Authors.ids(of: story, in: db), in: db)
            return (story, Readership.chapters(try publications.sections(of: publication, in: db), reach: reach))
        }
    }
}

/// Readers by chapter.
struct ReadersPage: PageAnswer {
    let story: Story
    let chapters: [ChapterReaders]
    /// Which of them the page lists.
    let range: NumberedRange

    var title: Text { "Readers" }
    var shell: ShellStyle { .app("stories") }
    var activePath: String? { StoriesPaths.write() }
    var slots: FrameSlots { FrameSlots(back: StoriesPaths.workspace(story.id), title: .verbatim(story.details.title)) }

    var body: some HTML {
        div(.class("narrow stack"), .id("readers")) {
            PageHeader(title, lead: "How far signed-in readers have come. You see numbers, not who they are.")
            if chapters.isEmpty {
                EmptyState(.chart, title: "No published chapters", message: "When your story is published, you see here how many people read it.")
            } else {
                range.chips("Chapters", on: StoriesPaths.readers(story.id), as: StoriesPaths.chapterNumber, place: "readers")
                DataTable(
                    "Readers by chapter",
                    columns: [
                        .init("Chapter"), .init("Opened it", isNumeric: true), .init("Finished it", isNumeric: true),
                        .init("Continued", isNumeric: true),
                    ],
                    rows: chapters[range.numbers].map { chapter in
                        .init([
                            span(.dir("auto")) { Chapter.name(chapter.title ?? "", number: chapter.number + 1) }, span { chapter.opened.text },
                            span { chapter.finished.text },
                            span { if let share = chapter.continued { "\(share)%" } else { "–" } },
                        ])
                    })
                p(.class("muted")) {
                    "“Continued” is the share of readers who opened a chapter and then opened the next one; for the last chapter, who finished it."
                }
                if chapters.contains(where: { $0.opened == .few || $0.finished == .few }) {
                    p(.class("muted")) { "Numbers below \(ReaderCount.fewest) aren’t shown, so that nobody can tell what one person reads." }
                }
                range.pagination(on: StoriesPaths.readers(story.id), as: StoriesPaths.chapterNumber, place: "readers")
            }
        }
    }
}

/// Readers of a chapter as programs read them.
struct ReadersAnswer: JSONAnswer, Codable {
    /// Counted from 1.
    let chapter: Int
    let title: String?
    /// Null is fewer than are counted out.
    let opened: Int?
    let finished: Int?

    init(_ readers: ChapterReaders) {
        (chapter, title) = (readers.number + 1, readers.title)
        (opened, finished) = (readers.opened.number, readers.finished.number)
    }
}
