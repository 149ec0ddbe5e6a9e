import Core
import Database
import Interface
import Markup
import Platform
import Reading
import Web

/// Writing chapters in the browser, with a script or without.
struct EditorRoutes: Sendable {
    let chapters: Chapters
    let drafts: DraftRoutes
    private let pace: CostlyCalls

    init(chapters: Chapters, drafts: DraftRoutes) {
        (self.chapters, self.drafts) = (chapters, drafts)
        pace = CostlyCalls(chapters.site, "stories.previews", most: 20, code: "stories.too-many-previews")
    }

    var routes: [Route] {
        [
            .get(StoriesPaths.editor, allow: .members, use: show),
            .post(StoriesPaths.editor, allow: .members, body: .form(limit: ChapterAPI.largestSave), use: save),
            .get(StoriesPaths.preview, allow: .members, use: preview),
            .get(StoriesPaths.deleteChapter, allow: .members, use: confirmDelete),
            .post(StoriesPaths.deleteChapter, allow: .members, use: delete),
            .post(StoriesPaths.moveChapter, allow: .members, use: move),
            .get(StoriesPaths.publishChapter, allow: .members, use: confirmPublication),
            .post(StoriesPaths.publishChapter, allow: .members, use: publish),
            .post(StoriesPaths.unpublishChapter, allow: .members, use: unpublish),
        ]
    }

    func show(_ request: Request, _ member: Member, _ id: ChapterID) async throws -> EditorPage {
        try await page(request, member, id)
    }

    private func page(
        _ request: Request, _ member: Member, _ id: ChapterID, draft: EditorForm? = nil, problem: Problem? = nil
    ) async throws -> EditorPage {
        EditorPage(
            manuscript: try await chapters.manuscript(id, of: member.id), goal: try await chapters.progress(of: member.id, in: request.timeZone),
            draft: draft, problem: problem)
    }

    /// Saves what the form has; it is saved before anything else is done with it.
    func save(_ request: Request, _ member: Member, _ id: ChapterID) async throws -> Response {
        let form = try request.form(EditorForm.self)
        do {
            _ = try await chapters.save(
                ChapterSave(
                    base: form.base ?? 0, change: .text(form.text ?? ""), title: form.title ?? "",
                    notes: form.notes.map { NotesChange(before: form.notesBefore ?? "", after: $0) }, device: request.device),
                to: id, by: member.id, in: request.timeZone)
            switch form.then {
            case "publish":
                let manuscript = try await chapters.manuscript(id, of: member.id)
                guard !manuscript.opensStory else { return .seeOther(StoriesPaths.publishChapter(id)) }
                return try await publish(request, member, id)
            case "schedule":
                let manuscript = try await chapters.manuscript(id, of: member.id)
                try ChapterSchedule.check(manuscript.chapter, of: manuscript.story)
                try await chapters.requireDecided(id, by: member.id)
                return .seeOther(StoriesPaths.schedule(id))
            case "draft": return try await drafts.show(id, for: member)
            case "preview": return .seeOther(StoriesPaths.preview(id))
            default: return .seeOther(StoriesPaths.editor(id), flash: "Saved.")
            }
        } catch let refusal as any ProblemConvertible where request.wantsPage {
            return try await page(request, member, id, draft: form, problem: refusal.problem).response(for: request)
        }
    }

    func preview(_ request: Request, _ member: Member, _ id: ChapterID) async throws -> PreviewPage {
        try pace.take(by: member)
        let manuscript = try await chapters.manuscript(id, of: member.id)
        return PreviewPage(
            manuscript: manuscript,
            section: try await chapters.rendered(manuscript).chapter(
                called: chapters.publishing.name(ofChapter: manuscript.number, in: manuscript.story.details.language)),
            settings: try await chapters.site.database.read { db in try ReadingSettings.chosen(by: request, in: db) })
    }

    func confirmPublication(_ request: Request, _ member: Member, _ id: ChapterID) async throws -> FirstPublicationPage {
        FirstPublicationPage(manuscript: try await chapters.manuscript(id, of: member.id))
    }

    func publish(_ request: Request, _ member: Member, _ id: ChapterID) async throws -> Response {
        let before = try await chapters.site.database.read { db in try db.first(.chapter(id)) }
        let status = try await chapters.publish(id, by: member.id)
        let workspace = try await workspace(of: id, member)
        switch status {
        case .accepted where before?.isShown == true: return .seeOther(workspace, flash: "Your changes are published.")
        case .accepted:
            let missing = try await chapters.site.database.read { db in try db.one(.unpublished(before: db.one(.chapter(id)))) }
            guard missing == 0 else {
                return .seeOther(workspace, flash: "The chapter is published. Chapters before it aren’t published yet.", tone: .note)
            }
            return .seeOther(workspace, flash: "The chapter is published.")
        case .pending, .rejected, .draft:
            return .seeOther(workspace, flash: "A moderator reads the chapter first. You’re notified when it’s decided.")
        }
    }

    func unpublish(_ request: Request, _ member: Member, _ id: ChapterID) async throws -> Response {
        _ = try await chapters.unpublish(id, by: member.id)
        return .seeOther(try await workspace(of: id, member), flash: "The chapter is hidden from readers. Your text is kept.")
    }

    func move(_ request: Request, _ member: Member, _ id: ChapterID) async throws -> Response {
        let step = try request.form(MoveForm.self).direction == "up" ? -1 : 1
        try await chapters.move(id, by: step, for: member.id)
        return .seeOther(try await workspace(of: id, member))
    }

    /// The list of the story's chapters where it has one of them.
    private func workspace(of id: ChapterID, _ member: Member) async throws -> String {
        let manuscript = try await chapters.manuscript(id, of: member.id)
        return StoriesPaths.chapterList(of: manuscript.story.id, at: manuscript.number)
    }

    func confirmDelete(_ request: Request, _ member: Member, _ id: ChapterID) async throws -> DeleteChapterPage {
        let manuscript = try await chapters.manuscript(id, of: member.id)
        guard manuscript.isOwner else { throw StoryRefusal.notStarter }
        return DeleteChapterPage(manuscript: manuscript)
    }

    func delete(_ request: Request, _ member: Member, _ id: ChapterID) async throws -> Response {
        guard try request.form(ConfirmationForm.self).confirmed else { return .seeOther(StoriesPaths.deleteChapter(id)) }
        let story = try await chapters.delete(id, by: member.id)
        return .seeOther(StoriesPaths.workspace(story), flash: "The chapter was deleted.")
    }
}

/// In which direction a chapter moves.
struct MoveForm: Decodable, Sendable {
    var direction: String
}

/// The second step before a chapter is gone for good (STO-031).
struct DeleteChapterPage: PageAnswer {
    let manuscript: Chapters.Manuscript

    private var name: Text { Chapter.name(manuscript.chapter.title, number: manuscript.number) }

    var title: Text { "Delete this chapter?" }
    var shell: ShellStyle { .app("stories") }
    var activePath: String? { StoriesPaths.write() }
    var slots: FrameSlots {
        FrameSlots(back: StoriesPaths.editor(manuscript.chapter.id), title: .verbatim(manuscript.story.details.title))
    }

    var body: some HTML {
        ConfirmPage(
            title, message: "“\(name)” with \(manuscript.chapter.words) words will be deleted.",
            consequences: ["Its text and its history are deleted.", "Readers can’t open it any more.", "You can’t undo this."],
            confirm: "Delete", icon: .trash, action: StoriesPaths.deleteChapter(manuscript.chapter.id),
            cancel: StoriesPaths.editor(manuscript.chapter.id))
    }
}

extension Request {
    /// What it comes from, as the history of a chapter keeps it.
    var device: String { (headers["User-Agent"] ?? "").tidied(limit: 300) }
}
