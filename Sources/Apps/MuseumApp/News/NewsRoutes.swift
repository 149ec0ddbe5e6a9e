import Core
import Database
import Interface
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
            .get(MuseumPaths.adminNews, allow: .permission(.museumContent), use: keep),
            .post(MuseumPaths.adminNews, allow: .permission(.museumContent), use: add),
            .get(MuseumPaths.adminNewsItem, allow: .permission(.museumContent), use: edit),
            .post(MuseumPaths.adminNewsItem, allow: .permission(.museumContent), use: save),
            .get(MuseumPaths.adminNewsDelete, allow: .permission(.museumContent), use: confirmDelete),
            .post(MuseumPaths.adminNewsDelete, allow: .permission(.museumContent), use: delete),
        ]
    }

    func list(_ request: Request, _ visitor: Visitor) async throws -> NewsPage {
        let start = min(max(0, request.query["from"].flatMap { Int($0) } ?? 0), 100_000)
        let reader = ReaderLanguage(request, site)
        let found = try await site.database.read { db in try reader(db.all(.news(from: start, limit: NewsPage.size + 1)), in: db) }
        return NewsPage(news: Array(found.prefix(NewsPage.size)), from: start, hasMore: found.count > NewsPage.size)
    }

    func show(_ request: Request, _ visitor: Visitor, _ id: NewsID) async throws -> NewsItemPage {
        let (item, reader) = (try await editing.find(id), ReaderLanguage(request, site))
        return NewsItemPage(item: try await site.database.read { try reader(item, in: $0) })
    }

    private var languages: [Language] { site.languages(of: MuseumApp.manifest) }

    func keep(_ request: Request, _ member: Member) async throws -> NewsAdminPage {
        NewsAdminPage(news: try await site.database.read { try $0.all(.news(limit: 100)) }, languages: languages)
    }

    func edit(_ request: Request, _ member: Member, _ id: NewsID) async throws -> NewsAdminPage {
        let item = try await editing.find(id)
        let words = try await site.database.read { try Translations.of(item, in: $0) }
        return NewsAdminPage(news: [], edited: item, form: NewsForm(title: item.title, text: item.text), languages: languages, words: words)
    }

    func add(_ request: Request, _ member: Member) async throws -> Response { try await keep(nil, request, member) }
    func save(_ request: Request, _ member: Member, _ id: NewsID) async throws -> Response { try await keep(id, request, member) }

    private func keep(_ id: NewsID?, _ request: Request, _ member: Member) async throws -> Response {
        let (form, words) = (try request.form(NewsForm.self), TranslationForm(NewsItem.self, try request.formFields(), languages))
        do {
            try await editing.save(form, words, as: id, by: member.id)
            return .seeOther(MuseumPaths.adminNews(), flash: id == nil ? "Published" : "Saved.")
        } catch let problem as Problem where request.wantsPage && problem.kind == .invalid {
            var page = try await keep(request, member)
            if let id { page.edited = try await editing.find(id) }
            (page.form, page.words, page.problem) = (form, words.words, problem)
            return try await page.response(for: request)
        }
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
