import Audit
import Core
import Database
import Foundation
import Help
import Localization
import Mail
import Notifications
import Platform
import TestSupport
import Testing
import Web

@Suite struct SupportTests {
    static let parts: [any App.Type] = [MailModule.self, NotificationsModule.self, HelpModule.self]

    @Test(.covers("LIB-149"), arguments: Engine.available)
    func `a request is answered, and the person hears of it`(engine: Engine) async throws {
        try await withTestApp(parts: Self.parts, on: engine) { app in
            let (ada, admin) = (try await app.signedIn(.ada), try await app.signedIn(.admin))
            let sent = try await ada.post("/help/support", ["subject": "The book <b>stops</b>", "words": "At chapter 3.", "page": "/library"])
            #expect(sent.location == "/help/support/1")
            #expect(try await notifications(app) == ["admin: help.waiting"])
            #expect(try await ada.get("/help/support/1").text.contains("We’ve got your question"))
            let desk = try await admin.get("/admin/support").text
            #expect(desk.contains("The book &lt;b&gt;stops&lt;/b&gt;"))
            #expect(try await admin.post("/admin/support/1/answer", ["words": " "]).text.contains("Write an answer."))
            _ = try await admin.post("/admin/support/1/answer", ["words": "It is mended."])
            #expect(try await notifications(app) == ["admin: help.waiting", "ada: help.answered"])
            let answered = try await ada.get("/help/support/1").text
            #expect(answered.contains("It is mended.") && !answered.contains("We’ve got your question"))
            #expect(answered.contains("<strong>Admin</strong>"), "a person answers, not an office")
            _ = try await ada.post("/help/support/1/words", ["words": "Not for me."])
            #expect(try await app.auditTrail().last == "help.request.update")
            #expect(try await admin.get("/admin/support?status=open").text.contains("The book"))
        }
    }

    @Test(.covers("LIB-149"), arguments: Engine.available)
    func `a limit counts as the schema does, however many signs make one character`(engine: Engine) async throws {
        try await withTestApp(parts: Self.parts, on: engine) { app in
            let ada = try await app.signedIn(.ada)
            let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"
            let subject = try await ada.post("/help/support", ["subject": String(repeating: family, count: 110), "words": "Look"])
            #expect(subject.status == .unprocessableContent)
            let words = try await ada.post("/help/support", ["subject": "Look", "words": String(repeating: "e\u{301}", count: 3900)])
            #expect(words.status == .unprocessableContent)
            _ = try await ada.post("/account/app-passwords", ["label": String(repeating: family, count: 60)])
            #expect(try await ada.get("/account/security").status == .ok)
            #expect(try await app.auditTrail().contains("account.app-password.create"))
        }
    }

    @Test(.covers("LIB-149"), arguments: Engine.available)
    func `what the first level leaves for four hours moves up, and what the second leaves for a day is told again`(engine: Engine) async throws {
        try await withTestApp(parts: Self.parts, on: engine) { app in
            let ada = try await app.signedIn(.ada)
            _ = try await app.signedIn(.admin)
            _ = try await ada.post("/help/support", ["subject": "Help", "words": "Please."])
            app.clock.advance(by: .seconds(4 * 3600 - 60))
            try await app.runJobs()
            #expect(try await level(app) == 1)
            app.clock.advance(by: .seconds(600))
            try await app.runJobs()
            #expect(try await level(app) == 2)
            app.clock.advance(by: .seconds(25 * 3600))
            try await app.runJobs()
            app.clock.advance(by: .seconds(3600))
            try await app.runJobs()
            let told = try await notifications(app).filter { $0 == "admin: help.waiting" }
            #expect(told.count == 3, "new, moved up, overdue once")
        }
    }

    @Test(.covers("LIB-149"), arguments: Engine.available)
    func `levels and their times are shown where somebody answers on each, and to nobody else`(engine: Engine) async throws {
        try await withTestApp(parts: Self.parts, on: engine) { app in
            let (owner, ada, admin) = (try await app.signedIn(.owner), try await app.signedIn(.ada), try await app.signedIn(.admin))
            try await app.runJobs()
            _ = try await ada.post("/help/support", ["subject": "Help", "words": "Please."])
            for address in ["/admin/support", "/admin/support/1"] {
                let page = try await admin.get(address).text
                #expect(page.contains("Ada") && !page.contains("evel") && !page.contains("Due"), "\(address)")
            }
            app.clock.advance(by: .seconds(5 * 3600))
            try await app.runJobs()
            let portal = try await admin.get("/admin").text
            #expect(portal.contains("1 support request waits for an answer") && portal.contains("is-urgent") && !portal.contains("second level"))
            _ = try await owner.post("/admin/people/\(app.person(.bea))/roles", ["roles": "help.support"])
            #expect(try await admin.get("/admin").text.contains("Support requests for the second level: 1"))
            #expect(try await admin.get("/admin/support").text.contains("Level"))
            #expect(try await admin.get("/admin/support/1").text.contains("Level"))
        }
    }

    @Test(.covers("LIB-149", "CORE-018"), arguments: Engine.available)
    func `the portal's first page tells each level what waits for it, and when it is overdue`(engine: Engine) async throws {
        try await withTestApp(parts: Self.parts, on: engine) { app in
            let (ada, admin) = (try await app.signedIn(.ada), try await app.signedIn(.admin))
            // Bea answers on the first level.
            _ = try await app.signedIn(.owner).post("/admin/people/\(app.person(.bea))/roles", ["roles": "help.support"])
            try await app.runJobs()
            #expect(try await admin.get("/admin").text.contains("Nothing to do right now"))
            _ = try await ada.post("/help/support", ["subject": "Help", "words": "Please."])
            let waiting = try await admin.get("/admin").text
            #expect(waiting.contains("1 support request waits for an answer") && !waiting.contains("is-urgent"))
            app.clock.advance(by: .seconds(5 * 3600))
            let late = try await admin.get("/admin").text
            #expect(late.contains("Overdue: 1") && late.contains("is-urgent") && late.contains("href=\"/admin/support\""))
            try await app.runJobs()
            let second = try await admin.get("/admin").text
            #expect(second.contains("Support requests for the second level: 1"))
            _ = try await admin.post("/admin/support/1/close")
            #expect(try await admin.get("/admin").text.contains("Nothing to do right now"))
        }
    }

    @Test(.covers("CORE-043"), arguments: Engine.available)
    func `a closed request is forgotten after as many days as administrators chose, an open one never`(engine: Engine) async throws {
        try await withTestApp(parts: Self.parts, on: engine) { app in
            let (ada, admin) = (try await app.signedIn(.ada), try await app.signedIn(.admin))
            for subject in ["Old", "Open"] { _ = try await ada.post("/help/support", ["subject": subject, "words": "Please."]) }
            _ = try await admin.post("/admin/support/1/close")
            try await app.site.configure { $0.settings["help.closed-days"] = "0" }
            app.clock.advance(by: .seconds(40 * 86_400))
            try await app.runJobs()
            #expect(try await level(app) > 0, "0 keeps them for ever")
            try await app.site.configure { $0.settings["help.closed-days"] = "30" }
            app.clock.advance(by: .seconds(86_400))
            try await app.runJobs()
            let (left, words) = try await app.site.database.read { db in
                (
                    try db.all("SELECT subject FROM help_request ORDER BY id" as Query<String>),
                    try db.one("SELECT COUNT(*) FROM help_words WHERE request_id = 1" as Query<Int>)
                )
            }
            #expect(left == ["Open"])
            #expect(words == 0)
        }
    }

    @Test(.covers("LIB-149", "CORE-018")) func `nobody reads the requests of others`() async throws {
        try await withTestApp(parts: Self.parts, on: .sqlite) { app in
            let (ada, bea) = (try await app.signedIn(.ada), try await app.signedIn(.bea))
            _ = try await ada.post("/help/support", ["subject": "Help", "words": "Please."])
            for path in ["/help/support/1", "/admin/support", "/admin/support/1"] {
                let answer = try await bea.get(path)
                #expect(answer.status == .notFound)
            }
            #expect(try await bea.post("/help/support/1/words", ["words": "Me too"]).status == .notFound)
            #expect(try await bea.post("/admin/support/1/answer", ["words": "No"]).status == .notFound)
        }
    }

    @Test(.covers("LIB-148", "LIB-149"), arguments: [("", "x"), ("x", " "), (String(repeating: "x", count: 121), "x")])
    func `a request without words is shown again with the reason`(subject: String, words: String) async throws {
        try await withTestApp(parts: Self.parts, on: .sqlite) { app in
            let ada = try await app.signedIn(.ada)
            let answer = try await ada.post("/help/support", ["subject": subject, "words": words])
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("field-error"))
            #expect(try await ada.get("/help/support/1").status == .notFound)
        }
    }

    @Test(.covers("LIB-149"), arguments: Engine.available)
    func `who cannot sign in asks, and gets the answer by email`(engine: Engine) async throws {
        try await withTestApp(parts: Self.parts, on: engine) { app in
            let admin = try await app.signedIn(.admin)
            try await app.site.configure { $0.mail = MailConfiguration(server: "smtp://mail.example:25", from: "library@stoa.example") }
            #expect(try await app.guest.get("/help").text.contains("href=\"/help/ask\""))
            let wrong = try await app.guest.post("/help/ask", ["email": "no address", "subject": "", "words": "Please."])
            #expect(wrong.status == .unprocessableContent)
            #expect(wrong.text.contains("field-email-error") && wrong.text.contains("field-subject-error") && wrong.text.contains("Please."))
            let sent = try await app.guest.post("/help/ask", ["email": "Gus@stoa.example", "subject": "I <b>forgot</b>", "words": "My password."])
            let receipt = try await app.guest.get(try #require(sent.location)).text
            #expect(receipt.contains("We’ve got your question") && receipt.contains("gus@stoa.example") && receipt.contains("Reference number: 1"))
            #expect(!(sent.location ?? "").contains("gus"), "no address stands in the address of the page")
            #expect(try await app.guest.get("/help/ask/AAAA").status == .notFound)
            #expect(try await notifications(app) == ["admin: help.waiting"])
            let desk = try await admin.get("/admin/support/1").text
            #expect(desk.contains("gus@stoa.example") && desk.contains("I &lt;b&gt;forgot") && desk.contains("Not signed in."))
            let answered = try await admin.post("/admin/support/1/answer", ["words": "Look in the spam folder."])
            #expect(answered.cookies["flash"]?.removingPercentEncoding?.contains("Answer sent.") == true)
            let emails = try await app.emails(to: "gus@stoa.example")
            #expect(emails.count == 1 && emails[0].text.contains("Look in the spam folder."))
        }
    }

    @Test(.covers("LIB-149")) func `where the site sends no email, staff write to the address themselves and keep the answer`() async throws {
        try await withTestApp(parts: Self.parts, on: .sqlite) { app in
            let admin = try await app.signedIn(.admin)
            #expect(try await app.guest.get("/help/ask").text.contains("This site can’t send email yet."))
            #expect(try await app.guest.get("/help/topics/contact").text.contains("writes to you from their own email address"))
            let sent = try await app.guest.post("/help/ask", ["email": "gus@stoa.example", "subject": "Help", "words": "Please."])
            let receipt = try await app.guest.get(try #require(sent.location)).text
            #expect(receipt.contains("from their own email address") && !receipt.contains("within a day"))
            let desk = try await admin.get("/admin/support/1").text
            let entries = try await app.site.database.read { try app.site.audit.entries(AuditFilter(action: .create), limit: 1, in: $0) }
            let sentence = EntityNames(app.site).sentence(of: try #require(entries.first), people: [:], for: nil)
            let logged = app.site.messages.render(sentence, in: .english, timeZone: .gmt)
            #expect(logged.contains("a guest asked for support") && !logged.contains("gus@"))
            #expect(desk.contains("Write your answer to this address yourself") && desk.contains("mailto:gus@stoa.example"))
            let kept = try await admin.post("/admin/support/1/answer", ["words": "Come by on Sunday."])
            let told = try #require(kept.cookies["flash"]?.removingPercentEncoding)
            #expect(told.contains("Answer kept. Remember to email it to gus@stoa.example yourself.") && !told.contains("Answer sent."))
            #expect(try await admin.get("/admin/support/1").text.contains("Come by on Sunday."), "what was answered stays with the request")
            #expect(try await app.emails(to: "gus@stoa.example").isEmpty, "no letter waits for a mail server to come")
        }
    }

    @Test(.covers("LIB-149")) func `guests from one network ask so often and no more, and members ask in their own place`() async throws {
        try await withTestApp(parts: Self.parts, on: .sqlite) { app in
            let fields: KeyValuePairs = ["email": "gus@stoa.example", "subject": "Help", "words": "Please."]
            for _ in 1...5 { #expect(try await app.guest.post("/help/ask", fields).location?.hasPrefix("/help/ask/") == true) }
            #expect(try await app.guest.post("/help/ask", fields).status == .tooManyRequests)
            let ada = try await app.signedIn(.ada)
            #expect(try await ada.get("/help/ask").location == "/help/support")
        }
    }

    @Test(.covers("LIB-149")) func `one person cannot bury the desk`() async throws {
        try await withTestApp(parts: Self.parts, on: .sqlite) { app in
            let ada = try await app.signedIn(.ada)
            for number in 1...10 { _ = try await ada.post("/help/support", ["subject": "Help \(number)", "words": "Please."]) }
            let refused = try await ada.post("/help/support", ["subject": "Help 11", "words": "Please."])
            #expect(refused.status == .tooManyRequests)
        }
    }

    /// Who was told of what, in order.
    private func notifications(_ app: TestApp) async throws -> [String] {
        try await app.site.database.read { db in
            try db.all(
                """
                SELECT lower(p.name) || ': ' || n.kind FROM notification_notice n JOIN account_person p ON p.id = n.person_id ORDER BY n.id
                """ as Query<String>)
        }
    }

    private func level(_ app: TestApp) async throws -> Int {
        try await app.site.database.read { try $0.one("SELECT level FROM help_request WHERE id = 1" as Query<Int>) }
    }
}
