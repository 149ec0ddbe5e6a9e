import Accounts
import Core
import Crypto
import Database
import Foundation
import Messages
import Moderation
import Notifications
import Outbound
import Platform
import StandIns
import TestSupport
import Web

@testable import SignIn

/// Stand-ins on loopback, a site that signs people in through them, and browsers that walk between the two.
struct ProviderJourney: Sendable {
    let app: TestApp
    let providers: IdentityStandIns
    let house: StandInHost

    /// A browser of its own: it keeps cookies of the site, and follows the providers over HTTP.
    func browser() -> Browser { Browser(journey: self) }

    /// How many sessions are open.
    func sessions() async throws -> Int {
        try await app.site.database.read { try $0.one("SELECT COUNT(*) FROM account_session" as Query<Int>) }
    }

    /// Number of accounts.
    func people() async throws -> Int {
        try await app.site.database.read { try $0.one("SELECT COUNT(*) FROM account_person" as Query<Int>) }
    }
}

/// Runs `body` with a fresh site and fresh stand-ins, which share the test's clock.
func withProviders(_ apps: any App.Type..., on engine: Engine = .sqlite, _ body: @escaping (ProviderJourney) async throws -> Void) async throws {
    func run(_ app: TestApp) async throws {
        var made: IdentityStandIns?
        let house = try await StandInHost { address in
            let providers = try IdentityStandIns(at: address, clock: app.clock.clock)
            made = providers
            return providers.all
        }
        guard let providers = made else { throw TestFailure("The house has no providers.") }
        let setUp = try StandInSetUp(reading: JSONEncoder().encode(StandInDescription(providers, at: house.address)))
        try await app.site.configure { setUp.apply(to: &$0, key: app.site.key) }
        do {
            try await body(ProviderJourney(app: app, providers: providers, house: house))
            await house.stop()
        } catch {
            await house.stop()
            throw error
        }
    }
    switch apps.first {
    case let first?:
        // What the apps of people who write stand on.
        try await withTestApp(first, parts: [NotificationsModule.self, ModerationModule.self, MessagesModule.self], on: engine, run)
    case nil: try await withTestApp(on: engine, run)
    }
}

/// A person's browser.
final class Browser {
    private let journey: ProviderJourney
    private(set) var cookies: [String: String] = [:]
    private let client = HTTPClient(timeout: .seconds(15))

    init(journey: ProviderJourney) { self.journey = journey }

    /// Asks the site, with the cookies it has given so far.
    func get(_ target: String, _ headers: [String: String] = [:]) async throws -> TestResponse {
        try await keep(prepared(headers).get(target))
    }

    /// Sends a form of the site.
    func post(_ target: String, _ fields: KeyValuePairs<String, String> = [:], _ headers: [String: String] = [:]) async throws -> TestResponse {
        try await keep(prepared(headers).post(target, fields))
    }

    /// Sends a form as another site's page does: with its origin, and without the cookies that are `SameSite=Lax`.
    func postFromElsewhere(_ target: String, _ fields: KeyValuePairs<String, String>) async throws -> TestResponse {
        try await journey.app.guest.with("Origin", "https://appleid.apple.com").with("Sec-Fetch-Site", "cross-site").post(target, fields)
    }

    /// Leaves for a provider; answers where the site sends the browser.
    func leave(_ provider: String, then: String = "/") async throws -> String {
        let left = try await get("/account/with/\(provider)?then=\(PercentEncoding.encode(then))")
        guard left.status == .seeOther, let address = left.location else { throw TestFailure("No way out: \(left.status) \(left.text)") }
        return address
    }

    /// Chooses who to be on the provider's page; answers the way back to the site.
    func choose(_ user: String, at address: String) async throws -> String {
        let answer = try await client.send(.get("\(address)&choose=\(user)"))
        guard answer.status == 302, let back = answer["Location"] else {
            throw TestFailure("The provider answered \(answer.status): \(String(decoding: answer.body, as: UTF8.self).prefix(300))")
        }
        return try target(back)
    }

    /// The same at Apple, which answers with a form that the browser posts.
    func chooseAtApple(_ user: String, at address: String) async throws -> String {
        let answer = try await client.send(.get("\(address)&choose=\(user)"))
        let page = String(decoding: answer.body, as: UTF8.self)
        let fields = page.matches(of: /name="(\w+)" value="([^"]*)"/).map { match in
            (String(match.1), String(match.2).replacing("&quot;", with: "\"").replacing("&amp;", with: "&"))
        }
        let form = fields.map { "\(PercentEncoding.encode($0.0))=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
        let posted = try await journey.app.guest.with("Origin", "https://appleid.apple.com").with("Sec-Fetch-Site", "cross-site").send(
            .post, "/account/with/apple/callback", type: "application/x-www-form-urlencoded", body: Array(form.utf8))
        guard posted.status == .seeOther, let location = posted.location else { throw TestFailure("Not taken: \(posted.status) \(posted.text)") }
        return location
    }

    /// The whole way.
    func signIn(_ provider: String, as user: String, then: String = "/") async throws -> TestResponse {
        let address = try await leave(provider, then: then)
        let back = try await provider == "apple" ? chooseAtApple(user, at: address) : choose(user, at: address)
        return try await get(back)
    }

    /// Whether the site knows who this is.
    func isSignedIn() async throws -> Bool { try await get("/account").status == .ok }

    private func prepared(_ headers: [String: String]) -> TestClient {
        var client = journey.app.guest
        client.headers = headers
        if !cookies.isEmpty { client.headers["Cookie"] = cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ") }
        return client
    }

    private func keep(_ answer: TestResponse) -> TestResponse {
        for header in answer.response.headers.all("Set-Cookie") {
            let parts = header.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            let pair = parts[0].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            if parts.contains("Max-Age=0") { cookies[pair[0]] = nil } else { cookies[pair[0]] = pair[1] }
        }
        return answer
    }

    private func target(_ address: String) throws -> String {
        guard let start = address.range(of: "/account/") else { throw TestFailure("The provider sent the browser to \(address).") }
        return String(address[start.lowerBound...])
    }
}

extension ProviderJourney {
    /// Whether an account has a password.
    func hasPassword(_ person: PersonID) async throws -> Bool {
        try await app.site.database.read {
            try $0.one("SELECT COUNT(*) FROM account_person WHERE id = \(person) AND password_hash IS NOT NULL" as Query<Int>) > 0
        }
    }
}

extension TestApp {
    /// The site's accounts.
    func accounts() throws -> AccountsModule {
        let part = try site.service(AccountsModule.self)
        return part
    }
}
