import Core
import Database
import Interface
import Platform
import Web

/// A person's settings of the app.
struct SettingsRoutes: Sendable {
    let site: Site
    let members: Members
    let categories: Categories

    var routes: [Route] {
        [
            .get(VolunteersPaths.settings, allow: .members, use: show),
            .post(VolunteersPaths.news, allow: .members, use: saveNews),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> SettingsPage {
        let list = try await categories.list()
        let news = try await site.database.read { db in try Members.news(of: member.id, in: db) }
        let shell = request.shell
        return SettingsPage(
            news: news, categories: list, theme: shell?.theme ?? .system, language: request.language, languages: shell?.languages ?? [])
    }

    func saveNews(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(NewRequestForm.self)
        let choice = try NewRequestChoice(name: form.news, category: form.category.flatMap { CategoryID($0) }, among: await categories.list())
        try await site.write(by: member.id) { write in try members.setNews(choice, of: member.id, name: member.name, in: write) }
        return .seeOther(VolunteersPaths.settings(), flash: "Saved.")
    }
}

private struct NewRequestForm: Decodable {
    var news: String
    var category: String?
}
