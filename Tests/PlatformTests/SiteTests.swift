import Accounts
import Core
import Database
import Foundation
import Mail
import Platform
import TestSupport
import Testing
import Web

@Suite struct SiteTests {
    @Test(.covers("CORE-049", "CORE-050"), arguments: ["/account/sign-in", "/health/live", "/nothing-here", "/api/v1/session"])
    func `every answer carries the headers that keep pages safe`(_ target: String) async throws {
        try await withTestApp(on: .sqlite) { app in
            let answer = try await app.guest.get(target)
            #expect(answer["X-Content-Type-Options"] == "nosniff")
            #expect(answer["Content-Security-Policy"]?.contains("script-src 'self'") == true)
        }
    }

    @Test(.covers("CORE-049"))
    func `plain HTTP from elsewhere is sent to HTTPS under the site's own names and no other`() async throws {
        try await withTestApp(on: .sqlite) { app in
            try await app.site.configure { $0.hosts = ["books.example"] }
            let elsewhere = app.guest.from("192.0.2.7")
            for host in ["books.example", "books.example:8080", "localhost:8080"] {
                let answer = try await elsewhere.with("Host", host).get("/health/live?a=b")
                #expect(answer.status == .permanentRedirect && answer.location == "https://\(host)/health/live?a=b")
            }
            for host in ["evil.example", "books.example.evil.example", "evil.example:443"] {
                let answer = try await elsewhere.with("Host", host).get("/health/live")
                #expect(answer.problem?.code == "request.unknown-host" && answer.location == nil)
                #expect(!app.site.configuration.redirects(host: host))
            }
            // A client whose proxy does not say who it is may be anybody.
            #expect(try await app.guest.from("unknown").with("Host", "books.example").get("/health/live").status == .permanentRedirect)
        }
    }

    @Test(.covers("CORE-037", "CORE-054"))
    func `an error page says what happened and what to do, in the reader's language`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let english = try await app.guest.get("/nothing-here")
            #expect(english.status.rawValue == 404)
            #expect(english.text.contains("The address may be wrong, or the page was removed."))
            let swedish = try await app.guest.with("Accept-Language", "sv").get("/nothing-here")
            #expect(swedish.text.contains("lang=\"sv\""))
            #expect(!swedish.text.contains("The address may be wrong, or the page was removed."))
        }
    }

    @Test(.covers("CORE-055"))
    func `the API describes itself`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let answer = try await app.guest.get("/api/v1/openapi.json")
            #expect((answer.json["openapi"] as? String)?.hasPrefix("3.1") == true)
            let paths = try #require(answer.json["paths"] as? [String: Any])
            #expect(paths["/api/v1/sessions"] != nil)
        }
    }

    @Test(.covers("CORE-044"))
    func `a page that a browser takes compressed is smaller and says so`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let plain = try await app.guest.get("/")
            let packed = try await app.guest.with("Accept-Encoding", "br, gzip;q=0.8").get("/")
            let refused = try await app.guest.with("Accept-Encoding", "gzip;q=0").get("/")
            #expect(plain["Content-Encoding"] == nil)
            #expect(refused["Content-Encoding"] == nil)
            #expect(packed["Content-Encoding"] == "gzip")
            #expect(packed["Vary"] == "Accept-Encoding")
            #expect(packed.bytes.count * 2 < plain.bytes.count)
        }
    }

    @Test(.covers("CORE-052"))
    func `language and theme are remembered on the device`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let answer = try await app.guest.post("/preferences", ["language": "sv", "theme": "dark", "then": "/account/sign-in"])
            #expect(answer.location == "/account/sign-in")
            let page = try await app.guest.with("Cookie", "__Host-language=sv; __Host-theme=dark").get("/account/sign-in")
            #expect(page.text.contains("lang=\"sv\""))
            #expect(page.text.contains("data-theme=\"dark\""))
        }
    }

    @Test func `the metrics are for this machine`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let metrics = try await app.guest.get("/metrics")
            #expect(metrics.text.contains("stoa_uptime_seconds"))
            #expect(try await app.guest.asProgram.with("X-Forwarded-For", "203.0.113.7").get("/metrics").status.rawValue == 401)
        }
    }

    @Test func `once a token is set, the metrics are for whoever shows it`() async throws {
        var node = NodeConfiguration()
        node.metricsToken = "open-sesame"
        try await withTestApp(on: .sqlite, node: node) { app in
            let proxied = app.guest.asProgram.with("X-Forwarded-For", "203.0.113.7")
            let known = try await proxied.with("Authorization", "Bearer open-sesame").get("/metrics")
            #expect(known.status == .ok)
            #expect(try await proxied.with("Authorization", "Bearer guess").get("/metrics").status.rawValue == 401)
            // A proxy that passes bytes on makes everybody look like this machine.
            #expect(try await app.guest.asProgram.get("/metrics").status.rawValue == 401)
        }
    }

    @Test func `one site folder has one owner process`() async throws {
        try await withTemporaryFolder { folder in
            let first = try await RunningSite.open(SiteFolder(folder), apps: [], parts: [AccountsModule.self, MailModule.self], log: .silent)
            await #expect(throws: SiteRefusal.self) {
                _ = try await RunningSite.open(SiteFolder(folder), apps: [], parts: [AccountsModule.self, MailModule.self], log: .silent)
            }
            await first.close()
        }
    }

    @Test func `a missing choice in an old file takes its default`() throws {
        let old = #"{"name":"Hilltop","colour":"green"}"#
        let configuration = try JSONDecoder().decode(SiteConfiguration.self, from: Data(old.utf8))
        #expect(configuration.name == "Hilltop")
        #expect(configuration.languages == [.english, .swedish])
    }
}
