import Accounts
import Core
import Crypto
import Database
import Mail
import Platform
import TestSupport
import Testing
import Web

/// What ends the notifications on a device.
@Suite struct PushEndTests {
    enum End: String, CaseIterable, CustomTestStringConvertible {
        case signedOutElsewhere, passwordChanged, passwordReset, endedByStaff, deactivated, endedInTheList, signedOutThere

        var testDescription: String { rawValue }
        /// The devices that still get notifications.
        var left: [String] { [.passwordReset, .endedByStaff, .deactivated].contains(self) ? [] : ["own"] }
    }

    @Test(.covers("CORE-014", "CORE-023"), arguments: End.allCases, Engine.available)
    func `notices end on a device that is signed out`(_ end: End, on engine: Engine) async throws {
        try await withNews(on: engine) { app in
            let ada = try await app.person(.ada)
            let (own, other) = (try await browser("own", app), try await browser("other", app))
            #expect(try await devices(app) == ["other", "own"])
            // Signing in again where one is signed in ends nothing.
            _ = try await browser("own", app, own)
            #expect(try await devices(app) == ["other", "own"])
            let again = try await browser("own", app, own)
            switch end {
            case .signedOutElsewhere: _ = try await again.post("/account/sessions/end-others")
            case .passwordChanged: _ = try await again.post("/account/password", ["current": Cast.password, "password": "river 8 lantern"])
            case .passwordReset:
                _ = try await app.guest.post("/account/forgotten", ["email": Cast.ada.email])
                try await app.runJobs()
                let links = try await app.emails(to: Cast.ada.email).flatMap(\.links).compactMap { link in
                    link.firstMatch(of: /\/account\/reset\/[A-Za-z0-9_-]{43}/).map { String($0.0) }
                }
                _ = try await app.guest.post(try #require(links.last), ["password": "river 8 lantern"])
            case .endedByStaff: _ = try await app.signedIn(.owner).post("/admin/people/\(ada)/sessions/end")
            case .deactivated: _ = try await app.signedIn(.owner).post("/admin/people/\(ada)/status", ["active": "false", "confirmed": "true"])
            case .endedInTheList:
                let session: Int64 = try await app.site.database.read {
                    try $0.one("SELECT id FROM account_session WHERE person_id = \(ada) AND label = 'other' ORDER BY id LIMIT 1")
                }
                _ = try await again.post("/account/sessions/\(session)/end")
            case .signedOutThere: _ = try await other.post("/account/sign-out")
            }
            #expect(try await devices(app) == end.left)
        }
    }

    /// A browser in which Ada has signed in and turned notifications on.
    private func browser(_ name: String, _ app: TestApp, _ before: TestClient? = nil) async throws -> TestClient {
        let entered = try await (before ?? app.guest).with("User-Agent", name)
            .post("/account/sign-in", ["email": Cast.ada.email, "password": Cast.password])
        let browser = app.client(token: try #require(entered.cookies["session"])).carrying("device", try #require(entered.cookies["device"]))
            .with("User-Agent", name)
        guard before == nil else { return browser }
        let key = try P256PrivateKey().publicKey.uncompressed.base64URL
        let secret = randomBytes(16).base64URL
        let taken = try await browser.with("Accept", "application/json").json(
            .post, "/api/v1/push/subscriptions",
            #"{"endpoint":"https://push.example/\#(name)","keys":{"p256dh":"\#(key)","auth":"\#(secret)"}}"#)
        #expect(taken.status == .noContent, "\(taken.text)")
        return browser
    }

    private func devices(_ app: TestApp) async throws -> [String] {
        try await app.site.database.read { try $0.all("SELECT label FROM notification_subscription ORDER BY label LIMIT 10" as Query<String>) }
    }
}
