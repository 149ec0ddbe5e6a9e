import Core
import Database
import Foundation
import Interface
import Markup
import Media
import Platform
import Web

/// Bringing in what was written elsewhere (STO-028).
struct ImportRoutes: Sendable {
    let stories: Stories
    let chapters: Chapters
    let importing: ChapterImport
    let pages: PageImport
    private let pace: CostlyCalls

    init(site: Site, stories: Stories, chapters: Chapters) {
        self.stories = stories
        self.chapters = chapters
        importing = ChapterImport(converter: site.converter)
        pages = PageImport(pictures: stories.pictures)
        pace = CostlyCalls(site, "stories.imports", most: 12, code: "stories.too-many-imports")
    }

    var routes: [Route] {
        [
            .get(StoriesPaths.importing, allow: .members, use: show),
            .post(StoriesPaths.importing, allow: .members, body: .upload(file: ChapterImport.largestFile, count: 20), use: bringIn),
        ]
    }

    func show(_ request: Request, _ member: Member, _ id: StoryID) async throws -> ImportPage {
        ImportPage(story: try await stories.site.database.read { db in try stories.writes(id, member.id, in: db) })
    }

    /// All files or none: half a book is worse than a message.
    func bringIn(_ request: Request, _ member: Member, _ id: StoryID) async throws -> Response {
        var page = try await show(request, member, id)
        do {
            try pace.take(by: member)
            var drafts: [ChapterImport.Draft] = []
            let time = ImportTime()
            let files = request.files.filter { $0.size > 0 }
            let pictures = files.filter { PageImport.isPicture($0.url) }
            for file in files where !PageImport.isPicture(file.url) {
                try drafts.take(await importing.chapters(of: file.url, named: file.fileName, within: time))
            }
            guard !drafts.isEmpty || !pictures.isEmpty else { throw ImportRefusal.nothingChosen }
            let (device, chapterDrafts) = (request.device, drafts)
            let areRead = try await stories.site.media.withLease { lease in
                var read: [PageImport.Page] = []
                for file in pictures.sorted(by: Self.inOrder) { read.append(try await pages.page(of: file.url, within: time, under: lease)) }
                try await chapters.add(chapterDrafts, pages: read, to: id, by: member.id, on: device)
                return read.contains { !$0.text.isEmpty }
            }
            if areRead {
                return .seeOther(
                    StoriesPaths.workspace(id), flash: "The pages were added with the text recognised in them. Read it through before you publish.",
                    tone: .note)
            }
            return .seeOther(StoriesPaths.workspace(id), flash: "\(drafts.count + (pictures.isEmpty ? 0 : 1)) chapters were added.")
        } catch let refusal as any ProblemConvertible where request.wantsPage {
            page.problem = refusal.problem
            return try await page.response(for: request)
        }
    }
}

extension ImportRoutes {
    /// By name, as people number files: page 2 before page 10.
    private static func inOrder(_ one: UploadedFile, _ other: UploadedFile) -> Bool {
        one.fileName.compare(other.fileName, options: [.numeric, .caseInsensitive]) == .orderedAscending
    }
}

/// Choosing a file.
struct ImportPage: PageAnswer {
    let story: Story
    var problem: Problem?

    var title: Text { "Import chapters" }
    var shell: ShellStyle { .app("stories") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { StoriesPaths.write() }
    var slots: FrameSlots {
        FrameSlots(
            back: StoriesPaths.workspace(story.id), title: .verbatim(story.details.title),
            footer: { Button("Import", icon: .upload, .custom("form", "import-form"), .data("needs-connection")) })
    }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(
                title,
                lead: "Each heading of a file begins a chapter. Pictures of pages become one chapter, with the text recognised in them.")
            ProblemAlert(problem)
            p(.class("muted")) { "Pictures are put in the order of their names. Nothing is published." }
            Form(StoriesPaths.importing(story.id), hasFiles: true, .id("import-form"), .class("card")) {
                FileField(
                    "Files", name: "file", accept: ".docx,.epub,.md,.markdown,.txt,.html,.htm,.pdf,.jpg,.jpeg,.png,.webp", isMultiple: true,
                    maxBytes: ChapterImport.largestFile,
                    hint: "Up to 20 files: Word, EPUB, Markdown, text, HTML or PDF of 20 MB each, JPEG, PNG or WebP of 10 MB each.",
                    error: problem?.fields[PictureRefusal.field])
            }
        }
    }
}
