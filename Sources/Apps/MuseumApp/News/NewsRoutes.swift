import Core
import Database
import Foundation
import Interface
import Media
import Platform
import Web

/// News, for everyone to read and for editors to write (MUS-029, MUS-030).
struct NewsRoutes: Sendable {
    let editing: NewsEditing

    private var site: Site { editing.site }

    var routes: [Route] {
        [
            .get(MuseumPaths.news, allow: .everyone, use: list),
            .get(MuseumPaths.newsItem, allow: .everyone, use: show),
            .get(MuseumPaths.newsPicture, allow: .everyone, use: picture),
            .get(MuseumPaths.adminNews, allow: .permission(.museumContent), use: keep),
            .post(MuseumPaths.adminNews, allow: .permission(.museumContent), body: PictureMaker.upload, use: add),
            .get(MuseumPaths.adminNewsItem, allow: .permission(.museumContent), use: edit),
            .post(MuseumPaths.adminNewsItem, allow: .permission(.museumContent), body: PictureMaker.upload, use: save),
            .get(MuseumPaths.adminNewsDelete, allow: .permission(.museumContent), use: confirmDelete),
            .post(MuseumPaths.adminNewsDelete, allow: .permission(.museumContent), use: delete),
        ]
    }

    func list(_ request: Request, _ visitor: Visitor) async throws -> NewsPage {
        let start = min(max(0, request.query["from"].flatMap { Int($0) } ?? 0), 100_000)
        let reader = ReaderLanguage(request, site)
        let now = site.clock.now()
        let found = try await site.database.read { db in try reader(db.all(.news(shownAt: now, from: start, limit: NewsPage.size + 1)), in: db) }
        return NewsPage(
            news: Array(found.prefix(NewsPage.size)), from: start, hasMore: found.count > NewsPage.size,
            isEditor: visitor.identity.may(.museumContent))
    }

    func show(_ request: Request, _ visitor: Visitor, _ id: NewsID) async throws -> NewsItemPage {
        let (item, reader, now) = (try await shown(id, to: visitor), ReaderLanguage(request, site), site.clock.now())
        let isEditor = visitor.identity.may(.museumContent)
        return try await site.database.read { db in
            let others = try db.all(.news(shownAt: now, limit: NewsItemPage.others + 1)).filter { $0.id != id }
            return NewsItemPage(
                item: try reader(item, in: db), more: try reader(Array(others.prefix(NewsItemPage.others)), in: db), now: now, isEditor: isEditor)
        }
    }

    /// Those who write news see drafts, and what shows later, too.
    private func shown(_ id: NewsID, to visitor: Visitor) async throws -> NewsItem {
        let item = try await editing.find(id)
        guard item.isShown(at: site.clock.now()) || visitor.identity.may(.museumContent) else { throw Problem.notFound }
        return item
    }

    func picture(_ request: Request, _ visitor: Visitor, _ id: NewsID, _ size: PictureSize) async throws -> FileAnswer {
        guard let file = try await shown(id, to: visitor).picture?.file(size) else { throw Problem.notFound }
        return FileAnswer(
            url: site.media.url(file), contentType: StoredPicture.mediaType, entityTag: file.digest, isImmutable: request.query["v"] != nil)
    }

    private var languages: [Language] { site.languages(of: MuseumApp.manifest) }

    func keep(_ request: Request, _ member: Member) async throws -> NewsAdminPage {
        let reader = ReaderLanguage(request, site)
        return NewsAdminPage(
            news: try await site.database.read { try reader($0.all(.allNews(limit: 100)), in: $0) }, languages: languages, now: site.clock.now())
    }

    func edit(_ request: Request, _ member: Member, _ id: NewsID) async throws -> NewsAdminPage {
        let item = try await editing.find(id)
        let words = try await site.database.read { try Translations.of(item, in: $0) }
        let now = site.clock.now()
        return NewsAdminPage(
            news: [], edited: item, form: NewsForm(item, at: now, in: site.configuration.zone), languages: languages, now: now, words: words)
    }

    func add(_ request: Request, _ member: Member) async throws -> Response { try await keep(nil, request, member) }
    func save(_ request: Request, _ member: Member, _ id: NewsID) async throws -> Response { try await keep(id, request, member) }

    private func keep(_ id: NewsID?, _ request: Request, _ member: Member) async throws -> Response {
        let (form, words) = (try request.form(NewsForm.self), TranslationForm(NewsItem.self, try request.formFields(), languages))
        let file = request.files.first { $0.field == PictureRefusal.field && $0.size > 0 }
        let item: NewsItem? = if let id { try await editing.find(id) } else { nil }
        do {
            let change = file.map { .file($0.url) } ?? (form.removesPicture == true ? .remove : PictureChange.keep)
            let hasPicture = file != nil || item?.picture != nil && form.removesPicture != true
            let draft = try words.checked { () throws(Problem) in try NewsDraft(form, hasPicture: hasPicture) }
            let saved = try await editing.save(draft, words.words, as: id, change, by: member.id)
            return .seeOther(
                NewsAdminPage.address(at: saved), flash: Self.said(of: draft, before: item, at: site.clock.now(), in: site.configuration.zone))
        } catch let refusal as any ProblemConvertible where request.wantsPage && refusal.problem.kind == .invalid {
            let problem = PictureRefusal.again(after: refusal.problem, of: request)
            var page = try await keep(request, member)
            page.edited = item
            (page.form, page.words, page.problem) = (form, words.words, problem)
            return try await page.response(for: request)
        }
    }

    /// What was done with it.
    private static func said(of draft: NewsDraft, before: NewsItem?, at now: Instant, in zone: TimeZone) -> Text {
        if draft.isDraft { return "Saved as a draft." }
        let shows = draft.publishedAt(before, at: now, in: zone)
        if shows > now { return "Shows from \(Day(shows, in: zone))." }
        return before?.isShown(at: now) ?? false ? "Saved." : "Published"
    }

    func confirmDelete(_ request: Request, _ member: Member, _ id: NewsID) async throws -> ConfirmPage {
        let item = try await editing.find(id)
        return ConfirmPage(
            "Delete this post?", shell: .admin, message: "“\(item.title)” will be removed from the museum’s news.", confirm: "Delete the post",
            icon: .trash, action: MuseumPaths.adminNewsDelete(id), cancel: MuseumPaths.adminNewsItem(id))
    }

    func delete(_ request: Request, _ member: Member, _ id: NewsID) async throws -> Response {
        guard try request.form(ConfirmationForm.self).confirmed else { return .seeOther(MuseumPaths.adminNewsItem(id)) }
        try await editing.delete(id, by: member.id)
        return .seeOther(MuseumPaths.adminNews(), flash: "The post has been deleted.")
    }
}
