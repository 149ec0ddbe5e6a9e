import Accounts
import Core
import Database
import Platform
import TestSupport
import Testing
import Web

@Suite struct UserRecordTests {
    @Test(.covers("LIB-010", "CORE-011"), arguments: Engine.available)
    func `a person has an id of their own, one address, a name, a role from the list, and a password nobody can read`(engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let accounts = try app.site.service(AccountsModule.self)
            let password = "copper-kettle-31"
            let id = try await accounts.people.register(.init(name: " Ada Lovelace ", email: " ADA@Example.ORG ", password: password))
            let found = try await accounts.people.find(id)
            #expect(found.name == "Ada Lovelace")
            #expect(found.email == "ada@example.org")
            let hash = try await app.site.database.read { try $0.one("SELECT password_hash FROM account_person WHERE id = \(id)" as Query<String>) }
            #expect(hash.hasPrefix("$argon2id$"))
            #expect(!hash.contains(password))
            await #expect(throws: AccountRefusal.self) {
                try await accounts.people.register(.init(name: "Other", email: "ada@EXAMPLE.org", password: password), by: id)
            }
            await #expect(throws: AccountRefusal.self) {
                try await accounts.roles.set([Roles.Grant(app: "accounts", role: "emperor")], of: id, by: nil)
            }
        }
    }

    @Test(
        .covers("LIB-010", "CORE-009", "CORE-010"),
        arguments: [
            ("", "a@b.example", "copper-kettle-31"), (String(repeating: "x", count: 101), "a@b.example", "copper-kettle-31"),
            ("Ada", "no address", "copper-kettle-31"), ("Ada", "a@b@c.example", "copper-kettle-31"),
            ("Ada", "a\u{200D}da@b.example", "copper-kettle-31"), ("Ada", "ada@b.exa\u{FE0F}mple", "copper-kettle-31"),
            ("Ada", "a@b.example", "short-1"),
            ("Ada", "a@b.example", "no number in it"),
        ])
    func `what is no name, no address or no password makes no account`(name: String, email: String, password: String) async throws {
        try await withTestApp(on: .sqlite) { app in
            let accounts = try app.site.service(AccountsModule.self)
            await #expect(throws: AccountRefusal.self) { try await accounts.people.register(.init(name: name, email: email, password: password)) }
            let people = try await app.site.database.read { try $0.one("SELECT COUNT(*) FROM account_person" as Query<Int>) }
            #expect(people == 0)
        }
    }
}
