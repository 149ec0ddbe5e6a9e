import Accounts
import Core
import Database
import Platform
import TestSupport
import Testing
import Web

@Suite struct TermsEditorTests {
    @Test(.covers("CORE-021"), arguments: Engine.available)
    func `an administrator writes terms, looks at them and publishes them, and everybody is asked again`(on engine: Engine) async throws {
        try await withTestApp(DoorApp.self, on: engine) { app in
            let (ada, owner) = (try await app.signedIn(.ada), try await app.signedIn(.owner))
            _ = try await ada.post("/terms/door", ["version": "1", "accepted": "true"])
            #expect(try await ada.post("/door").status == .ok)

            let editor = try await owner.get("/admin/terms/door")
            #expect(editor.text.contains("# Manners"))
            let saved = try await owner.post("/admin/terms/door", ["text-en": "# Manners\r\n\r\nKnock <b>twice</b>.", "text-sv": ""])
            #expect(saved.location == "/admin/terms/door/preview")
            #expect(try await ada.get("/terms/door").text.contains("Knock first."), "a draft is nobody's business yet")
            #expect(try await ada.post("/door").status == .ok)

            let preview = try await owner.get("/admin/terms/door/preview")
            #expect(preview.text.contains("Knock &lt;b&gt;twice&lt;/b&gt;."))
            #expect(preview.text.contains("1 person accepted version 1."))
            let stamp = try self.stamp(in: preview)
            let unread = try await owner.post("/admin/terms/door/preview", ["stamp": stamp])
            #expect(unread.status.rawValue == 422)
            let done = try await owner.post("/admin/terms/door/preview", ["stamp": stamp, "confirmed": "true"])
            #expect(done.location == "/admin/terms/door")

            #expect(try await ada.post("/door").status.rawValue == 403)
            #expect(try await ada.with("Accept-Language", "sv").get("/terms/door").text.contains("Knock &lt;b&gt;twice"))
            _ = try await ada.post("/terms/door", ["version": "2", "accepted": "true"])
            #expect(try await ada.post("/door").status == .ok)
            #expect(try await owner.get("/admin/terms/door/versions/1").text.contains("Wipe your feet."))
            #expect(try await owner.get("/admin/terms/door/versions/2").text.contains("Accepted by 1 person"))
            #expect(try await owner.get("/admin/terms/door/versions/3").status.rawValue == 404)
            #expect(try await owner.get("/admin/terms").text.contains("The Door"))
            #expect(try await app.auditTrail().filter { $0 == "account.terms.configure" }.count == 1)
        }
    }

    @Test(.covers("CORE-021"), arguments: Engine.available)
    func `nobody publishes what they have not read, nothing twice, and nothing that says the same`(on engine: Engine) async throws {
        try await withTestApp(DoorApp.self, on: engine) { app in
            let owner = try await app.signedIn(.owner)
            _ = try await owner.post("/admin/terms/door", ["text-en": "Knock twice."])
            let read = try stamp(in: try await owner.get("/admin/terms/door/preview"))
            _ = try await owner.post("/admin/terms/door", ["text-en": "Knock three times."])
            let stale = try await owner.post("/admin/terms/door/preview", ["stamp": read, "confirmed": "true"])
            #expect(stale.status.rawValue == 409)
            #expect(stale.text.contains("Someone changed the draft"))
            let now = try stamp(in: stale)
            #expect(try await owner.post("/admin/terms/door/preview", ["stamp": now, "confirmed": "true"]).status == .seeOther)
            _ = try await owner.post("/admin/terms/door/preview", ["stamp": now, "confirmed": "true"])
            _ = try await owner.post("/admin/terms/door", ["text-en": "  Knock three times.\r\n"])
            let same = try await owner.post("/admin/terms/door/preview", ["stamp": now, "confirmed": "true"])
            #expect(same.status.rawValue == 409)
            #expect(same.text.contains("is the same as the current version"))
            #expect(try await owner.post("/admin/terms/door/discard").location == "/admin/terms/door")
            let versions = try await app.site.database.read { try $0.one("SELECT COUNT(*) FROM account_terms" as Query<Int>) }
            #expect(versions == 1)
        }
    }

    @Test(.covers("CORE-021"), arguments: Engine.available)
    func `who is asked again sees what changed since, and a translation that was forgotten is noticed before`(on engine: Engine) async throws {
        try await withTestApp(DoorApp.self, on: engine) { app in
            let (ada, owner) = (try await app.signedIn(.ada), try await app.signedIn(.owner))
            #expect(!(try await ada.get("/terms/door").text.contains("You accepted version")))
            _ = try await ada.post("/terms/door", ["version": "1", "accepted": "true"])
            func publish(_ english: String, _ swedish: String) async throws -> TestResponse {
                _ = try await owner.post("/admin/terms/door", ["text-en": english, "text-sv": swedish])
                let preview = try await owner.get("/admin/terms/door/preview")
                _ = try await owner.post("/admin/terms/door/preview", ["stamp": try stamp(in: preview), "confirmed": "true"])
                return preview
            }
            _ = try await publish("# Manners\n\nKnock first.\n\nHang up your coat.", "Knacka.")
            let changed = try await ada.get("/terms/door").text
            #expect(changed.contains("You accepted version 1"))
            #expect(changed.contains("<ins>Hang up your coat.</ins>") && !changed.contains("<ins>Knock first.</ins>"))
            #expect(changed.contains("<del>Wipe your feet.</del>"))
            _ = try await ada.post("/terms/door", ["version": "2", "accepted": "true"])
            let preview = try await publish("# Manners\n\nKnock first.\n\nHang up your coat.\n\nSmile.", "Knacka.")
            #expect(preview.text.contains("Not changed since version 2: Swedish"))
            let same = try await ada.with("Accept-Language", "sv").get("/terms/door").text
            #expect(same.contains("bara ändrats på ett annat språk") && !same.contains("<ins>"))
            #expect(try await app.guest.get("/terms").text.contains("href=\"/terms/door\""))
            for path in ["/account/register", "/account/sign-in", "/terms/door"] {
                #expect(try await app.guest.get(path).text.contains("href=\"/terms\""), "\(path): before anything is given")
            }
        }
    }

    @Test(.covers("CORE-021", "CORE-018"))
    func `terms that are empty or too long are refused with the words kept, and only those who may write them see the pages`() async throws {
        try await withTestApp(DoorApp.self, on: .sqlite) { app in
            let (ada, owner) = (try await app.signedIn(.ada), try await app.signedIn(.owner))
            #expect(try await owner.post("/admin/terms/door", ["text-en": " \n "]).status.rawValue == 422)
            let long = try await owner.post("/admin/terms/door", ["text-en": "kept words " + String(repeating: "å", count: 50_000)])
            #expect(long.status.rawValue == 422)
            #expect(long.text.contains("kept words"))
            #expect(try await owner.get("/admin/terms/door/preview").location == "/admin/terms/door")
            #expect(try await owner.get("/admin/terms/accounts").status.rawValue == 404)
            for path in ["/admin/terms", "/admin/terms/door", "/admin/terms/door/preview", "/admin/terms/door/versions/1"] {
                #expect(try await ada.get(path).status.rawValue == 404)
            }
            #expect(try await ada.post("/admin/terms/door", ["text-en": "Mine."]).status.rawValue == 404)
        }
    }

    private func stamp(in page: TestResponse) throws -> String {
        String(try #require(page.text.firstMatch(of: /name="stamp" value="([0-9a-f]{64})"/)).output.1)
    }
}
