import Accounts
import Core
import Database
import Platform
import SignIn
import Web

/// Serves our copies of people's pictures to people who are signed in.
struct PictureRoutes: Sendable {
    let site: Site

    var routes: [Route] { [.get(AccountsPaths.picture, allow: .members, use: show)] }

    func show(_ request: Request, _ member: Member, _ person: PersonID) async throws -> Response {
        let found: Row2<String, [UInt8]>? = try await site.database.read { db in
            try db.first("SELECT media_type, bytes FROM account_picture WHERE person_id = \(person)")
        }
        guard let found, let type = PictureType(rawValue: found.first) else { throw Problem.notFound }
        var response = Response.bytes(found.second, type: type.rawValue)
        response.headers.set("Cache-Control", "private, max-age=3600")
        response.headers.set("Content-Security-Policy", "default-src 'none'; sandbox")
        return response.conditional(for: request)
    }
}
