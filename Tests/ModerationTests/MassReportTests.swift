import Accounts
import Core
import Database
import Platform
import TestSupport
import Testing
import Web

@testable import Moderation

/// Many against one: what a crowd of accounts can do with the report form, and what it cannot.
@Suite struct MassReportTests {
    private static func address(_ id: Int64) -> String { "/moderation/report/\(NotesApp.subjectKind)/\(id)" }

    /// Accounts that exist since now, each in a browser of its own.
    private static func crowd(_ count: Int, _ app: TestApp) async throws -> [TestClient] {
        let accounts = try app.site.service(AccountsModule.self)
        let now = app.clock.clock.now()
        var browsers: [TestClient] = []
        for number in 0..<count {
            let email = "crowd\(browsers.count)-\(number)-\(now.milliseconds)@example.org"
            let id: Int64 = try await app.site.database.write { db in
                try db.insert(
                    "INSERT INTO account_person (email, name, is_owner, created_at, changed_at) VALUES (\(email), 'Crowd', 0, \(now), \(now))")
            }
            browsers.append(app.client(token: try await accounts.openSession(for: PersonID(id))))
        }
        return browsers
    }

    private static func queue(_ app: TestApp) async throws -> QueueModel {
        let moderator = try await app.moderator()
        return try await app.site.database.read { try app.site.service(Moderation.self).queue(QueueFilter(), for: moderator, in: $0) }
    }

    @Test(.covers("VOL-044", "CORE-027"), arguments: Engine.available)
    func `forty accounts of today make one case of many reports, hide nothing and hurry nobody`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (id, _) = try await app.note("Who can help me to move a bookshelf?", by: .ada)
            let crowd = try await Self.crowd(40, app)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for browser in crowd {
                    group.addTask {
                        let sent = try await browser.post(Self.address(id), ["reason": "spam", "words": "Away with it"])
                        #expect(sent.status == .seeOther)
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await app.guest.get("/notes/\(id)").status == .ok)
            let found = try await app.noteCase(id)
            #expect(found.queue == .reported && !found.isUrgent && found.status == .accepted)
            let queue = try await Self.queue(app)
            #expect(queue.entries.map(\.found.id) == [found.id] && queue.counts[.reported] == 1)
            #expect(try await app.noteState(id)?.openReports == 40)
            let told = try await app.site.database.read {
                try $0.one("SELECT count(*) FROM notification_notice WHERE kind = 'moderation.urgent'" as Query<Int>)
            }
            #expect(told == 0)

            // A moderator reads it and leaves it; the next crowd does not bring it back, one person whom the site has known for a while does.
            let moderator = try await app.signedIn(.moderator)
            let decided = try await moderator.post(
                "/admin/moderation/cases/\(found.id)/decide", ["action": "accept", "version": "\(found.version)"])
            #expect(decided.status == .seeOther)
            _ = try await app.person(.bea)
            app.clock.advance(by: .seconds(30 * 86_400))
            for browser in try await Self.crowd(8, app) {
                #expect(try await browser.post(Self.address(id), ["reason": "spam"]).status == .seeOther)
            }
            #expect(try await app.noteCase(id).queue == nil)
            let accounts = try app.site.service(AccountsModule.self)
            let bea = app.client(token: try await accounts.openSession(for: app.person(.bea)))
            #expect(try await bea.post(Self.address(id), ["reason": "spam"]).status == .seeOther)
            #expect(try await app.noteCase(id).queue == .reported)
            #expect(try await app.guest.get("/notes/\(id)").status == .ok)
        }
    }

    @Test(.covers("VOL-044", "CORE-027"), arguments: Engine.available)
    func `one account that reports everything is stopped after twenty in an hour, and once for each`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (first, _) = try await app.note("A first note about the garden", by: .ada)
            let bea = try await app.signedIn(.bea)
            #expect(try await bea.post(Self.address(first), ["reason": "spam"]).status == .seeOther)
            let twice = try await bea.post(Self.address(first), ["reason": "hate"])
            #expect(twice.status == .conflict)
            var statuses: [Int] = []
            for number in 0..<22 {
                let missing = try await bea.asProgram.json(
                    .post, "/api/v1/moderation/reports", #"{"kind":"notes.note","id":\#(1000 + number),"reason":"spam"}"#)
                statuses.append(missing.status.rawValue)
            }
            #expect(statuses.last == 429)
            #expect(statuses.filter { $0 == 404 }.count == 18)
            let late = try await bea.asProgram.json(.post, "/api/v1/moderation/reports", #"{"kind":"notes.note","id":1,"reason":"spam"}"#)
            #expect(late["Retry-After"] != nil)
            #expect(try await app.noteState(first)?.openReports == 1)
        }
    }

    @Test(.covers("VOL-043", "CORE-019"), arguments: Engine.available)
    func `whoever is banned from an app reads and reports nothing in it, by form or by program`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (id, _) = try await app.note("Something harmless about the weather", by: .ada)
            let (bea, person) = (try await app.signedIn(.bea), try await app.person(.bea))
            try await app.site.write(by: nil) { db in
                try app.site.service(Bans.self).ban(person, from: "notes", until: nil, reason: "Reports of everything.", in: db)
            }
            let form = try await bea.get(Self.address(id))
            #expect(form.problem?.code == "accounts.banned" && !form.text.contains("harmless about the weather"))
            #expect(try await bea.post(Self.address(id), ["reason": "spam"]).problem?.code == "accounts.banned")
            let program = try await bea.asProgram.json(
                .post, "/api/v1/moderation/reports", #"{"kind":"notes.note","id":\#(id),"reason":"spam"}"#)
            #expect(program.problem?.code == "accounts.banned")
            #expect(try await app.noteCase(id).queue == nil)
        }
    }
}
