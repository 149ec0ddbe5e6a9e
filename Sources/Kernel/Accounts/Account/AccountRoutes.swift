import Core
import Interface
import Markup
import Platform
import Web

/// A person's own page: who they are here.
struct AccountRoutes: Sendable {
    let people: People

    var routes: [Route] { [.get(AccountsPaths.account, allow: .members, use: show)] }

    func show(_ request: Request, _ member: Member) async throws -> Response {
        let person = try await people.find(member.id)
        var response = try await Page("Your account", shell: .site) { AccountPage(person: person) }.response(for: request)
        response.headers.set("Cache-Control", "no-store")
        return response
    }
}
