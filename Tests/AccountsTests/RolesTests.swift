import Accounts
import Core
import Database
import Foundation
import TestSupport
import Testing
import Web

@Suite struct RolesTests {
    @Test(.covers("CORE-018", "LIB-008"), arguments: Engine.available)
    func `what a role does not allow is not there, and giving the role opens it at once`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let ada = try await app.signedIn(.ada)
            #expect(try await ada.get("/admin/people").status.rawValue == 404)
            let id = try await app.person(.ada)
            let owner = try await app.signedIn(.owner)
            let given = try await owner.post("/admin/people/\(id)/roles", ["roles": "accounts.admin"])
            #expect(given.status == .seeOther)
            #expect(try await ada.get("/admin/people").status == .ok)
        }
    }

    @Test(.covers("CORE-018"))
    func `a guest who wants a staff page is asked to sign in and comes back there`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let answer = try await app.guest.get("/admin/people")
            #expect(answer.location == "/account/sign-in?then=%2Fadmin%2Fpeople")
        }
    }

    @Test func `a role that no app declares is refused`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let owner = try await app.signedIn(.owner)
            let id = try await app.person(.ada)
            let answer = try await owner.post("/admin/people/\(id)/roles", ["roles": "library.emperor"])
            #expect(answer.status.rawValue == 422)
            #expect(answer.text.contains("There’s no such role."))
        }
    }

    @Test(.covers("CORE-035"))
    func `giving a role is in the audit log`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let owner = try await app.signedIn(.owner)
            let id = try await app.person(.ada)
            _ = try await owner.post("/admin/people/\(id)/roles", ["roles": "accounts.admin"])
            #expect(try await app.auditTrail().last == "account.person.update")
        }
    }
}
