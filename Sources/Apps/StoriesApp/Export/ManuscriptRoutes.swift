import Core
import Database
import Documents
import Foundation
import Interface
import Markup
import Media
import Platform
import Web

/// A story for those who write it to take along: their manuscript with every chapter, and the book as readers have it.
struct ManuscriptRoutes: Sendable {
    let stories: Stories
    let chapters: Chapters
    private let pace: CostlyCalls

    /// How many chapters are printed at most: each is converted by itself.
    private static let mostPrinted = 200

    init(stories: Stories, chapters: Chapters) {
        (self.stories, self.chapters) = (stories, chapters)
        pace = CostlyCalls(stories.site, "stories.manuscripts", most: 12, code: "stories.too-many-exports")
    }

    var routes: [Route] {
        [
            .get(StoriesPaths.export, allow: .members, use: show),
            .get(StoriesPaths.manuscript, allow: .members, use: download),
            .get(StoriesPaths.printedManuscript, allow: .members, use: printed),
            .get(StoriesPaths.wordManuscript, allow: .members, use: word),
        ]
    }

    func show(_ request: Request, _ member: Member, _ id: StoryID) async throws -> ExportPage {
        try await stories.site.database.read { db in
            let story = try stories.writes(id, member.id, in: db)
            return ExportPage(story: story, isPrintable: try db.one(.totals(of: id)).count <= Self.mostPrinted)
        }
    }

    /// The same on paper, as the book is printed.
    func printed(_ request: Request, _ member: Member, _ id: StoryID) async throws -> Response {
        try pace.take(by: member)
        let manuscript = try await manuscript(of: id, for: member)
        let story = manuscript.story
        var sections: [String] = []
        for (index, (title, text)) in manuscript.texts.enumerated() {
            let name = stories.publishing.name(ofChapter: index + 1, in: story.details.language)
            sections.append(try await chapters.rendered(text, title: title, in: id).chapter(called: name).html)
        }
        return try await stories.site.pdf(
            StoryDocument(
                title: story.details.title, language: story.details.language, author: manuscript.authors.line(of: story), sections: sections),
            pictures: manuscript.pictures, named: FileName.made(of: story.details.title, fallback: "story", type: "pdf"), for: request)
    }

    /// The same for Word, where editors and publishers work on it.
    func word(_ request: Request, _ member: Member, _ id: StoryID) async throws -> Response {
        try pace.take(by: member)
        let manuscript = try await manuscript(of: id, for: member)
        let details = manuscript.story.details
        let texts = manuscript.texts.enumerated().map { index, chapter in
            (
                title: chapter.title.isEmpty ? stories.publishing.name(ofChapter: index + 1, in: details.language) : chapter.title,
                text: chapter.text.replacing(/(\]\(<?|\]:\s+<?)picture:(\d+)/) { match in "\(match.output.1)p\(match.output.2).jpg" }
            )
        }
        return try await stories.site.docx(
            MarkdownBook(
                title: details.title, authors: manuscript.authors.of(manuscript.story).map(\.name), language: details.language, chapters: texts),
            pictures: manuscript.pictures, named: FileName.made(of: details.title, fallback: "story", type: "docx"))
    }

    /// What is printed of a story: its latest text, and the pictures of its chapters by the names that the converter gives them.
    private func manuscript(
        of id: StoryID, for member: Member
    ) async throws -> (
        story: Story, authors: StoryAuthors, texts: [(title: String, text: String)], pictures: [String: URL]
    ) {
        try await stories.site.database.read { db in
            let story = try stories.writes(id, member.id, in: db)
            let chapters = try db.all(.chapters(of: id))
            guard chapters.count <= Self.mostPrinted else { throw Problem.notFound }
            let texts = try chapters.map { (title: $0.title, text: try ChapterHistory(chapter: $0.id, db: db).text(at: $0.head)) }
            let pictures = try db.all(.pictures(of: id, .chapter)).map { ("p\($0.id).jpg", stories.site.media.url($0.file.large)) }
            return (story, try Authors.of([story], in: db), texts, Dictionary(pictures) { first, _ in first })
        }
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
    /// Whether the manuscript is short enough for PDF and Word.
    let isPrintable: Bool

    var title: Text { "Export" }
    var shell: ShellStyle { .app("stories") }
    var activePath: String? { StoriesPaths.write() }
    var slots: FrameSlots { FrameSlots(back: StoriesPaths.workspace(story.id), title: .verbatim(story.details.title)) }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title)
            Card("Manuscript") {
                p { "All chapters with your latest text, drafts included. You can import Word and Markdown files again." }
                Actions {
                    if isPrintable {
                        LinkButton(
                            "Download as Word", href: StoriesPaths.wordManuscript(story.id), icon: .download, .prepared, .custom("download", ""))
                    }
                    LinkButton(
                        "Download as Markdown", href: StoriesPaths.manuscript(story.id), icon: .file, style: .secondary, .custom("download", ""))
                    if isPrintable {
                        LinkButton(
                            "Download manuscript as PDF", href: StoriesPaths.printedManuscript(story.id), icon: .file, style: .secondary, .prepared,
                            .custom("download", ""))
                    }
                }
            }
            Card("Book") {
                if story.isShown {
                    p { "As readers see it: published chapters only." }
                    Actions {
                        LinkButton(
                            "Download as EPUB", href: StoriesPaths.epub(story.id), icon: .book, style: .secondary, .prepared, .custom("download", ""))
                        LinkButton(
                            "Download book as PDF", href: StoriesPaths.pdf(story.id), icon: .file, style: .secondary, .prepared,
                            .custom("download", ""))
                    }
                } else {
                    p { "When your story is published, you can download it here as EPUB and PDF." }
                }
            }
        }
    }
}
