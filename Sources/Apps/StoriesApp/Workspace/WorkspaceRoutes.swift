import Core
import Database
import Interface
import Localization
import Markup
import Platform
import Web

/// The author's own side: their stories, what they say of each, its chapters (STO-024, STO-025).
struct WorkspaceRoutes: Sendable {
    let stories: Stories
    let chapters: Chapters
    private let pace: CostlyCalls

    init(stories: Stories, chapters: Chapters) {
        (self.stories, self.chapters) = (stories, chapters)
        pace = .covers(of: stories.site)
    }

    /// How many of somebody's own stories the list shows.
    private static let most = 500

    var routes: [Route] {
        [
            .get(StoriesPaths.write, allow: .members, use: list),
            .get(StoriesPaths.newStory, allow: .members, use: begin),
            .post(StoriesPaths.newStory, allow: .members, body: PictureMaker.upload, use: create),
            .get(StoriesPaths.settings, allow: .members, use: edit),
            .post(StoriesPaths.settings, allow: .members, body: PictureMaker.upload, use: save),
            .get(StoriesPaths.workspace, allow: .members, use: show),
            .post(StoriesPaths.workspace, allow: .members, use: addChapter),
            .post(StoriesPaths.publish, allow: .members, use: setPublished),
            .get(StoriesPaths.unpublish, allow: .members, use: confirmUnpublishing),
            .get(StoriesPaths.delete, allow: .members, use: confirmDelete),
            .post(StoriesPaths.delete, allow: .members, use: delete),
        ]
    }

    func list(_ request: Request, _ member: Member) async throws -> WritePage {
        try await stories.site.database.read { db in
            let stories = try db.all(.written(by: member.id, limit: Self.most))
            let written = Dictionary(try db.all(.written(by: member.id)).map { ($0.story, $0) }) { first, _ in first }
            func last(_ story: Story) -> Instant { max(story.changedAt, written[story.id]?.at ?? story.changedAt) }
            let invitations = try Dictionary(
                ParticipantRole.allCases.map { ($0, try db.all(.invitations(to: member.id, as: $0))) }
            ) { first, _ in first }
            return WritePage(
                stories: stories.sorted { last($0) > last($1) }, written: written,
                authors: try Authors.of(stories + invitations.values.joined(), in: db), invitations: invitations,
                firstReading: try db.first(.member(member.id))?.isAuthorFocused == true ? try FirstReading(of: member.id, in: db) : nil)
        }
    }

    func begin(_ request: Request, _ member: Member) async throws -> StoryFormPage {
        StoryFormPage(id: nil, form: StoryForm(language: request.language.rawValue, rating: StoryRating.general.rawValue), languages: languages)
    }

    func create(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(StoryForm.self)
        do {
            let begun = try await stories.create(StoryDetails(form), cover: cover(of: request, form, member), by: member.id)
            return .seeOther(StoriesPaths.editor(begun.chapter))
        } catch let refusal as any ProblemConvertible where request.wantsPage && refusal.problem.kind == .invalid {
            let page = StoryFormPage(id: nil, form: form, languages: languages, problem: PictureRefusal.again(after: refusal.problem, of: request))
            return try await page.response(for: request)
        }
    }

    func edit(_ request: Request, _ member: Member, _ id: StoryID) async throws -> StoryFormPage {
        try await page(of: id, nil, for: member, then: StoriesPaths.here(request.query["then"]))
    }

    func save(_ request: Request, _ member: Member, _ id: StoryID) async throws -> Response {
        var form = try request.form(StoryForm.self)
        form.then = StoriesPaths.here(form.then)
        let next = form.then ?? StoriesPaths.workspace(id)
        do {
            let change = try cover(of: request, form, member)
            try await stories.edit(id, StoryDetails(form), cover: change, by: member.id)
            if change != .keep, let cover = try await page(of: id, nil, for: member).cover {
                if cover.status == .pending {
                    return .seeOther(next, flash: "Saved. A moderator checks the cover; your story stays public.", tone: .note)
                }
                if stories.pictures.doubt([cover]) != nil {
                    return .seeOther(next, flash: "Saved. When you publish, a moderator checks the cover.", tone: .note)
                }
            }
            return .seeOther(next, flash: "Saved.")
        } catch let refusal as any ProblemConvertible where request.wantsPage && refusal.problem.kind == .invalid {
            var page = try await page(of: id, form, for: member)
            page.problem = PictureRefusal.again(after: refusal.problem, of: request)
            return try await page.response(for: request)
        }
    }

    private func page(of id: StoryID, _ form: StoryForm?, for member: Member, then: String? = nil) async throws -> StoryFormPage {
        try await stories.site.database.read { db in
            let story = try stories.writes(id, member.id, in: db)
            var kept = StoryForm(story.details)
            kept.then = then
            return StoryFormPage(
                id: id, form: form ?? kept, languages: languages, story: story,
                cover: try story.cover.flatMap { try db.first(.picture($0)) })
        }
    }

    private func cover(of request: Request, _ form: StoryForm, _ member: Member) throws -> PictureChange {
        guard let file = request.files.first(where: { $0.size > 0 }) else { return form.removesCover == true ? .remove : .keep }
        try pace.take(by: member)
        return .file(file.url)
    }

    func show(_ request: Request, _ member: Member, _ id: StoryID) async throws -> WorkspacePage {
        let asked = request.query[StoriesPaths.chapterNumber].flatMap { Int($0) } ?? 1
        return try await stories.site.database.read { db in
            let story = try stories.writes(id, member.id, in: db)
            let totals = try db.one(.totals(of: id))
            let range = NumberedRange(holding: asked, of: totals.count)
            let chapters = try db.all(.chapters(of: id, range.numbers))
            let viewer = CommentViewer(person: member.id, isModerator: false)
            func said(onDraft: Bool) throws -> [ChapterID: Int] {
                guard !chapters.isEmpty else { return [:] }
                let counts = try db.all(.commentCounts(of: chapters.map(\.id), onDraft: onDraft, for: viewer))
                return Dictionary(counts.map { ($0.first, $0.second) }) { first, _ in first }
            }
            return WorkspacePage(
                story: story, cover: try story.cover.flatMap { try db.first(.picture($0)) }, totals: totals, range: range, chapters: chapters,
                drafts: Dictionary(try db.all(.draftStates(of: id)).map { ($0.chapter, $0) }) { first, _ in first },
                draftComments: try said(onDraft: true), hasFirstReaders: try !db.all(.firstReaders(of: id)).isEmpty,
                comments: try said(onDraft: false), hasComments: try db.one(.hasComments(id)), authors: try Authors.of([story], in: db),
                isOwner: story.author == member.id)
        }
    }

    func addChapter(_ request: Request, _ member: Member, _ id: StoryID) async throws -> Response {
        .seeOther(StoriesPaths.editor(try await chapters.add(to: id, by: member.id)))
    }

    func setPublished(_ request: Request, _ member: Member, _ id: StoryID) async throws -> Response {
        let isPublished = try request.form(PublishForm.self).published
        let hadSchedules = try await stories.setPublished(isPublished, id, by: member.id)
        let hidden: Text =
            hadSchedules ? "Your story is hidden from readers. Its scheduled chapters don’t go out." : "Your story is hidden from readers."
        return .seeOther(StoriesPaths.workspace(id), flash: isPublished ? "Your story is published." : hidden)
    }

    func confirmUnpublishing(_ request: Request, _ member: Member, _ id: StoryID) async throws -> ConfirmPage {
        let (story, hasSchedules) = try await stories.site.database.read { db in
            (try stories.writes(id, member.id, in: db), try db.one(.hasSchedules(id)))
        }
        return ConfirmPage(
            "Unpublish this story?", shell: .app("stories"), activePath: StoriesPaths.write(),
            message: "Readers can’t open “\(story.details.title)” until you publish it again.",
            consequences: ["Its chapters, comments and ratings are kept."]
                + (hasSchedules ? ["Scheduled chapters become drafts. You’d schedule them again."] : []),
            confirm: "Unpublish story", icon: .lock, action: StoriesPaths.publish(id), cancel: StoriesPaths.workspace(id)
        ) { input(.type("hidden"), .name("published"), .value("false")) }
    }

    func confirmDelete(_ request: Request, _ member: Member, _ id: StoryID) async throws -> DeleteStoryPage {
        DeleteStoryPage(story: try await stories.site.database.read { db in try stories.owns(id, member.id, in: db) })
    }

    func delete(_ request: Request, _ member: Member, _ id: StoryID) async throws -> Response {
        guard try request.form(ConfirmationForm.self).confirmed else { return .seeOther(StoriesPaths.delete(id)) }
        try await stories.delete(id, by: member.id)
        return .seeOther(StoriesPaths.write(), flash: "Your story was deleted.")
    }

    /// A story can be in any language that Stoa speaks, whichever the site is offered in.
    private var languages: [Language] { (stories.site.languages(of: StoriesApp.manifest) + stories.site.messages.languages).unique }
}

/// Whether readers are to see a story.
struct PublishForm: Decodable, Sendable {
    var published: Bool
}
