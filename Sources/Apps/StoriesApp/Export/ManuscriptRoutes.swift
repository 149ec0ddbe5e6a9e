import Core
import Database
import Interface
import Markup
import Platform
import Web

/// A story for those who write it to take along: their manuscript with every chapter, and the book as readers have it.
struct ManuscriptRoutes: Sendable {
    let stories: Stories
    private let pace: CostlyCalls

    init(stories: Stories) {
        self.stories = stories
        pace = CostlyCalls(stories.site, "stories.manuscripts", most: 12, code: "stories.too-many-exports")
    }

    var routes: [Route] {
        [
            .get(StoriesPaths.export, allow: .members, use: show),
            .get(StoriesPaths.manuscript, allow: .members, use: download),
        ]
    }

    func show(_ request: Request, _ member: Member, _ id: StoryID) async throws -> ExportPage {
        ExportPage(story: try await stories.site.database.read { db in try stories.writes(id, member.id, in: db) })
    }

    /// Markdown with a head, as other programs read it and as it can be imported again.
    func download(_ request: Request, _ member: Member, _ id: StoryID) async throws -> Response {
        try pace.take(by: member)
        let (story, text) = try await stories.site.database.read { db in
            let story = try stories.writes(id, member.id, in: db)
            let authors = try Authors.of([story], in: db).of(story).map(\.name)
            let chapters = try db.all(.chapters(of: id)).enumerated().map { index, chapter in
                let name = stories.publishing.name(ofChapter: index + 1, in: story.details.language)
                let text = try ChapterHistory(chapter: chapter.id, db: db).text(at: chapter.head)
                return "# \(chapter.title.isEmpty ? name : chapter.title)\n\n\(text)\n"
            }
            return (story, Self.head(of: story, by: authors) + chapters.joined(separator: "\n"))
        }
        return .download(
            Array(text.utf8), type: "text/markdown; charset=utf-8", named: FileName.made(of: story.details.title, fallback: "story", type: "md"))
    }

    private static func head(of story: Story, by authors: [String]) -> String {
        func quoted(_ words: String) -> String { "\"" + words.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\"" }
        return """
            ---
            title: \(quoted(story.details.title))
            author: [\(authors.map(quoted).joined(separator: ", "))]
            lang: \(story.details.language.rawValue)
            ---


            """
    }
}

/// In which forms a story can be taken along.
struct ExportPage: PageAnswer {
    let story: Story

    var title: Text { "Export" }
    var shell: ShellStyle { .app("stories") }
    var activePath: String? { StoriesPaths.write() }
    var slots: FrameSlots { FrameSlots(back: StoriesPaths.workspace(story.id), title: .verbatim(story.details.title)) }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title)
            Card("Manuscript") {
                p { "All chapters with your latest text, drafts included. Many writing programs can open it, and you can import it again." }
                Actions { LinkButton("Download as Markdown", href: StoriesPaths.manuscript(story.id), icon: .download, .custom("download", "")) }
            }
            Card("Book") {
                if story.isShown {
                    p { "As readers see it: published chapters only." }
                    Actions {
                        LinkButton(
                            "Download as EPUB", href: StoriesPaths.epub(story.id), icon: .book, style: .secondary, .prepared, .custom("download", ""))
                        LinkButton(
                            "Download as PDF", href: StoriesPaths.pdf(story.id), icon: .file, style: .secondary, .prepared, .custom("download", ""))
                    }
                } else {
                    p { "When your story is published, you can download it here as EPUB and PDF." }
                }
            }
        }
    }
}
