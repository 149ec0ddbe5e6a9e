import Accounts
import Core
import Database
import Foundation
import Platform
import StandIns
import TestSupport
import Testing
import Web

@testable import Mail

/// Emails handed over to a mail server that behaves as it is told.
@Suite struct SendingTests {
    private func withServer(on engine: Engine, _ body: (TestApp, MailStandIn, String) async throws -> Void) async throws {
        let server = try MailStandIn()
        try await server.start()
        do {
            try await withTestApp(on: engine) { app in try await body(app, server, server.server) }
            await server.stop()
        } catch {
            await server.stop()
            throw error
        }
    }

    private func send(_ app: TestApp) async throws {
        let mailer = try app.site.service(Mailer.self)
        let email = Email(subject: "Räksmörgås för alla", paragraphs: ["Hej på dig"], unsubscribePath: "/stop/1")
        try await app.site.write(by: nil) { try mailer.send(email, to: "ada@stoa.example", language: .english, in: $0) }
    }

    private func states(_ app: TestApp) async throws -> [String] {
        try await app.site.database.read { try $0.all("SELECT state FROM mail_letter ORDER BY id" as Query<String>) }
    }

    private func choose(_ url: String, _ app: TestApp) async throws {
        let answer = try await app.signedIn(.owner).post("/admin/mail", ["server": url, "from": "library@stoa.example"])
        try #require(answer.status == .seeOther, "\(answer.text)")
    }

    @Test(arguments: Engine.available) func `letters that waited leave when a server is chosen, and what they said is forgotten`(
        _ engine: Engine
    ) async throws {
        try await withServer(on: engine) { app, server, url in
            try await send(app)
            try await app.runJobs()
            #expect(server.subjects.isEmpty)
            try await choose(url, app)
            try await app.runJobs()
            try await app.runJobs()
            #expect(server.subjects == ["Räksmörgås för alla"])
            let sealed = try await app.site.database.read { try $0.one("SELECT COUNT(sealed_content) FROM mail_letter" as Query<Int>) }
            #expect(sealed == 0)
        }
    }

    /// Every link that resets a password goes through the server: who names it could become an owner.
    @Test(.covers("CORE-018"), arguments: Engine.available)
    func `an email administrator sees what waits, and only an owner names the server`(_ engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let (ada, owner) = (try await app.person(.ada), try await app.person(.owner))
            try await app.site.service(Roles.self).set([Roles.Grant(app: "mail", role: "postmaster")], of: ada, by: owner)
            let postmaster = try await app.signedIn(.ada)
            let page = try await postmaster.get("/admin/mail")
            #expect(page.status == .ok && !page.text.contains("name=\"server\""))
            let refused = try await postmaster.post("/admin/mail", ["server": "smtp://127.0.0.1:2525", "from": "ada@stoa.example"])
            #expect(refused.status == .notFound || refused.status == .forbidden)
            #expect(app.site.configuration.mail == nil)
        }
    }

    @Test(.covers("CORE-018")) func `a server is named by a name that a machine can have`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let owner = try await app.signedIn(.owner)
            for name in ["0️⃣ 1️⃣ 🔟", "mail/example", "mail example<b>", "mail 1 000.example", "-ñ", String(repeating: "ä", count: 70)] {
                let refused = try await owner.post("/admin/mail", ["host": name, "from": "library@stoa.example"])
                #expect(refused.status == .unprocessableContent, "\(name)")
            }
            #expect(app.site.configuration.mail == nil)
            _ = try await owner.post("/admin/mail", ["host": "mejl.växjö.example", "from": "library@stoa.example"])
            #expect(try await owner.get("/admin/mail").text.contains("value=\"mejl.växjö.example\""))
            _ = try await owner.post("/admin/mail", ["host": "mejl.växjö.invalid", "from": "library@stoa.example"])
            let tested = try await owner.post("/admin/mail/test", ["address": "bea@stoa.example"])
            #expect(tested.text.contains("No server called mejl.växjö.invalid was found."), "it was looked for")
        }
    }

    @Test(.covers("CORE-018"), arguments: Engine.available)
    func `a server that nobody finds is named in a sentence, in the test, in the list and in the portal`(_ engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let owner = try await app.signedIn(.owner)
            _ = try await owner.post("/admin/mail", ["host": "mail.lindby.invalid", "from": "library@stoa.example"])
            let page = try await owner.get("/admin/mail").text
            #expect(page.contains("value=\"\(Cast.owner.email)\""), "a test goes to whoever asks for it")
            let tested = try await owner.post("/admin/mail/test", ["address": "bea@stoa.example"])
            #expect(tested.text.contains("No server called mail.lindby.invalid was found.") && tested.text.contains("spelled"))
            #expect(!tested.text.contains("resolve host") && tested.text.contains("value=\"bea@stoa.example\""), "what was typed stays")
            try await send(app)
            try await app.runJobs()
            #expect(try await !owner.get("/admin").text.contains("can’t be sent"), "the server may only be starting")
            app.clock.advance(by: .seconds(400))
            try await app.runJobs()
            let portal = try await owner.get("/admin").text
            #expect(portal.contains("1 email can’t be sent") && portal.contains("No server called mail.lindby.invalid was found."))
            #expect(try await owner.get("/admin/mail").text.contains("<span>No server called mail.lindby.invalid was found.</span>"))
        }
    }

    @Test(.covers("CORE-018"), arguments: Engine.available)
    func `a server is removed by a button or by emptying its name, and its password goes with it`(_ engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let owner = try await app.signedIn(.owner)
            #expect(try await owner.get("/admin/mail/remove").status == .notFound, "there is none")
            let fields = ["host": "smtp.stoa.example:2525", "user": "ada", "password": "secret 1", "from": "library@stoa.example"]
            _ = try await owner.post("/admin/mail", form: fields)
            #expect(app.site.configuration.mail?.server == "smtp://smtp.stoa.example:2525", "a name with its port is enough")
            let emptied = try await owner.post("/admin/mail", ["host": "", "provider": "", "from": "library@stoa.example"])
            #expect(emptied.status == .seeOther && emptied.location == "/admin/mail/remove")
            #expect(try await owner.get("/admin/mail").text.contains("href=\"/admin/mail/remove\""))
            #expect(app.site.configuration.mail != nil, "it is asked first")
            #expect(try await app.signedIn(.ada).post("/admin/mail/remove").status != .seeOther)
            _ = try await owner.post("/admin/mail/remove")
            #expect(app.site.configuration.mail == nil)
            let refused = try await owner.post("/admin/mail", ["host": "", "from": "library@stoa.example"])
            #expect(refused.status == .unprocessableContent && refused.text.contains("Write it like mail.example.org."))
        }
    }

    @Test(arguments: Engine.available) func `a busy server is asked again, one that says no for good is believed until staff says otherwise`(
        _ engine: Engine
    ) async throws {
        try await withServer(on: engine) { app, server, url in
            try await choose(url, app)
            _ = await server.control(ControlOrder("mail", faultMode: "busy"))
            try await send(app)
            try await app.runJobs()
            let busy = try await states(app)
            #expect(busy == ["waiting"])
            _ = await server.control(ControlOrder("mail", faultMode: "unknown"))
            app.clock.advance(by: .seconds(60))
            try await app.runJobs()
            let refused = try await states(app)
            #expect(refused == ["failed"])
            let owner = try await app.signedIn(.owner)
            let page = try await owner.get("/admin/mail")
            #expect(page.text.contains("nobody here by that name") && page.text.contains("ada@stoa.example"))
            _ = await server.control(ControlOrder("mail", faultMode: "none"))
            let id = try await app.site.database.read { try $0.one("SELECT id FROM mail_letter" as Query<Int64>) }
            let again = try await owner.post("/admin/mail/letters/\(id)/retry")
            #expect(again.status == .seeOther)
            try await app.runJobs()
            let sent = try await states(app)
            #expect(sent == ["sent"] && server.subjects.count == 1)
        }
    }

    @Test func `a server that hangs up in the middle loses nothing`() async throws {
        try await withServer(on: .sqlite) { app, server, url in
            try await choose(url, app)
            _ = await server.control(ControlOrder("mail", faultMode: "hangup"))
            try await send(app)
            try await app.runJobs()
            let cut = try await states(app)
            #expect(cut == ["waiting"])
            _ = await server.control(ControlOrder("mail", faultMode: "none"))
            app.clock.advance(by: .seconds(60))
            try await app.runJobs()
            #expect(server.subjects.count == 1)
        }
    }

    @Test func `old letters go, and a person's letters go with them`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let (ada, mailer) = (try await app.person(.ada), try app.site.service(Mailer.self))
            let email = Email(subject: "Email", paragraphs: [])
            try await app.site.write(by: nil) { db in
                try mailer.send(email, to: "ada@stoa.example", language: .english, person: ada, in: db)
                try mailer.send(email, to: "bea@stoa.example", language: .english, in: db)
            }
            try await app.site.write(by: nil) { try EmailData(site: app.site).erase(ada, in: $0) }
            let left = try await app.site.database.read { try $0.all("SELECT address FROM mail_letter" as Query<String>) }
            #expect(left == ["bea@stoa.example"])
        }
    }
}
