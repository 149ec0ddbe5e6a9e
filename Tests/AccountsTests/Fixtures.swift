import Accounts
import Core
import Database
import Platform
import Web

/// The smallest app with an address, a door that asks for terms before it takes anything in.
struct DoorApp: App {
    static let manifest = AppManifest(
        id: "door", name: "The Door", path: "/door",
        policy: AppPolicy(asksForTerms: true),
        terms: AppTerms(version: 1, .init("Manners", "Knock first.", "Wipe your feet.")))

    private let site: Site

    init(site: Site) throws { self.site = site }

    var routes: [Route] {
        [
            .get(Path("/door"), allow: .everyone) { (_: Request, _: Visitor) in Answered() },
            .get(Path("/api/v1/door"), allow: .everyone) { (_: Request, _: Visitor) in Answered() },
            .post(Path("/door"), allow: .members) { [site] (_: Request, member: Member) in
                try await site.database.write { db in try Consents(site: site).require(app: "door", of: member.id, in: db) }
                return Answered()
            },
        ]
    }

    private struct Answered: Codable, JSONAnswer {
        var door = "open"
    }
}
