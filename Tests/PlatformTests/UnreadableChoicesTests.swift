import Accounts
import Core
import Database
import Foundation
import Mail
import Synchronization
import TestSupport
import Testing
import Web

@testable import Platform

/// What a log wrote.
private final class Lines: Sendable {
    let all = Mutex<[String]>([])
    var log: Log { Log(least: .error) { line in self.all.withLock { $0.append(line) } } }
}

extension Database {
    /// As a newer version, or damage, leaves a row of the choices.
    fileprivate func replaceChoices(_ section: String, with text: String) async throws {
        try await write { db in
            try db.run("UPDATE platform_configuration SET value = \(text), version = version + 1 WHERE section = \(section)")
        }
    }
}

@Suite struct `Choices that can't be read` {
    private static let mail = MailConfiguration(server: "smtp://mail.example:25", from: "library@hilltop.example")
    private static let parts: [any App.Type] = [AccountsModule.self, MailModule.self]

    @Test(arguments: Engine.available)
    func `leave a running node with the last that it could read`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            try await app.site.configure {
                $0.mail = Self.mail
                $0.name = "Hilltop"
            }
            try await app.site.database.replaceChoices("mail", with: #"{"server": 25, "from": "library@hilltop.example"}"#)
            try await app.site.adoptConfiguration()
            #expect(app.site.configuration.mail == Self.mail)
            // Other choices go on changing, and the section stays as the newer version wrote it.
            try await app.site.configure { $0.name = "Valley" }
            #expect(app.site.configuration.name == "Valley" && app.site.configuration.mail == Self.mail)
            let kept = try await app.site.database.read {
                try $0.one("SELECT value FROM platform_configuration WHERE section = 'mail'" as Query<String>)
            }
            #expect(kept.contains("25,"))
            // Once it is set again it counts.
            try await app.site.configure { $0.mail = MailConfiguration(server: "smtp://new.example:25", from: "library@hilltop.example") }
            #expect(app.site.configuration.mail?.server == "smtp://new.example:25")

            try await app.site.database.replaceChoices("site", with: #"{"name": "Newer", "openingHours": {"library": {"days": 7}}}"#)
            let fault = await #expect(throws: UnreadableChoice.self) { try await app.site.adoptConfiguration() }
            #expect(fault?.section == "site" && fault?.field == "openingHours.library.days")
            #expect(app.site.configuration.name == "Valley")
            await #expect(throws: UnreadableChoice.self) { try await app.site.configure { $0.name = "Nobody" } }
            #expect(app.site.configuration.name == "Valley")
        }
    }

    @Test func `are named at the start, which goes on without the section of a part and refuses without the site's own`() async throws {
        try await withTemporaryFolder { folder in
            let lines = Lines()
            func open() async throws -> RunningSite {
                try await RunningSite.open(SiteFolder(folder), apps: [], parts: Self.parts, log: lines.log)
            }
            let first = try await open()
            try await first.site.configure { $0.mail = Self.mail }
            try await first.site.database.replaceChoices("mail", with: #"{"server": "smtp://mail.example:25"}"#)
            await first.close()
            let second = try await open()
            let line = try #require(lines.all.withLock { $0 }.first { $0.contains("configuration.unreadable") })
            #expect(line.contains("section “mail”, field “from”: it is missing") && line.contains("stoa config mail null"))
            #expect(second.site.configuration.mail == nil)
            try await second.site.configure { try? $0.set("mail", json: "null") }
            try await second.site.database.replaceChoices("site", with: #"{"name": "Hilltop", "languages": "en"}"#)
            await second.close()
            let refusal = await #expect(throws: UnreadableChoice.self) { _ = try await open() }
            let words = try #require(refusal.map { "\($0)" })
            #expect(words.contains("section “site”, field “languages”") && words.contains("update this one; otherwise restore a backup"))
        }
    }

    @Test func `that are no JSON at all are shown and taken away by name`() throws {
        var choices = SiteConfiguration()
        choices.sections["mail"] = "{\"server\": \"smtp"
        let fault = try #require(choices.faults(in: [MailConfiguration.self]).first)
        #expect(fault.section == "mail" && fault.field.isEmpty && !fault.description.contains("smtp") && !fault.description.contains("field"))
        #expect(try choices.text().contains(#""mail" : "{\"server"#))
        try choices.set("currency", json: #""KES""#)
        try choices.set("mail", json: "null")
        #expect(choices.currency == "KES" && choices.sections["mail"] == nil && choices.faults(in: [MailConfiguration.self]).isEmpty)
    }

    @Test(.covers("CORE-054"))
    func `are no riddle for whoever wants to change one`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let owner = try await app.signedIn(.owner)
            try await app.site.configure { $0.mail = nil }
            try await app.site.database.replaceChoices("site", with: "damaged")
            let answer = try await owner.asProgram.post(
                "/admin/mail", ["server": "smtp://mail.example:25", "from": "library@hilltop.example"])
            #expect(answer.problem?.code == "settings.unreadable")
        }
    }
}
