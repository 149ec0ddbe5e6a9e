import Accounts
import Audit
import Core
import Database
import Foundation
import Mail
import Platform
import TestSupport
import Testing
import Web

@Suite struct AdministrationTests {
    @Test(.covers("CORE-019", "CAF-047"), arguments: Engine.available)
    func `people are found by name or e-mail, by role and by standing`(on engine: Engine) async throws {
        try await withTestApp(DoorApp.self, on: engine) { app in
            let owner = try await app.signedIn(.owner)
            let (ada, bea) = (try await app.person(.ada), try await app.person(.bea))
            try await app.register(["Åsa Öberg": "asa@stoa.example", "100 % Sure": "sure_thing@stoa.example"])
            _ = try await owner.post("/admin/people/\(bea)/roles", ["roles": "accounts.admin"])
            func names(_ query: String) async throws -> [String] { try await owner.listed(query) }
            #expect(try await names("q=aDa") == ["Ada"])
            #expect(try await names("q=BEA%40stoa") == ["Bea"])
            #expect(try await names("q=%C3%A5sa") == ["Åsa Öberg"])
            #expect(try await names("q=%25") == ["100 % Sure"])
            #expect(try await names("q=_") == ["100 % Sure"])
            #expect(try await names("q=nobody") == [])
            #expect(try await names("role=accounts.admin") == ["Bea"])
            #expect(try await names("role=owner") == ["Owner"])
            #expect(try await names("role=administrator") == [])
            #expect(try await names("role=editor") == [], "a role that no app brings along has nobody, not everybody")
            #expect(try await names("role=member") == ["100 % Sure", "Ada", "Åsa Öberg"])
            _ = try await owner.post("/admin/people/\(ada)/roles", ["role": "moderator", "confirmed": "true"])
            #expect(try await names("role=moderator") == ["Ada"])
            _ = try await owner.post("/admin/people/\(ada)/roles", ["role": "administrator", "confirmed": "true"])
            // By the greatest, which the list shows.
            #expect(try await names("role=moderator") == [])
            #expect(try await names("role=administrator") == ["Ada"])
            _ = try await owner.post("/admin/people/\(ada)/status", ["active": "false", "confirmed": "true"])
            #expect(try await names("standing=deactivated") == ["Ada"])
            _ = try await owner.post(
                "/admin/people/\(bea)/bans", ["app": "door", "days": "7", "why": "other", "told": "Noise.", "confirmed": "true"])
            #expect(try await names("standing=banned") == ["Bea"])
            #expect(try await owner.get("/admin/people?q=nobody").text.contains("No accounts match these filters."))
        }
    }

    @Test(.covers("CORE-019"), arguments: Engine.available)
    func `six thousand people are listed whole, page by page, and each page is quick`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let owner = try await app.signedIn(.owner).asProgram
            try await app.site.database.write { db in
                try db.run(
                    """
                    INSERT INTO account_person (email, name, created_at, changed_at)
                    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
                    SELECT 'person' || i || '@stoa.example', 'Person ' || (i % 97), 0, 0 FROM n
                    """)
            }
            var seen: Set<Int> = []
            var after: String? = ""
            var times: [Duration] = []
            let clock = ContinuousClock()
            while let place = after {
                let start = clock.now
                let page = try await owner.get("/api/v1/people?after=\(place)")
                times.append(clock.now - start)
                #expect(page.json["total"] as? Int == 6_001)
                let people = try #require(page.json["people"] as? [[String: Any]])
                #expect(people.count <= 50)
                seen.formUnion(people.compactMap { $0["id"] as? Int })
                after = page.json["next"] as? String
            }
            #expect(seen.count == 6_001)
            // The quickest of each half: what else this machine does at the moment stretches the others.
            let half = times.count / 2
            let (first, later) = (try #require(times.prefix(half).min()), try #require(times.suffix(half).min()))
            #expect(later < first * 4, "the last pages come as fast as the first")
            #expect(try await owner.listed("q=person5999") == ["Person 82"])
        }
    }

    @Test(.covers("CORE-019", "CAF-047"), arguments: Engine.available)
    func `a deactivated account is out at once and cannot come back until it is reactivated`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let (owner, ada, id) = (try await app.signedIn(.owner), try await app.signedIn(.ada), try await app.person(.ada))
            #expect(try await ada.get("/account").status == .ok)
            let asked = try await owner.post("/admin/people/\(id)/status", ["active": "false"])
            #expect(asked.text.contains("Deactivate this account?"))
            #expect(try await ada.get("/account").status == .ok)
            _ = try await owner.post("/admin/people/\(id)/status", ["active": "false", "confirmed": "true"])
            #expect(try await ada.get("/account").status == .seeOther)
            let credentials = #"{"email":"ada@stoa.example","password":"lantern 7 river"}"#
            let refused = try await app.guest.asProgram.json(.post, "/api/v1/sessions", credentials)
            #expect(refused.problem?.code == "accounts.wrong-credentials")
            _ = try await owner.post("/admin/people/\(id)/status", ["active": "true"])
            let opened = try await app.guest.asProgram.json(.post, "/api/v1/sessions", credentials)
            #expect(opened.status.rawValue == 201)
        }
    }

    @Test(.covers("CORE-018", "LIB-008", "VOL-003"), arguments: Engine.available)
    func `nobody raises their own rights, and only owners hand out rights over people`(on engine: Engine) async throws {
        try await withTestApp(DoorApp.self, on: engine) { app in
            let (owner, ada) = (try await app.signedIn(.owner), try await app.signedIn(.ada))
            let (adaID, beaID, ownerID) = (try await app.person(.ada), try await app.person(.bea), try await app.person(.owner))
            _ = try await owner.post("/admin/people/\(adaID)/roles", ["roles": "accounts.admin"])
            let own = try await ada.asProgram.json(.put, "/api/v1/people/\(adaID)/roles", #"{"roles":["door.keeper"]}"#)
            #expect(own.problem?.code == "accounts.own-account")
            let raised = try await ada.asProgram.json(.put, "/api/v1/people/\(beaID)/roles", #"{"roles":["accounts.admin"]}"#)
            #expect(raised.problem?.code == "accounts.owners-only")
            let given = try await ada.asProgram.json(.put, "/api/v1/people/\(beaID)/roles", #"{"roles":["door.keeper"]}"#)
            #expect(given.json["roles"] as? [String] == ["door.keeper"])
            let shut = try await ada.asProgram.json(.put, "/api/v1/people/\(ownerID)/status", #"{"active":false}"#)
            #expect(shut.problem?.code == "accounts.owners-only")
            let crowned = try await ada.asProgram.post("/admin/people/\(beaID)/owner", ["owner": "true", "confirmed": "true"])
            #expect(crowned.problem?.code == "accounts.owners-only")
            // Taken back, the role opens nothing from the same moment.
            _ = try await owner.post("/admin/people/\(adaID)/roles")
            #expect(try await ada.get("/admin/people").status.rawValue == 404)
        }
    }

    @Test(.covers("CORE-018"), arguments: Engine.available)
    func `the site always keeps an owner, even when two owners shut each other out at once`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let (owner, ada) = (try await app.signedIn(.owner), try await app.signedIn(.ada))
            let (ownerID, adaID) = (try await app.person(.owner), try await app.person(.ada))
            _ = try await owner.post("/admin/people/\(adaID)/owner", ["owner": "true", "confirmed": "true"])
            async let first = owner.asProgram.post("/admin/people/\(adaID)/owner", ["owner": "false"])
            async let second = ada.asProgram.post("/admin/people/\(ownerID)/owner", ["owner": "false"])
            _ = try await (first, second)
            let owners = try await app.site.database.read { try $0.one("SELECT COUNT(*) FROM account_person WHERE is_owner = 1" as Query<Int>) }
            #expect(owners == 1)
        }
    }

    @Test(.covers("VOL-043", "CORE-041"), arguments: Engine.available)
    func `a ban asks twice, says why, and is lifted from the same page`(on engine: Engine) async throws {
        try await withTestApp(DoorApp.self, on: engine) { app in
            let (owner, ada, id) = (try await app.signedIn(.owner), try await app.signedIn(.ada), try await app.person(.ada))
            let asked = try await owner.post("/admin/people/\(id)/bans", ["app": "door", "days": "7", "why": "other", "told": "Shouting."])
            #expect(asked.text.contains("Ban Ada") && asked.text.contains("The ban ends automatically on"))
            #expect(try await ada.get("/door").status == .ok)
            let form = owner.with("Referer", "http://localhost:8080/admin/people/\(id)")
            let unreasoned = try await form.post(
                "/admin/people/\(id)/bans", ["app": "door", "days": "7", "why": "other", "told": " ", "confirmed": "true"])
            #expect(unreasoned.status.rawValue == 422)
            #expect(unreasoned.text.contains("Write a reason."))
            let long = String(repeating: "x", count: Bans.longestReason + 1)
            let kept = try await form.post("/admin/people/\(id)/bans", ["app": "door", "days": "30", "why": "other", "told": long])
            #expect(kept.status.rawValue == 422 && kept.text.contains(long + "</textarea>"))
            #expect(kept.text.contains("<option value=\"30\" selected") && kept.text.contains("autofocus"))
            _ = try await owner.post(
                "/admin/people/\(id)/bans", ["app": "door", "days": "7", "why": "other", "told": "Shouting.", "confirmed": "true"])
            #expect(try await ada.get("/door").text.contains("Shouting."))
            #expect(try await owner.get("/admin/people/\(id)").text.contains("Shouting."))
            _ = try await owner.post("/admin/people/\(id)/bans/door/lift")
            #expect(try await ada.get("/door").status == .ok)
            #expect(try await app.auditTrail().suffix(2) == ["account.person.revoke", "account.person.grant"])
        }
    }

    @Test(.covers("VOL-045", "CORE-018"))
    func `whoever moderates an app sees what people did there, may ban from it, and sees nothing else of the account`() async throws {
        try await withTestApp(DoorApp.self, on: .sqlite) { app in
            let (owner, bea) = (try await app.signedIn(.owner), try await app.signedIn(.bea))
            let (adaID, beaID) = (try await app.person(.ada), try await app.person(.bea))
            #expect(try await bea.get("/admin/people/\(adaID)").status.rawValue == 404)
            _ = try await owner.post("/admin/people/\(beaID)/roles", ["roles": "door.keeper"])
            try await app.site.database.write { db in
                for entity in ["door.knock", "library.item"] {
                    try app.site.audit.record(.init(actor: adaID, action: .create, entity: entity, entityID: "7"), in: db)
                }
            }
            let page = try await bea.get("/admin/people/\(adaID)")
            #expect(page.text.contains("Knock 7"))
            #expect(!page.text.contains("Item 7") && !page.text.contains("library.item"))
            #expect(!page.text.contains("ada@stoa.example"))
            #expect(try await bea.get("/admin/people").status.rawValue == 404)
            #expect(try await bea.post("/admin/people/\(adaID)/status", ["active": "false", "confirmed": "true"]).status.rawValue == 404)
            let banned = try await bea.post(
                "/admin/people/\(adaID)/bans", ["app": "door", "days": "1", "why": "other", "told": "Noise.", "confirmed": "true"])
            #expect(banned.location == "/admin/people/\(adaID)")
            let elsewhere = try await bea.post(
                "/admin/people/\(adaID)/bans", ["app": "accounts", "days": "1", "why": "other", "told": "Noise.", "confirmed": "true"])
            #expect(elsewhere.status.rawValue == 403)
        }
    }

    @Test(.covers("LIB-009"), arguments: Engine.available)
    func `an account that an administrator makes gets a letter, and opens with nothing until its person chose a password`(
        on engine: Engine
    ) async throws {
        try await withTestApp(parts: [MailModule.self], on: engine) { app in
            try await app.site.configure { $0.mail = MailConfiguration(server: "smtp://127.0.0.1:9", from: "library@stoa.example") }
            let owner = try await app.signedIn(.owner)
            let made = try await owner.post("/admin/people/new", ["name": "Cleo", "email": "Cleo@Stoa.example"])
            #expect(made.location?.hasPrefix("/admin/people/") == true)
            let emails = try await app.site.database.read { try app.site.service(Mailer.self).waiting(for: "cleo@stoa.example", in: $0) }
            #expect(emails.count == 1)
            let guess = try await app.guest.asProgram.json(.post, "/api/v1/sessions", #"{"email":"cleo@stoa.example","password":""}"#)
            #expect(guess.problem?.code == "accounts.wrong-credentials")
            let again = try await owner.post("/admin/people/new", ["name": "Cleo", "email": "cleo@stoa.example"])
            #expect(again.status.rawValue == 409)
            #expect(again.text.contains("There’s already an account"))
        }
    }
}

extension TestApp {
    /// Makes accounts by name and address.
    func register(_ people: KeyValuePairs<String, String>) async throws {
        let accounts = try site.service(AccountsModule.self)
        for (name, email) in people { try await accounts.people.register(.init(name: name, email: email, password: Cast.password)) }
    }
}

extension TestClient {
    /// The names that the list of people shows.
    fileprivate func listed(_ query: String) async throws -> [String] {
        let people = try await asProgram.get("/api/v1/people?\(query)").json["people"] as? [[String: Any]]
        return (people ?? []).compactMap { $0["name"] as? String }
    }
}
