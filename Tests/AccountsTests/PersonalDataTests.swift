import Accounts
import Analytics
import Core
import Database
import Foundation
import LibraryApp
import Mail
import Media
import Notifications
import Platform
import Reading
import TestSupport
import Testing
import Web

@testable import Profiles

@Suite struct PersonalDataTests {
    @Test(.covers("CORE-020", "CORE-013"), arguments: Engine.available)
    func `where the site sends no email, nobody waits for one: the copy is told in the inbox`(on engine: Engine) async throws {
        try await withTestApp(DoorApp.self, parts: [MailModule.self, NotificationsModule.self], on: engine) { app in
            let ada = try await app.signedIn(.ada)
            let asked = try await ada.post("/account/privacy/exports")
            #expect(asked.cookies["flash"]?.removingPercentEncoding?.contains("It appears here when it’s ready") == true)
            #expect(try await !ada.get("/account/privacy").text.contains("email tells you"))
            try await app.runJobs()
            #expect(try await ada.get("/account/notices").text.contains("Your data is ready"))
            #expect(try await app.emails(to: "ada@stoa.example").isEmpty)
        }
    }

    @Test(.covers("CORE-020", "LIB-126"), arguments: Engine.available)
    func `a copy holds everybody's own data and nobody else's, as one ZIP file, and only its owner fetches it`(on engine: Engine) async throws {
        try await withTestApp(DoorApp.self, LibraryApp.self, parts: [ReadingModule.self, MailModule.self, NotificationsModule.self], on: engine) {
            app in
            try await app.site.configure { $0.mail = MailConfiguration(server: "smtp://mail.example:25", from: "library@stoa.example") }
            let (ada, bea) = (try await app.signedIn(.ada), try await app.signedIn(.bea))
            let (adaID, beaID) = (try await app.person(.ada), try await app.person(.bea))
            try await app.writeAbout(adaID, "zebra")
            try await app.writeAbout(beaID, "giraffe")
            #expect(try await ada.post("/account/privacy/exports").location == "/account/privacy")
            let again = try await ada.post("/account/privacy/exports")
            #expect(again.status.rawValue == 409)
            try await app.runJobs()
            let page = try await ada.get("/account/privacy")
            let place = try #require(page.text.firstMatch(of: /\/account\/privacy\/exports\/\d+/)).output
            let copy = try await ada.get(String(place))
            #expect(copy["Content-Type"] == "application/zip")
            let files = try unzip(copy.bytes)
            #expect(
                Set(files.keys).isSuperset(of: [
                    "account/profile.json", "account/about.json", "account/sessions.json", "reading/annotations.json", "library/choices.json",
                    "activity/log.json",
                ]))
            let index = try #require(files["index.html"])
            #expect(files.keys.allSatisfy { $0 == "index.html" || index.contains("href=\"\($0)\"") })
            #expect(index.contains(">Names and texts that others don’t see yet</a>"), "files have names that people know")
            #expect(files["mail/letters.json"] == "[\n\n]", "what there is none of is an empty list")
            #expect(files["activity/log.json"]?.contains(#""details" : {"#) == true)
            #expect(!files.values.contains { $0.contains(#/"\w*[aA]t" : \d/#) }, "moments are RFC 3339")
            #expect(files["account/profile.json"]?.contains("ada@stoa.example") == true)
            #expect(files["account/about.json"]?.contains("zebra") == true)
            #expect(files["reading/annotations.json"]?.contains("A note about zebras.") == true)
            #expect(!files.values.contains { $0.contains("giraffe") || $0.contains("bea@stoa.example") })
            #expect(!files.values.contains { $0.contains("$argon2") })
            #expect(try await bea.get(String(place)).status.rawValue == 404)
            #expect(try await app.guest.get(String(place)).status == .seeOther)
            let emails = try await app.site.database.read { try app.site.service(Mailer.self).waiting(for: "ada@stoa.example", in: $0) }
            #expect(emails.contains { $0.subject == "Your data is ready" })
            #expect(try await ada.get("/account/notices").text.contains("Your data is ready"))
            app.clock.advance(by: .seconds(8 * 86_400))
            try await app.runJobs()
            let later = try await app.signIn(.ada)
            #expect(try await later.get(String(place)).status.rawValue == 404)
        }
    }

    @Test(.covers("CORE-020"), arguments: Engine.available)
    func `after an account is deleted no row of any table names the person, but the log by its number`(on engine: Engine) async throws {
        try await withTestApp(
            DoorApp.self, LibraryApp.self, parts: [ReadingModule.self, MailModule.self], on: engine
        ) { app in
            // A number that stands for nothing else.
            let number: Int64 = 7_318_529_464
            let ada = try await app.settle(number)
            let id = PersonID(number)
            try await app.leaveTraces(id, "zebra")
            _ = try await ada.post("/account/privacy/exports")
            try await app.runJobs()
            #expect(try await app.rows(naming: id, or: ["zebra", "zoe@stoa.example", "Zoe Quux"]).count > 12)
            let copy = try #require(
                try await app.site.database.read { try $0.first("SELECT media_ref, size FROM account_export" as Query<MediaRef>) })
            #expect(app.site.media.contains(copy))

            #expect(try await ada.get("/account/delete").text.contains("Delete your account?"))
            let other = try await ada.post("/account/delete", ["address": "ada@stoa.example"])
            #expect(other.status.rawValue == 422 && other.text.contains("isn’t the address of this account"))
            let done = try await ada.post("/account/delete", ["address": " Zoe@stoa.example "])
            #expect(done.location == "/")
            #expect(try await ada.get("/account").status == .seeOther)
            try await app.runJobs()
            #expect(!app.site.media.contains(copy))
            let left = try await app.rows(naming: id, or: ["zebra", "zoe@stoa.example", "Zoe Quux"])
            // The email about it needs the address until it has left.
            #expect(left.filter { !$0.hasPrefix("audit_") } == ["mail_letter.address"])
            let emails = try await app.site.database.read { try app.site.service(Mailer.self).waiting(for: "zoe@stoa.example", in: $0) }
            #expect(emails.map(\.subject) == ["Your account was deleted"])
            try await app.site.database.write { db in
                _ = try db.run("UPDATE mail_letter SET state = 'sent', sealed_content = NULL, sent_at = \(app.clock.clock.now())")
            }
            app.clock.advance(by: .seconds(2 * 86_400))
            try await app.runJobs()
            #expect(try await app.rows(naming: id, or: ["zoe@stoa.example"]).filter { !$0.hasPrefix("audit_") } == [])
            #expect(try await app.auditTrail().last == "account.person.erase")
            let words = try await app.site.database.read { try $0.all("SELECT details FROM audit_entry ORDER BY id LIMIT 1000" as Query<String>) }
            #expect(!words.contains { $0.contains("zoe@") || $0.contains("Quux") })
        }
    }

    @Test(.covers("CORE-020"), arguments: Engine.available)
    func `what other devices write while the account is deleted is erased with it or refused`(on engine: Engine) async throws {
        try await withTestApp(DoorApp.self, LibraryApp.self, parts: [ReadingModule.self, MailModule.self], on: engine) { app in
            let number: Int64 = 7_318_529_464
            let zoe = try await app.settle(number)
            let id = PersonID(number)
            let publication = try await app.publication()
            await withTaskGroup(of: Void.self) { group in
                for device in 0..<8 {
                    group.addTask {
                        for turn in 0..<20 { try? await app.mark(id, publication, "\(device)-\(turn)") }
                    }
                }
                group.addTask {
                    try? await Task.sleep(for: .milliseconds(20))
                    _ = try? await zoe.post("/account/delete", ["address": "zoe@stoa.example"])
                }
            }
            #expect(try await app.rows(naming: id, or: ["Zoe Quux"]).filter { !$0.hasPrefix("audit_") } == [])
            await #expect(throws: DatabaseError.self) { try await app.mark(id, publication, "too late") }
            // A table of accounts, which has a foreign key.
            let late = await #expect(throws: DatabaseError.self) {
                try await app.site.write(by: id) { [site = app.site] db in
                    try site.service(Profiles.self).setAbout("Late", of: id, app: "door", in: db)
                }
            }
            let error = try #require(late)
            #expect(app.site.extensions[.schemaRules].lazy.compactMap { $0.refusal(error) }.first?.code == "accounts.gone")
        }
    }

    @Test(.covers("CORE-020"))
    func `the last owner stays, because a site without one cannot be looked after`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let owner = try await app.signedIn(.owner)
            let answer = try await owner.post("/account/delete", ["address": Cast.owner.email])
            #expect(answer.problem?.code ?? "" == "" || answer.status.rawValue == 409)
            #expect(answer.status.rawValue == 409)
            #expect(try await owner.get("/account").status == .ok)
        }
    }

    @Test(.covers("CORE-020"))
    func `deleting and taking along ask for a fresh proof of who is there`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let ada = try await app.signedIn(.ada)
            let bea = try await app.signedIn(.bea)
            let ticket = try await Self.ticket(ada)
            app.clock.advance(by: .seconds(300))
            #expect(try await ada.get("/account/delete").location?.hasPrefix("/account/confirm") == true, "minutes are enough to leave a screen open")
            let past = try await ada.post("/account/delete", ["address": Cast.ada.email])
            #expect(past.location?.hasPrefix("/account/confirm") == true, "the form alone is no way around the question")
            let foreign = try await bea.post("/account/delete", ["address": Cast.bea.email, "ticket": ticket])
            #expect(foreign.location?.hasPrefix("/account/confirm") == true, "the page of somebody else neither")
            #expect(try await bea.get("/account").status == .ok)
            app.clock.advance(by: .seconds(3600))
            #expect(try await ada.get("/account/delete").location?.hasPrefix("/account/confirm") == true)
            #expect(try await ada.post("/account/delete", ["address": Cast.ada.email]).location?.hasPrefix("/account/confirm") == true)
            #expect(try await ada.post("/account/privacy/exports").location?.hasPrefix("/account/confirm") == true)
            #expect(try await ada.get("/account").status == .ok)
        }
    }

    @Test(.covers("CORE-020"), arguments: Engine.available)
    func `whoever has the page open may take their time to read it, and a slip costs no second proof`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let ada = try await app.signedIn(.ada)
            let ticket = try await Self.ticket(ada)
            app.clock.advance(by: .seconds(600))
            let slip = try await ada.post("/account/delete", ["address": "other@stoa.example", "ticket": ticket])
            #expect(slip.status.rawValue == 422 && slip.text.contains(ticket))
            #expect(try await ada.post("/account/delete", ["address": Cast.ada.email, "ticket": ticket]).location == "/")
            #expect(try await ada.get("/account").status == .seeOther)
        }
    }

    /// What the page of the deletion carries for its form.
    private static func ticket(_ client: TestClient) async throws -> String {
        let page = try await client.get("/account/delete").text
        return String(try #require(page.firstMatch(of: /name="ticket" value="([^"]+)"/)).output.1)
    }

    @Test(.covers("CORE-022"), arguments: Engine.available)
    func `nobody is named who did not ask for it, and who asks no longer is forgotten for the past too`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let (ada, id) = (try await app.signedIn(.ada), try await app.person(.ada))
            let log = app.site.analytics
            func read() async throws {
                try await app.site.database.write { try log.record(kind: "door.opened", subject: ID<Person>(5), person: id, in: $0) }
            }
            func known() async throws -> Int { try await app.site.database.read { try log.interactions(of: id, in: $0).count } }
            func counted() async throws -> Int {
                try await app.site.database.read { try log.count(kind: "door.opened", subject: ID<Person>(5), in: $0) }
            }
            func isTicked() async throws -> Bool {
                try await ada.get("/account/privacy").text.contains(/<input[^>]*name="counted"[^>]*checked/)
            }
            try await read()
            #expect(try await known() == 0)
            #expect(try await !isTicked())
            _ = try await ada.post("/account/privacy/counting", ["counted": "true"])
            try await read()
            #expect(try await known() == 1)
            #expect(try await isTicked())
            _ = try await ada.post("/account/privacy/counting")
            try await read()
            #expect(try await known() == 0)
            #expect(try await counted() == 3)
        }
    }
}
