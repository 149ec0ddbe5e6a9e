import Accounts
import Core
import Database
import Foundation
import Notifications
import Platform
import TestSupport
import Testing

@testable import Operations
@testable import Web

/// An app whose one page always fails.
private struct BrokenApp: App {
    static let manifest = AppManifest(
        id: "broken", name: "Broken", path: "/broken")
    init(site: Site) {}
    var routes: [Route] {
        [
            .get(Path("/broken/{number}", Int.self), allow: .everyone, use: fail),
            .get(Path("/broken/silently"), allow: .everyone, use: failSilently),
        ]
    }

    struct Secret: Error { let words: String }

    /// A page of its own, which tells no cause.
    func failSilently(_ request: Request, _ visitor: Visitor) async throws -> Response { Response(Status(rawValue: 502)) }

    func fail(_ request: Request, _ visitor: Visitor, _ number: Int) async throws -> Response { throw Secret(words: "pump \(number) is dry") }
}

private func withBrokenApp(on engine: Engine, _ body: (TestApp) async throws -> Void) async throws {
    try await withTestApp(BrokenApp.self, parts: [NotificationsModule.self, OperationsModule.self], on: engine, body)
}

@Suite struct `Log of errors` {
    @Test(.covers("CORE-037", "LIB-148", "MUS-054", "MUS-055"), arguments: Engine.available)
    func `the person sees a number and a way to report, the administrator the cause and the words`(on engine: Engine) async throws {
        try await withBrokenApp(on: engine) { app in
            let admin = try await app.signedIn(.admin)
            let page = try await app.signedIn(.ada).get("/broken/7?token=hush")
            #expect(page.status.rawValue == 500)
            #expect(!page.text.contains("pump"))
            let number = try #require(page.text.firstMatch(of: /<code>([0-9A-F-]{36})<\/code>/)).1
            #expect(page.text.contains("/report-error?id=\(number)"))
            let sent = try await app.signedIn(.ada).post("/report-error", ["id": String(number), "words": "I turned the tap <b>."])
            #expect(sent.status == .seeOther)
            let list = try await admin.get("/admin/errors?q=\(number)").text
            #expect(list.contains("pump 7 is dry") && list.contains("I turned the tap &lt;b&gt;.") && !list.contains("hush"))
            let id = try #require(list.firstMatch(of: /\/admin\/errors\/(\d+)"/)).1
            let details = try await admin.get("/admin/errors/\(id)").text
            #expect(details.contains("Ada") && details.contains("/broken/7"))
            try await app.runJobs()
            #expect(try await admin.get(SitePaths.inbox()).text.contains("An error was reported: /broken/7"))
            let sentTo = try await app.emails(to: Cast.admin.email).map(\.subject)
            #expect(sentTo == ["An error was reported: /broken/7"], "\(sentTo)")
            // Said again, it is told once.
            _ = try await app.guest.post("/report-error", ["id": String(number), "words": "Me too."])
            try await app.runJobs()
            #expect(try await app.emails(to: Cast.admin.email).count == 1)
            let unknown = try await app.guest.post("/report-error", ["id": "nothing", "words": "Hello"])
            #expect(unknown.problem?.code == "operations.error-unknown")
            let shut = try await app.signedIn(.ada).get("/admin/errors")
            #expect(shut.status == .notFound)
        }
    }

    @Test(.covers("MUS-055", "CORE-037"), arguments: Engine.available)
    func `whoever may only read errors reads them, and nothing else of the machine`(on engine: Engine) async throws {
        try await withBrokenApp(on: engine) { app in
            _ = try await app.guest.get("/broken/7")
            let ada = try await app.person(.ada)
            let roles: Roles = try app.site.service()
            try await roles.set([Roles.Grant(app: "operations", role: "errors")], of: ada, by: nil)
            let reader = try await app.signedIn(.ada)
            #expect(try await reader.get("/admin/errors").text.contains("pump 7 is dry"))
            #expect(try await reader.get("/admin/backups").status == .notFound)
            #expect(try await reader.get("/admin/jobs").status == .notFound)
        }
    }

    @Test(.covers("CORE-037"), arguments: Engine.available)
    func `no error is without a cause, whether its page, its script or an earlier version gave none`(on engine: Engine) async throws {
        try await withBrokenApp(on: engine) { app in
            _ = try await app.guest.get("/broken/silently")
            let told = try await app.guest.json(.post, "/api/v1/browser-errors", #"{"message": "", "place": "/a.js:1:2", "page": "/library"}"#)
            #expect(told.status == .noContent)
            let causes = try await app.site.database.read { try $0.all("SELECT cause FROM operations_error ORDER BY id" as Query<String>) }
            #expect(causes == ["no cause was given (status 502)", "no message (/a.js:1:2)"])
            try await app.site.database.write { try $0.run("UPDATE operations_error SET cause = '' WHERE origin = 'server'") }
            let list = try await app.signedIn(.admin).get("/admin/errors").text
            #expect(list.components(separatedBy: "no cause was given (status 502)").count == 3, "by cause and each one")
        }
    }

    @Test(.covers("CORE-037"), arguments: Engine.available)
    func `errors are grouped by cause, filtered, exported, and forgotten after a while`(on engine: Engine) async throws {
        try await withBrokenApp(on: engine) { app in
            for number in 1...5 { _ = try await app.guest.get("/broken/\(number)") }
            let told = try await app.guest.json(
                .post, "/api/v1/browser-errors", #"{"message": "=x is not defined", "place": "/a.js:1:2", "page": "/library"}"#)
            #expect(told.status == .noContent)
            let admin = try await app.signedIn(.admin)
            let groups = try await app.site.database.read { db in
                try db.all("SELECT count(*) FROM operations_error GROUP BY fingerprint ORDER BY 1 DESC" as Query<Int>)
            }
            #expect(groups == [5, 1])
            let browser = try await admin.get("/admin/errors?origin=browser").text
            #expect(browser.contains("is not defined") && !browser.contains("pump"))
            let csv = try await admin.get("/admin/errors.csv?origin=browser").text
            #expect(csv.contains("'=x is not defined"))
            for (days, expected) in [(29, 6), (2, 0)] {
                app.clock.advance(by: .days(days))
                try await app.runJobs()
                let left = try await app.site.database.read { try $0.one("SELECT count(*) FROM operations_error" as Query<Int>) }
                #expect(left == expected)
            }
        }
    }
}

@Suite struct `CSV` {
    @Test(arguments: [
        ("=1+1", "'=1+1"), (" @SUM(A1)", "' @SUM(A1)"), ("-2", "'-2"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("plain", "plain"),
        ("a\"\u{308},=1", "\"a\"\"\u{308},=1\""), ("a,\u{308}b", "\"a,\u{308}b\""), ("a\r\nb", "\"a\r\nb\""),
    ])
    func `no value is taken for a formula or for more than one field`(value: String, field: String) {
        #expect(CSVWriter.field(value) == field)
    }
}
