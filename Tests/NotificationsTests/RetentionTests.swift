import Core
import Database
import Foundation
import Jobs
import Localization
import Platform
import Synchronization
import TestSupport
import Testing
import Web

@testable import Notifications

/// Takes an export into memory.
private final class MemoryExport: PersonalDataExport {
    let files = Mutex<[String: String]>([:])

    func add(_ value: some Encodable, as name: String, _ title: Text) throws {
        let text = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
        files.withLock { $0[name] = text }
    }

    func add(fileAt file: URL, as name: String, _ title: Text) throws {}
}

@Suite struct RetentionTests {
    @Test(.covers("CORE-020"), arguments: Engine.available)
    func `a person's notices are theirs to take along, and go with them`(_ engine: Engine) async throws {
        try await withNews(on: engine) { app in
            try await app.notify(.ada, "news.reply", "To Ada")
            try await app.notify(.bea, "news.reply", "To Bea", actor: app.person(.ada))
            try await app.notify(.bea, "news.ban", "Ada", actor: app.person(.ada))
            let (ada, bea) = (try await app.person(.ada), try await app.person(.bea))
            let notifier = try app.site.service(Notifier.self)
            let data = NotificationData(
                site: app.site, recipient: notifier.recipient, subscriptions: notifier.subscriptions, choices: notifier.choices, inbox: notifier.inbox
            )
            let export = MemoryExport()
            try await data.export(ada, into: export)
            let text = export.files.withLock { $0["notices.json"] ?? "" }
            #expect(text.contains("To Ada") && !text.contains("To Bea"))
            try await app.site.write(by: nil) { try data.erase(ada, in: $0) }
            let left = try await app.site.database.read { db in
                try db.all("SELECT person_id, actor_id FROM notification_notice" as Query<Row2<PersonID, PersonID?>>)
            }
            #expect(left.count == 1 && left[0].first == bea && left[0].second == nil, "a decision stays, news does not")
            let title = try #require(try await app.inbox(.bea).first)
            #expect(app.site.messages.render(title, in: .english, timeZone: .gmt) == "Someone without an account")
        }
    }

    @Test(arguments: Engine.available) func `what was read is kept for half a year, the rest for a year`(_ engine: Engine) async throws {
        try await withNews(on: engine) { app in
            try await app.notify(.ada, "news.post", "Read")
            _ = try await app.signedIn(.ada).post("/account/notices/read-all")
            try await app.notify(.ada, "news.post", "Unread")
            for (days, titles) in [(181, ["Unread", "Read"]), (2, ["Unread"]), (185, [])] {
                app.clock.advance(by: .seconds(days * 86_400))
                try await app.site.database.write { try app.site.jobs.enqueue(NotificationRetention.job, NoPayload(), in: $0) }
                try await app.runJobs()
                let inbox = try await app.inbox()
                #expect(inbox == titles.map { .verbatim($0) })
            }
        }
    }
}
