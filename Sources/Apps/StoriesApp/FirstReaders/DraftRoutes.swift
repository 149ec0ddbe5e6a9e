import Core
import Database
import Interface
import Moderation
import Platform
import Reading
import Web

/// Showing drafts, reading them, and commenting on them.
struct DraftRoutes: Sendable {
    let drafts: Drafts
    let comments: Comments
    private let pace: CostlyCalls

    init(drafts: Drafts, comments: Comments) {
        (self.drafts, self.comments) = (drafts, comments)
        pace = CostlyCalls(drafts.site, "stories.drafts", most: 10, code: "stories.too-many-drafts")
    }

    var routes: [Route] {
        [
            .get(StoriesPaths.drafts, allow: .members, use: list),
            .get(StoriesPaths.draft, allow: .members, use: read),
            .post(StoriesPaths.showDraft, allow: .members, use: show),
            .post(StoriesPaths.endDraft, allow: .members, use: end),
            .post(StoriesPaths.draftComments, allow: .members, use: comment),
        ]
    }

    private var site: Site { drafts.site }

    func list(_ request: Request, _ member: Member, _ id: StoryID) async throws -> Response {
        let page: FirstReaderPage? = try await site.database.read { db in
            guard let story = try db.first(.story(id)) else { throw Problem.notFound }
            if try Authors.isAuthor(member.id, of: story, in: db) { return nil }
            try DraftAccess.requireReader(member.id, of: story, backTo: StoriesPaths.drafts(id), in: db)
            return try FirstReaderPage(story, for: member.id, in: db)
        }
        guard let page else { return .seeOther(StoriesPaths.workspace(id)) }
        return try await page.response(for: request)
    }

    /// What was a draft may be published by now: then a notification of it leads to where it is read.
    func read(_ request: Request, _ member: Member, _ id: ChapterID) async throws -> Response {
        if let place = try await site.database.read({ db in try published(id, for: member, in: db) }) { return .seeOther(place) }
        return try await page(of: id, request, member).response(for: request)
    }

    private func published(_ id: ChapterID, for member: Member, in db: any Connection) throws -> String? {
        guard try db.first(.draftState(of: id)) == nil, let chapter = try db.first(.chapter(id)), chapter.isShown,
            let story = try db.first(.story(chapter.story)), story.isShown, let publication = story.publication,
            try db.first(.participant(member.id, of: story.id, as: .reader))?.hasAccepted == true,
            let section = try db.all(.shown(of: story.id)).firstIndex(of: id)
        else { return nil }
        return ReadingPaths.section(publication, section)
    }

    private func page(of id: ChapterID, _ request: Request, _ member: Member) async throws -> DraftPage {
        let after = try request.after(.comments(.oldest))
        let viewer = CommentViewer(member).asReader
        let list = try await comments.page(on: id, onDraft: true, .oldest, after: after, for: viewer) { [request] in
            try request.cursor(.comments(.oldest), after: $0)
        }
        return try await site.database.read { db in
            let access = try DraftAccess.of(member.id, to: id, in: db)
            let number = try db.one(.number(of: access.chapter))
            let name = drafts.chapters.publishing.name(ofChapter: number, in: access.story.details.language)
            return DraftPage(
                access: access, number: number, name: name, settings: try ReadingSettings.chosen(by: request, in: db), list: list,
                isFirst: after == nil, viewer: viewer, authors: try Authors.of([access.story], in: db),
                readerCount: try db.all(.firstReaders(of: access.story.id)).count,
                invitedCount: try db.all(.participants(of: access.story.id, as: .reader)).count { $0.isOpen },
                isReported: try !comments.moderation.openlyReported([id.number], of: DraftSubject.kind, by: member.id, in: db).isEmpty,
                now: site.clock.now())
        }
    }

    func show(_ request: Request, _ member: Member, _ id: ChapterID) async throws -> Response {
        try await show(id, for: member)
    }

    /// Shows a chapter, and leads its author to what first readers see.
    func show(_ id: ChapterID, for member: Member) async throws -> Response {
        try pace.take(by: member)
        let status = try await drafts.show(id, by: member.id)
        let (readers, invited) = try await site.database.read { db in
            let story = try db.one(.chapter(id)).story
            return (
                try db.all(.firstReaders(of: story)).count, try db.all(.participants(of: story, as: .reader)).count { $0.isOpen }
            )
        }
        switch status {
        case .accepted where readers == 0 && invited > 0:
            return .seeOther(StoriesPaths.draft(id), flash: "First readers see the draft once they accept your invitation.", tone: .note)
        case .accepted where readers == 0:
            return .seeOther(StoriesPaths.draft(id), flash: "The draft is ready. Invite first readers to show it to them.", tone: .note)
        case .accepted: return .seeOther(StoriesPaths.draft(id), flash: "Your first readers can read the draft now.")
        case .pending, .rejected, .draft:
            return .seeOther(StoriesPaths.draft(id), flash: "A moderator reads the draft first.", tone: .note)
        }
    }

    func end(_ request: Request, _ member: Member, _ id: ChapterID) async throws -> Response {
        let story = try await drafts.end(id, by: member.id)
        return .seeOther(StoriesPaths.workspace(story), flash: "Your first readers no longer see the draft. You keep their comments.")
    }

    func comment(_ request: Request, _ member: Member, _ id: ChapterID) async throws -> Response {
        let form = try request.form(CommentForm.self)
        do {
            let made = try await comments.add(CommentDraft(form), to: id, onDraft: true, language: request.language, by: member.id)
            return try await comments.sent(made, to: StoriesPaths.draft(id))
        } catch let refusal as CommentRefusal where request.wantsPage {
            var page = try await page(of: id, request, member)
            (page.form, page.problem) = (form, refusal.problem)
            return try await page.response(for: request)
        }
    }
}
