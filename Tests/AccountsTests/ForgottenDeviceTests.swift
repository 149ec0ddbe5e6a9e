import Accounts
import Core
import Database
import Foundation
import Mail
import Platform
import TestSupport
import Testing
import Web

/// What ends the standing that a browser has because its person signed in on it before.
enum Farewell: String, CaseIterable, CustomTestStringConvertible {
    case signedOutElsewhere, passwordChanged, passwordReset, endedByStaff, twoStepBegun, endedInTheList

    var testDescription: String { rawValue }
    /// Whether the browser in which it was done stays known.
    var keepsOwn: Bool { self != .passwordReset && self != .endedByStaff }
}

/// A browser with the cookies that a sign-in gave it.
struct KnownBrowser {
    var client: TestClient
    let device: String

    init(_ who: Cast, _ app: TestApp) async throws {
        _ = try await app.person(who)
        let entered = try await app.guest.post("/account/sign-in", ["email": who.email, "password": Cast.password])
        device = try #require(entered.cookies["device"])
        client = app.client(token: try #require(entered.cookies["session"])).carrying("device", device)
    }
}

/// Browsers that were known, and are strangers' once their person signs out everywhere.
@Suite struct ForgottenDeviceTests {
    @Test(.covers("CORE-012", "CORE-014"), arguments: Farewell.allCases, Engine.available)
    func `a browser that was signed out is a stranger's again`(_ farewell: Farewell, on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let (own, other) = (try await KnownBrowser(.ada, app), try await KnownBrowser(.ada, app))
            var password = Cast.password
            switch farewell {
            case .signedOutElsewhere: _ = try await own.client.post("/account/sessions/end-others")
            case .passwordChanged:
                password = "river 8 lantern"
                _ = try await own.client.post("/account/password", ["current": Cast.password, "password": password])
            case .passwordReset:
                password = "river 8 lantern"
                _ = try await app.guest.post("/account/forgotten", ["email": Cast.ada.email])
                try await app.runJobs()
                let link = try await app.emails(to: Cast.ada.email).flatMap(\.links).compactMap { link in
                    link.firstMatch(of: /\/account\/reset\/[A-Za-z0-9_-]{43}/).map { String($0.0) }
                }
                _ = try await app.guest.post(try #require(link.last), ["password": password])
            case .endedByStaff:
                _ = try await app.signedIn(.owner).post("/admin/people/\(try await app.person(.ada))/sessions/end")
            case .twoStepBegun: _ = try await app.enrolPhone(of: .ada, in: own.client)
            case .endedInTheList:
                let page = try await own.client.get("/account/security").text
                let form = try #require(page.firstMatch(of: /action="(\/account\/sessions\/[0-9]+\/end)"/))
                _ = try await own.client.post(String(form.1))
            }
            for status in [401, 401, 429] { #expect(try await app.attempt(app.guest, .ada, "wrong 1 wrong") == status) }
            #expect(try await app.attempt(app.guest.carrying("device", other.device), .ada, password) == 429)
            let expected = farewell.keepsOwn ? 303 : 429
            #expect(try await app.attempt(app.guest.carrying("device", own.device), .ada, password) == expected)
        }
    }

    @Test(.covers("CORE-012", "CORE-016"), arguments: Engine.available)
    func `a browser is known to the second step once a code was proved on it`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let own = try await KnownBrowser(.ada, app)
            let phone = try await app.enrolPhone(of: .ada, in: own.client)
            var passkey = try await app.enrolPasskey(of: .ada)
            let offer = try passkeyOffer(in: try await app.guest.get("/account/sign-in?then=/admin"))
            let entered = try await app.guest.post(
                "/account/sign-in/passkey", ["ticket": offer.ticket, "credential": passkey.get(challenge: offer.challenge)])
            let withPasskey = try #require(entered.cookies["device"])

            app.clock.advance(by: .seconds(60))
            let stranger = try await halfWay(app.guest, app)
            for status in [422, 422, 429] { #expect(try await stranger.post("/account/second-step", ["code": "not it"]).status.rawValue == status) }
            for (device, isKnown) in [(withPasskey, false), (own.device, true)] {
                let browser = try await halfWay(app.guest.carrying("device", device), app)
                let answer = try await browser.post("/account/second-step", ["code": phone.now(app)])
                #expect((answer.cookies["session"] != nil) == isKnown)
            }
        }
    }

    @Test(.covers("CORE-012", "RES-002"), arguments: Engine.available)
    func `all browsers and places of an account together have thirty failures an hour, and strangers alone do not use them up`(
        on engine: Engine
    ) async throws {
        try await withTestApp(on: engine) { app in
            var passkey = try await app.enrolPasskey(of: .ada)
            var browsers: [KnownBrowser] = []
            for _ in 1...10 { browsers.append(try await KnownBrowser(.ada, app)) }
            for _ in 1...3 {
                for status in [401, 401, 429] { #expect(try await app.attempt(app.guest, .ada, "wrong 1 wrong") == status) }
                app.clock.advance(by: .seconds(15 * 60 + 1))
            }
            let last = browsers.removeLast()
            #expect(try await app.attempt(app.guest.carrying("device", last.device), .ada) == 303, "strangers alone lock strangers")
            for browser in browsers.prefix(7) {
                for status in [401, 401, 429] {
                    #expect(try await app.attempt(app.guest.carrying("device", browser.device), .ada, "wrong 1 wrong") == status)
                }
            }
            for browser in [browsers[8], last] {
                #expect(try await app.attempt(app.guest.carrying("device", browser.device), .ada) == 429, "however many browsers are known")
            }
            let offer = try passkeyOffer(in: try await app.guest.get("/account/sign-in?then=/admin"))
            let entered = try await app.guest.post(
                "/account/sign-in/passkey", ["ticket": offer.ticket, "credential": passkey.get(challenge: offer.challenge)])
            #expect(entered.cookies["session"] != nil)
            app.clock.advance(by: .seconds(3600))
            #expect(try await app.attempt(app.guest.carrying("device", last.device), .ada) == 303)
        }
    }

    @Test(.covers("CORE-014", "CORE-016"), arguments: Engine.available)
    func `a sign-in that waits for its code ends when its person signs out everywhere`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let own = try await KnownBrowser(.ada, app)
            let phone = try await app.enrolPhone(of: .ada, in: own.client)
            let waiting = try await halfWay(app.guest, app)
            app.clock.advance(by: .seconds(60))
            _ = try await app.signedIn(.owner).post("/admin/people/\(try await app.person(.ada))/sessions/end")
            let answer = try await waiting.post("/account/second-step", ["code": phone.now(app)])
            #expect(answer.cookies["session"] == nil)
        }
    }

    private func halfWay(_ browser: TestClient, _ app: TestApp) async throws -> TestClient {
        let said = try await browser.post("/account/sign-in", ["email": Cast.ada.email, "password": Cast.password])
        return browser.carrying("second-step", try #require(said.cookies["second-step"]))
    }
}

extension TestApp {
    /// The status of one attempt to sign in, each from a network of its own: what networks are limited to is not measured here.
    func attempt(_ browser: TestClient, _ who: Cast, _ password: String = Cast.password) async throws -> Int {
        let network = "127.\(UInt8.random(in: 1...255)).\(UInt8.random(in: 0...255)).1"
        return try await browser.from(network).post("/account/sign-in", ["email": who.email, "password": password]).status.rawValue
    }
}
