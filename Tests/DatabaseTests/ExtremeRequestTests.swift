import CafeteriaApp
import Core
import Foundation
import Help
import LibraryApp
import Mail
import Messages
import Moderation
import MuseumApp
import Notifications
import Operations
import Payments
import Platform
import Reading
import Settings
import Statistics
import StoriesApp
import TestSupport
import Testing
import VolunteersApp
import Web

/// Every address of the whole site with numbers at the ends of every range: a trap would end the process, and this test with it.
struct ExtremeRequestTests {
    /// In a place of an address, and as a parameter.
    static let values = [
        "-9223372036854775808", "9223372036854775807", "2147483648", "-1", "1e400", "NaN", "", String(repeating: "9", count: 2000),
    ]

    /// Cursors that were not made here: the offset -1 with the checksum that cursors once had, the same under an empty code, and no cursor.
    static let forged = ["TrnPjXsib2Zmc2V0IjogLTF9", "AAAAAAAAAAAAAAAAAAAAAHsib2Zmc2V0IjogLTF9", "LTE"]

    static let parameters = [
        "limit", "page", "days", "year", "from", "until", "chapter", "version", "to", "offset", "through", "verse", "section", "start", "end",
        "number", "id", "item", "category", "bible", "book", "group", "step", "position",
    ]

    private func withSite(on engine: Engine, _ body: (TestApp) async throws -> Void) async throws {
        try await withTestApp(
            LibraryApp.self, VolunteersApp.self, CafeteriaApp.self, StoriesApp.self, MuseumApp.self,
            parts: [
                ReadingModule.self, NotificationsModule.self, ModerationModule.self, MessagesModule.self, OperationsModule.self, PaymentsModule.self,
                StatisticsModule.self,
                SettingsModule.self, HelpModule.self,
            ], on: engine, body)
    }

    /// The address of a route with the same word in every place.
    private func address(_ route: Route, _ word: String) -> String {
        let parts = route.pattern.segments.map { segment in
            switch segment {
            case .literal(let word): word
            case .value, .rest: word.isEmpty ? "0" : PercentEncoding.encode(word)
            }
        }
        return "/" + parts.joined(separator: "/")
    }

    private func ask(_ client: TestClient, _ target: String) async throws {
        // An address that no server takes in needs no answer.
        guard let answer = try? await client.get(target) else { return }
        #expect(answer.status.rawValue < 500, "\(target.prefix(200)): \(answer.status.rawValue) \(answer.response.cause ?? "")")
    }

    @Test(.covers("CORE-050"), arguments: Engine.available)
    func `no number in an address is an error of the server`(on engine: Engine) async throws {
        try await withSite(on: engine) { app in
            let (owner, guest) = (try await app.signedIn(.owner), app.guest)
            let routes = app.running.routes.filter { $0.method == .get }
            #expect(routes.count > 100)
            // What the other engine adds is how it takes a number too large for a column.
            let isFirst = engine == Engine.available.first
            for route in routes {
                for value in isFirst ? Self.values : Array(Self.values.prefix(2)) {
                    let all = QueryItems([("q", "a"), ("period", "own")] + Self.parameters.map { ($0, value) })
                    try await ask(owner, link(address(route, value), query: all))
                    if isFirst, route.access == .everyone { try await ask(guest, link(address(route, value), query: all)) }
                }
                // One at a time, so that the refusal of the first does not hide the next.
                for name in isFirst ? Self.parameters.prefix(4) : [] {
                    try await ask(owner, link(address(route, "1"), query: ["q": "a", name: Self.values[0]]))
                }
            }
        }
    }

    @Test(.covers("CORE-050"), arguments: Engine.available)
    func `a cursor that this site did not make is refused everywhere`(on engine: Engine) async throws {
        try await withSite(on: engine) { app in
            let owner = try await app.signedIn(.owner)
            for text in Self.forged {
                for path in ["/library/search?q=god&", "/api/v1/library/search?q=god&", "/library/books?", "/moderation/log?"] {
                    #expect(try await app.guest.get("\(path)after=\(text)").problem?.code == "request.bad-cursor", "\(path)")
                }
            }
            for route in app.running.routes where route.method == .get {
                try await ask(owner, address(route, "1") + "?q=god&after=\(Self.forged[0])")
            }
        }
    }

    @Test(.covers("CORE-050"), arguments: Engine.available.prefix(1))
    func `no header with a number is an error of the server`(on engine: Engine) async throws {
        try await withSite(on: engine) { app in
            for value in Self.values {
                for (name, words) in [
                    ("Range", "bytes=\(value)-"), ("Range", "bytes=-\(value)"), ("Range", "bytes=0-\(value),\(value)-1"),
                    ("Accept-Language", "sv;q=\(value)"),
                    ("Accept", "text/html;q=\(value)"), ("Accept-Encoding", "gzip;q=\(value)"), ("If-None-Match", value), ("Last-Event-ID", value),
                    ("If-Modified-Since", "Sun, \(value) Nov \(value) 08:49:37 GMT"), ("Content-Length", value), ("Idempotency-Key", value),
                ] {
                    for path in ["/", "/events?topic=x", "/opds", "/api/v1/library/items"] { try await ask(app.guest.with(name, words), path) }
                }
            }
        }
    }

    @Test(.covers("CORE-050"), arguments: Engine.available.prefix(1))
    func `no JSON is too deep or too large a number`(on engine: Engine) async throws {
        try await withSite(on: engine) { app in
            let owner = try await app.signedIn(.owner)
            let bodies = [
                String(repeating: "[", count: 100_000), String(repeating: #"{"a":"#, count: 50_000),
                #"{"after": "# + String(repeating: "[", count: 400) + String(repeating: "]", count: 400) + "}",
                #"{"days": 9223372036854775807, "version": -9223372036854775808, "section": 18446744073709551616, "position": {"start": 1e400}}"#,
            ]
            for route in app.running.routes where [.post, .put, .patch].contains(route.method) && route.pattern.text.hasPrefix("/api/") {
                for body in bodies {
                    // What is longer than a route takes is read by nobody.
                    guard let answer = try? await owner.json(route.method, address(route, "1"), body) else { continue }
                    #expect(answer.status.rawValue < 500, "\(route.pattern.text): \(answer.status.rawValue) \(answer.response.cause ?? "")")
                }
            }
        }
    }
}
