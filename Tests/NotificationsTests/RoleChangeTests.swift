import Accounts
import Core
import Platform
import TestSupport
import Testing
import Web

@testable import Notifications

@Suite struct RoleChangeTests {
    @Test(.covers("CORE-018", "CORE-023"), arguments: Engine.available)
    func `who is given a role or loses one is told, with the way to what it opens`(_ engine: Engine) async throws {
        try await withNews(on: engine) { app in
            let (owner, ada) = (try await app.signedIn(.owner), try await app.signedIn(.ada))
            let id = try await app.person(.ada)
            for roles in ["accounts.admin", "accounts.admin", ""] { _ = try await owner.post("/admin/people/\(id)/roles", ["roles": roles]) }
            #expect(try await app.inbox().map(\.key) == ["You no longer have the role %1 (%2)", "You have a new role: %1 (%2)"])
            _ = try await owner.post("/admin/people/\(id)/owner", ["owner": "true", "confirmed": "true"])
            let page = try await ada.get("/account/notices").text
            #expect(page.contains("Account administrator") && page.contains("You’re an owner of this site now"))
            #expect(try await app.inbox(.owner).isEmpty, "what one did oneself is no news")
        }
    }
}
