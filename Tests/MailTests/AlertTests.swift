import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import Mail

@Suite struct `Letters that cannot leave` {
    private func titles(_ app: TestApp) async throws -> [AdminAlert] {
        try await app.site.database.read { try MailAlerts(site: app.site).items(in: $0) }
    }

    @Test(.covers("LIB-148", "CORE-023"), arguments: Engine.available)
    func `stand on the first page of the portal, for whoever can mend it`(_ engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            #expect(try await titles(app).isEmpty, "the list of first steps asks for a server")
            app.clock.advance(by: .seconds(25 * 3600))
            let idle = try await titles(app)
            #expect(idle.map(\.isUrgent) == [false], "no server, and nothing waits")
            let mailer = try app.site.service(Mailer.self)
            try await app.site.write(by: nil) { db in
                for number in 1...2 {
                    try mailer.send(
                        Email(subject: "Hello", paragraphs: ["You"]), to: "reader\(number)@stoa.example", language: .english, in: db)
                }
            }
            #expect(try await titles(app).map(\.isUrgent) == [false], "what was never set up is no emergency")
            let page = try await app.signedIn(.owner).get("/admin").text
            #expect(page.contains("Waiting emails: 2") && page.contains("href=\"/admin/mail\""))
            let list = try await app.signedIn(.owner).get("/admin/mail").text
            #expect(list.contains("Waiting emails") && list.contains("Invitations and confirmations are kept for a week"))
            #expect(list.contains("2 emails are waiting to be sent."))
            #expect(!list.contains("sent again automatically"), "nothing is tried without a server")
            let reader = try await app.signedIn(.ada).get("/admin")
            #expect(reader.status == .forbidden)

            try await app.site.configure { $0.baseURL = "https://stoa.example" }
            try await app.site.configure {
                $0.mail = MailConfiguration(server: "smtp://localhost:1", user: nil, sealedPassword: nil, from: "a@stoa.example")
            }
            #expect(try await titles(app).isEmpty, "they are on their way")
            try await app.site.database.write { try $0.run("UPDATE mail_letter SET failure = 'connection refused' WHERE id = 1") }
            #expect(try await titles(app).isEmpty, "a server that is away for a moment is nobody's business")
            app.clock.advance(by: .seconds(400))
            try await app.site.database.write { try $0.run("UPDATE mail_letter SET state = 'failed' WHERE id = 2") }
            let stuck = try await titles(app)
            #expect(stuck.map(\.isUrgent) == [true, false])
            #expect(stuck.map(\.path) == ["/admin/mail", "/admin/mail"])
        }
    }

    @Test(.covers("CORE-043"), arguments: Engine.available)
    func `wait for a mail server as long as they are of use: news for a day, links for a week at most`(_ engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let mailer = try app.site.service(Mailer.self)
            try await app.site.write(by: nil) { db in
                try mailer.send(Email(subject: "Hello", paragraphs: ["You"]), to: "reader@stoa.example", language: .english, in: db)
                let life = Duration.seconds(30 * 86_400)
                try mailer.send(Email(subject: "Join", paragraphs: ["You"]), to: "guest@stoa.example", language: .english, useful: life, in: db)
            }
            func left() async throws -> Int {
                try await app.runJobs()
                return try await app.site.database.read { try $0.one("SELECT count(*) FROM mail_letter" as Query<Int>) }
            }
            #expect(try await left() == 2)
            app.clock.advance(by: .seconds(2 * 86_400))
            #expect(try await left() == 1)
            #expect(try await app.auditTrail().contains("mail.letter.delete"), "what was given up is on record")
            app.clock.advance(by: .seconds(6 * 86_400))
            #expect(try await left() == 0)
        }
    }

    @Test(.covers("CORE-043"), arguments: Engine.available)
    func `go after as many days as administrators chose`(_ engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let mailer = try app.site.service(Mailer.self)
            try await app.site.configure { $0.settings["mail.sent-days"] = "2" }
            try await app.site.configure { $0.settings["mail.unsent-days"] = "5" }
            try await app.site.configure {
                $0.mail = MailConfiguration(server: "smtp://localhost:1", user: nil, sealedPassword: nil, from: "a@stoa.example")
            }
            try await app.site.write(by: nil) { db in
                for number in 1...2 {
                    try mailer.send(
                        Email(subject: "Hello", paragraphs: ["You"]), to: "reader\(number)@stoa.example", language: .english, in: db)
                }
                try db.run("UPDATE mail_letter SET state = 'sent', sealed_content = NULL WHERE id = 1")
            }
            func left() async throws -> [Int64] {
                try await app.runJobs()
                return try await app.site.database.read { try $0.all("SELECT id FROM mail_letter ORDER BY id" as Query<Int64>) }
            }
            app.clock.advance(by: .seconds(86_400 + 3600))
            #expect(try await left() == [1, 2])
            app.clock.advance(by: .seconds(2 * 86_400))
            #expect(try await left() == [2])
            app.clock.advance(by: .seconds(3 * 86_400))
            #expect(try await left() == [])
        }
    }
}
