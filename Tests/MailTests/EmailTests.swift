import Accounts
import Core
import Database
import Platform
import TestSupport
import Testing

@testable import Mail

@Suite struct EmailTests {
    private let email = Email(
        subject: "Check the mail server’s address, user and password.", paragraphs: ["Email", "<b>&"],
        action: EmailAction("Email", path: "/account/verify/secret"), footer: nil, unsubscribePath: "/stop/1")

    @Test(arguments: Engine.available) func `a letter waits in its reader's language until there is a mail server`(_ engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let mailer = try app.site.service(Mailer.self)
            try await app.site.write(by: nil) { try mailer.send(email, to: "ada@stoa.example", language: .swedish, in: $0) }
            try await app.runJobs()
            let emails = try await app.emails(to: "ada@stoa.example")
            #expect(emails.map(\.subject) == ["Kontrollera e-postserverns adress, användare och lösenord."])
            #expect(emails[0].text.contains("E-post:\nhttp://localhost:8080/account/verify/secret"))
            #expect(emails[0].html.contains("&lt;b&gt;&amp;"))
            #expect(emails[0].links == ["http://localhost:8080/account/verify/secret", "http://localhost:8080/stop/1"])
        }
    }

    @Test(arguments: Engine.available) func `a key is used for one letter only, and a transaction that fails sends none`(
        _ engine: Engine
    ) async throws {
        try await withTestApp(on: engine) { app in
            let mailer = try app.site.service(Mailer.self)
            for _ in 0..<3 {
                try await app.site.write(by: nil) { try mailer.send(email, to: "ada@stoa.example", language: .english, key: "one", in: $0) }
            }
            await #expect(throws: TestFailure.self) {
                try await app.site.write(by: nil) { db in
                    try mailer.send(email, to: "ada@stoa.example", language: .english, in: db)
                    throw TestFailure("on purpose")
                }
            }
            let emails = try await app.emails(to: "ada@stoa.example")
            #expect(emails.count == 1)
        }
    }

    @Test func `what a letter says cannot be read in the table`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let mailer = try app.site.service(Mailer.self)
            try await app.site.write(by: nil) { try mailer.send(email, to: "ada@stoa.example", language: .english, in: $0) }
            let stored = try await app.site.database.read { try $0.one("SELECT sealed_content FROM mail_letter" as Query<[UInt8]>) }
            #expect(!String(decoding: stored, as: UTF8.self).contains("verify"))
            let payload = try await app.site.database.read { try $0.one("SELECT payload FROM job_task WHERE kind = 'mail.send'" as Query<String>) }
            #expect(!payload.contains("verify"))
        }
    }

    @Test(arguments: ["a@b\r\nBcc: c@d", "a@b>", "a b@c", "a@b@c", "@b", "a@", "a,b@c", "a\u{85}@b"])
    func `an address that could break out of the header is refused`(_ address: String) async throws {
        try await withTestApp(on: .sqlite) { app in
            let mailer = try app.site.service(Mailer.self)
            await #expect(throws: MailRefusal.badAddress) {
                try await app.site.write(by: nil) { try mailer.send(email, to: address, language: .english, in: $0) }
            }
        }
    }
}
