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
            .post(MuseumPaths.adminNewsDelete, allow: .permission(.museumContent), use: delete),
        ]
    }

    func list(_ request: Request, _ visitor: Visitor) async throws -> NewsPage {
        let start = min(max(0, request.query["from"].flatMap { Int($0) } ?? 0), 100_000)
        let found = try await site.database.read { try $0.all(.news(from: start, limit: NewsPage.size + 1)) }
        return NewsPage(news: Array(found.prefix(NewsPage.size)), from: start, hasMore: found.count > NewsPage.size)
    }

    func show(_ request: Request, _ visitor: Visitor, _ id: NewsID) async throws -> NewsItemPage { NewsItemPage(item: try await editing.find(id)) }

    func keep(_ request: Request, _ member: Member) async throws -> NewsAdminPage {
        NewsAdminPage(news: try await site.database.read { try $0.all(.news(limit: 100)) })
    }

    func edit(_ request: Request, _ member: Member, _ id: NewsID) async throws -> NewsAdminPage {
        let item = try await editing.find(id)
        return NewsAdminPage(news: [], edited: item, form: NewsForm(title: item.title, text: item.text))
    }

    func add(_ request: Request, _ member: Member) async throws -> Response { try await keep(nil, request, member) }
    func save(_ request: Request, _ member: Member, _ id: NewsID) async throws -> Response { try await keep(id, request, member) }

    private func keep(_ id: NewsID?, _ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(NewsForm.self)
        do {
            try await editing.save(form, as: id, by: member.id)
            return .seeOther(MuseumPaths.adminNews(), flash: id == nil ? "Published" : "Saved.")
        } catch let problem as Problem where request.wantsPage && problem.kind == .invalid {
            var page = try await keep(request, member)
            if let id { page.edited = try await editing.find(id) }
            (page.form, page.problem) = (form, problem)
            return try await page.response(for: request)
        }
    }

    func delete(_ request: Request, _ member: Member, _ id: NewsID) async throws -> Response {
        try await editing.delete(id, by: member.id)
        return .seeOther(MuseumPaths.adminNews(), flash: "The post has been deleted.")
    }
}
