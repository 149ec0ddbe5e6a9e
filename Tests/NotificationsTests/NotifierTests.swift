import Accounts
import Core
import Database
import Foundation
import Mail
import Platform
import TestSupport
import Testing

@testable import Notifications

@Suite struct NotifierTests {
    @Test(.covers("CORE-023"), arguments: Engine.available)
    func `a notice reaches the inbox and a letter, and a second one with its key does not`(_ engine: Engine) async throws {
        try await withNews(on: engine) { app in
            for _ in 0..<3 { try await app.notify(key: "answer-1") }
            try await app.runJobs()
            let inbox = try await app.inbox()
            #expect(inbox == [.verbatim("Bea answered")])
            let emails = try await app.emails(to: Cast.ada.email)
            #expect(emails.map(\.subject) == ["Bea answered"])
            #expect(emails[0].links.first == "http://localhost:8080/news/7")
        }
    }

    @Test(.covers("CORE-001", "CORE-023"), arguments: Engine.available)
    func `an app that is off tells nobody anything, and its work goes on`(_ engine: Engine) async throws {
        try await withNews(on: engine) { app in
            try await app.site.configure { $0.apps = [] }
            try await app.notify()
            #expect(try await app.inbox().isEmpty)
            try await app.site.configure { $0.apps = nil }
            try await app.notify()
            #expect(try await app.inbox().count == 1)
        }
    }

    @Test(.covers("CORE-023"), arguments: Engine.available)
    func `none means none, except for what a person has to know`(_ engine: Engine) async throws {
        try await withNews(on: engine) { app in
            for kind in ["news.reply", "news.post", "news.ban"] { try await app.choose([], for: kind) }
            try await app.notify()
            try await app.notify(.ada, "news.post")
            try await app.notify(.ada, "news.ban", "You are banned")
            try await app.runJobs()
            let inbox = try await app.inbox()
            #expect(inbox == [.verbatim("You are banned")])
            let emails = try await app.emails(to: Cast.ada.email)
            #expect(emails.isEmpty)
        }
    }

    @Test(.covers("CORE-023", "CORE-009"), arguments: Engine.available)
    func `an address that nobody confirmed gets no letters about notices; the inbox takes them`(_ engine: Engine) async throws {
        try await withNews(on: engine) { app in
            let person = try await app.person(.ada)
            func confirm(_ moment: Instant?) async throws {
                _ = try await app.site.database.write { try $0.run("UPDATE account_person SET email_verified_at = \(moment) WHERE id = \(person)") }
            }
            let ada = try await app.signedIn(.ada)
            #expect(try await !ada.get("/account/notices/choices").text.contains("isn’t confirmed"))
            try await confirm(nil)
            #expect(try await ada.get("/account/notices/choices").text.contains("This site can’t send email yet."))
            try await app.site.configure { $0.mail = MailConfiguration(server: "smtp://mail.example:25", from: "library@stoa.example") }
            #expect(try await ada.get("/account/notices/choices").text.contains("Your address isn’t confirmed yet."))
            try await app.site.configure { $0.mail = nil }
            try await app.choose([.email], for: "news.reply")
            try await app.notify()
            try await app.notify(.ada, "news.ban", "You are banned")
            try await app.runJobs()
            #expect(try await app.inbox() == [.verbatim("You are banned"), .verbatim("Bea answered")])
            #expect(try await app.emails(to: Cast.ada.email).isEmpty)

            try await confirm(app.clock.clock.now())
            try await app.notify(.ada, "news.reply", "Cleo answered")
            try await app.runJobs()
            #expect(try await app.emails(to: Cast.ada.email).map(\.subject) == ["Cleo answered"])
        }
    }

    @Test func `nobody is told of what they did themselves`() async throws {
        try await withNews(on: .sqlite) { app in
            try await app.notify(actor: app.person(.ada))
            let inbox = try await app.inbox()
            #expect(inbox.isEmpty)
        }
    }

    @Test func `a kind that nobody declares and a link that leads away are refused`() async throws {
        try await withNews(on: .sqlite) { app in
            await #expect(throws: NotificationRefusal.unknownKind("news.other")) { try await app.notify(.ada, "news.other") }
            for link in ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)"] {
                await #expect(throws: NotificationRefusal.foreignLink(link)) { try await app.notify(link: link) }
            }
        }
    }

    @Test(arguments: Engine.available) func `a daily reader gets one letter in the morning about everything`(_ engine: Engine) async throws {
        try await withNews(on: engine) { app in
            try await app.choose(DeliveryPreferences(digest: .daily, quiet: nil))
            for number in 1...3 { try await app.notify(.ada, "news.reply", "Answer \(number)") }
            try await app.runJobs()
            let before = try await app.emails(to: Cast.ada.email)
            #expect(before.isEmpty)
            app.clock.advance(by: .seconds(86_400))
            try await app.runJobs()
            try await app.runJobs()
            let emails = try await app.emails(to: Cast.ada.email)
            #expect(emails.map(\.subject) == ["3 notifications for you"])
            for number in 1...3 { #expect(emails[0].text.contains("Answer \(number)")) }
        }
    }

    @Test func `quiet hours end in the morning, also over midnight`() throws {
        let quiet = try #require(QuietHours(from: 22, until: 7))
        let preferences = DeliveryPreferences(digest: .atOnce, quiet: quiet)
        let eleven = try #require(Instant(rfc3339: "2026-03-01T23:10:00Z"))
        let noon = try #require(Instant(rfc3339: "2026-03-01T12:10:00Z"))
        let seven = try #require(Instant(rfc3339: "2026-03-02T07:00:00Z"))
        #expect(preferences.nextMoment(after: eleven, in: .gmt) == seven)
        #expect(preferences.nextMoment(after: noon, in: .gmt) == noon)
        let weekly = DeliveryPreferences(digest: .weekly, quiet: nil).nextEmail(after: noon, in: .gmt)
        // The first of March 2026 is a Sunday.
        #expect(weekly == seven)
        #expect(QuietHours(from: 7, until: 7) == nil && QuietHours(from: 24, until: 7) == nil)
    }
}
