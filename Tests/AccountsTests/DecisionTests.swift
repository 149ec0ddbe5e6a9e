import Accounts
import Audit
import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

/// Declares that the log may be read, as the part that shows it does.
private struct LogApp: App {
    static let manifest = AppManifest(
        id: "log", name: "Log", access: .init(permissions: [PermissionDeclaration(.systemLog, "Read the log")]))
    init(site: Site) {}
    var routes: [Route] { [] }
}

@Suite struct DecisionTests {
    @Test(.covers("VOL-045"), arguments: Engine.available)
    func `whoever reads the log sees on a person's page what was decided about them beside what they did`(on engine: Engine) async throws {
        try await withTestApp(DoorApp.self, LogApp.self, on: engine) { app in
            let (owner, ada) = (try await app.signedIn(.owner), try await app.person(.ada))
            try await app.site.database.write { db in
                try app.site.audit.record(.init(actor: ada, action: .create, entity: "door.knock", entityID: "7"), in: db)
            }
            let ban = ["app": "door", "days": "1", "why": "other", "told": "Noise.", "confirmed": "true"]
            #expect(try await owner.post("/admin/people/\(ada)/bans", form: ban).location == "/admin/people/\(ada)")
            let page = try await owner.get("/admin/people/\(ada)").text
            let activity = page[try #require(page.range(of: "Recent activity")).upperBound...]
            #expect(activity.contains("Knock 7") && activity.contains("banned"))
        }
    }
}
