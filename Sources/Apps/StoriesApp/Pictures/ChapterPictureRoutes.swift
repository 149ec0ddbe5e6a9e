import Core
import Database
import Interface
import Markup
import Platform
import Web

/// Adding pictures while one writes.
struct ChapterPictureRoutes: Sendable {
    let pictures: ChapterPictures
    private let pace: CostlyCalls

    init(site: Site, pictures: ChapterPictures) {
        self.pictures = pictures
        pace = CostlyCalls(site, "stories.pictures", most: 20, code: "stories.too-many-uploads")
    }

    var routes: [Route] {
        [
            .get(StoriesPaths.chapterPictures, allow: .members, use: show),
            .post(StoriesPaths.chapterPictures, allow: .members, body: PictureMaker.upload, use: add),
            .post(StoriesPaths.removeChapterPicture, allow: .members, use: remove),
            .post(StoriesPaths.apiChapterPictures, allow: .members, body: PictureMaker.upload, use: addForProgram)
                .summary("Adds a picture to the story of an own chapter; its Markdown shows it in the text.")
                .accepts(fields: [
                    Schema.Member(PictureRefusal.field, .file, isRequired: true),
                    Schema.Member("words", .text(.words, most: StoryPicture.longestWords)),
                    Schema.Member("isDecorative", .choice(["true", "false"])),
                ]),
        ]
    }

    func show(_ request: Request, _ member: Member, _ id: ChapterID) async throws -> ChapterPicturesPage {
        let manuscript = try await pictures.chapters.manuscript(id, of: member.id)
        let all = try await pictures.pictures.site.database.read { db in try db.all(.pictures(of: manuscript.story.id, .chapter)) }
        return ChapterPicturesPage(manuscript: manuscript, pictures: all)
    }

    func add(_ request: Request, _ member: Member, _ id: ChapterID) async throws -> Response {
        let form = try request.form(ChapterPictures.Form.self)
        do {
            let picture = try await add(request, form, member, id)
            try await pictures.append(picture, to: id, by: member.id, on: request.device)
            return .seeOther(StoriesPaths.editor(id), flash: "The picture is at the end of the chapter.")
        } catch let refusal as any ProblemConvertible where request.wantsPage {
            var page = try await show(request, member, id)
            page.form = form
            page.problem = refusal.problem
            return try await page.response(for: request)
        }
    }

    func addForProgram(_ request: Request, _ member: Member, _ id: ChapterID) async throws -> ChapterPictureAnswer {
        ChapterPictureAnswer(try await add(request, request.form(ChapterPictures.Form.self), member, id))
    }

    private func add(_ request: Request, _ form: ChapterPictures.Form, _ member: Member, _ id: ChapterID) async throws -> StoryPicture {
        try pace.take(by: member)
        return try await pictures.add(request.files.first, form, to: id, by: member.id)
    }

    private struct RemovalForm: Decodable {
        var picture: PictureID
    }

    func remove(_ request: Request, _ member: Member, _ id: ChapterID) async throws -> Response {
        try await pictures.remove(request.form(RemovalForm.self).picture, by: member.id)
        return .seeOther(StoriesPaths.chapterPictures(id), flash: "The picture was removed.")
    }
}

/// A picture as programs see it.
struct ChapterPictureAnswer: JSONAnswer, Codable {
    let id: PictureID
    /// Where it is, for its author.
    let address: String
    let words: String
    /// What shows it in a chapter's text.
    let markdown: String

    init(_ picture: StoryPicture) {
        id = picture.id
        address = StoriesPaths.picture(picture.id, .large)
        words = picture.words
        markdown = picture.markdown
    }
}

/// The fields of a new picture, in the editor's window and on the page.
struct ChapterPictureFields: HTML {
    let chapter: ChapterID
    var form = ChapterPictures.Form()
    var problem: Problem?

    var body: some HTML {
        let wrong = problem?.fields ?? [:]
        Form(
            StoriesPaths.chapterPictures(chapter), hasFiles: true, .class("stack"),
            .data("chapter-picture", StoriesPaths.apiChapterPictures(chapter)),
            .data("failed", text: "The picture couldn’t be sent. Check your connection and try again.")
        ) {
            FileField(
                "Picture", name: PictureRefusal.field, accept: PictureMaker.accept, maxBytes: PictureMaker.mostBytes,
                hint: "JPEG, PNG or WebP, at most 10 MB.", error: wrong[PictureRefusal.field])
            TextField(
                "Description", name: "words", value: form.words ?? "",
                hint: "What the picture shows, for readers who can’t see it. Up to \(StoryPicture.longestWords) characters.", error: wrong["words"],
                isConditional: true, .maxlength(StoryPicture.longestWords), .autocomplete("off"))
            Checkbox("Only decoration, no description needed", name: "isDecorative", isChecked: form.isDecorative ?? false)
            Actions { Button("Add picture", icon: .plus, .data("needs-connection")) }
        }
    }
}

/// The pictures of a story, and a further one for a chapter.
struct ChapterPicturesPage: PageAnswer {
    let manuscript: Chapters.Manuscript
    let pictures: [StoryPicture]
    var form = ChapterPictures.Form()
    var problem: Problem?

    var title: Text { "Pictures" }
    var shell: ShellStyle { .app("stories") }
    var status: Status { Status(problem) }
    var activePath: String? { StoriesPaths.write() }
    var slots: FrameSlots {
        FrameSlots(back: StoriesPaths.editor(manuscript.chapter.id), title: Chapter.name(manuscript.chapter.title, number: manuscript.number))
    }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title, lead: "A new picture is added at the end of the chapter. Move its line to where you want it.")
            ProblemAlert(problem)
            Card("Add picture") { ChapterPictureFields(chapter: manuscript.chapter.id, form: form, problem: problem) }
            if !pictures.isEmpty {
                h2 { "Pictures of this story" }
                ul(.class("rows")) { for picture in pictures.reversed() { row(picture) } }
                p(.class("muted")) { "\(pictures.count) of \(StoryPicture.most) pictures" }
            }
        }
    }

    private func row(_ picture: StoryPicture) -> Node {
        li(.class("row story-picture")) {
            img(
                .src(StoriesPaths.picture(picture.id, .thumbnail)), .alt(""), .loading("lazy"), .width(72), .height(72))
            div(.class("row-words")) {
                p(.dir("auto")) { if picture.words.isEmpty { em { "Decoration" } } else { picture.words } }
                p { code { picture.markdown } }
            }
            Form(StoriesPaths.removeChapterPicture(manuscript.chapter.id)) {
                input(.type("hidden"), .name("picture"), .value(picture.id.description))
                IconButton(.trash, label: "Remove picture")
            }
        }.node
    }
}
