import Accounts
import Core
import Database
import Foundation
import Mail
import Platform
import StandIns
import TestSupport
import Testing
import Web

/// What providers say about people without being asked, as the stand-ins sign it.
@Suite struct ProviderEventTests {
    private static let apple = "/account/with/apple/notices"

    @Test(.covers("CORE-008"), arguments: Engine.available)
    func `whoever withdraws at Apple is signed out, keeps the account, and is not locked out of it`(on engine: Engine) async throws {
        try await withProviders(on: engine) { journey in
            let browser = try await arrive(journey, "relay")
            journey.app.clock.advance(by: .seconds(120))
            let event = try journey.providers.apple.event("consent-revoked", about: "relay")
            #expect(try await send(event, journey).status == .ok)
            #expect(try await !browser.isSignedIn())
            #expect(try await identities(journey) == 1, "the only way in stays for when the person comes back")
            let email = try #require(try await journey.app.emails(to: "x7k2@privaterelay.appleid.com").last)
            #expect(email.subject == "Signing in through Apple has ended")
            #expect(email.text.contains("/account/forgotten"))
            #expect(try await journey.browser().signIn("apple", as: "relay", then: "/account").location == "/account")
            #expect(try await journey.people() == 1)

            let replayed = try await send(event, journey)
            #expect(replayed.problem?.code == "accounts.notice-repeated")
            #expect(try await journey.sessions() == 1, "what was carried out once is not carried out again")
        }
    }

    @Test(.covers("CORE-008"), arguments: Engine.available, ["account-delete", "account-deleted"])
    func `an identity whose Apple account is gone goes too, the account stays`(on engine: Engine, word: String) async throws {
        try await withProviders(on: engine) { journey in
            let browser = try await arrive(journey, "relay")
            let person = try await personID(journey)
            try await setPassword(of: person, journey)
            journey.app.clock.advance(by: .seconds(120))
            #expect(try await send(try journey.providers.apple.event(word, about: "relay"), journey).status == .ok)
            #expect(try await !browser.isSignedIn())
            #expect(try await identities(journey) == 0)
            #expect(try await journey.people() == 1)
            #expect(try await journey.app.auditTrail().contains("account.identity.revoke"))
        }
    }

    @Test(.covers("CORE-008"))
    func `letters that Apple forwards no more are said on the page, until they are again`() async throws {
        try await withProviders { journey in
            let browser = try await arrive(journey, "relay")
            #expect(try await send(try journey.providers.apple.event("email-disabled", about: "relay"), journey).status == .ok)
            #expect(try await browser.get("/account/security").text.contains("Our emails don’t reach you."))
            journey.app.clock.advance(by: .seconds(1))
            #expect(try await send(try journey.providers.apple.event("email-enabled", about: "relay"), journey).status == .ok)
            #expect(try await browser.get("/account/security").text.contains("Our emails don’t reach you.") == false)
            #expect(try await send(try journey.providers.apple.event("something-new", about: "relay"), journey).status == .ok)
            #expect(try await send(try journey.providers.apple.event("consent-revoked", about: "bo"), journey).status == .ok, "nobody here")
            #expect(try await browser.isSignedIn())
        }
    }

    @Test(
        .covers("CORE-008", "CORE-050"),
        arguments: [
            .algorithmNone, .publicKeyAsSecret, .unknownKey, .wrongSignature, .wrongIssuer, .wrongAudience, .expired, .issuedInFuture,
        ] as [FaultMode])
    func `a notice that Apple did not sign for this site does nothing`(lie: FaultMode) async throws {
        try await withProviders { journey in
            let browser = try await arrive(journey, "relay")
            journey.providers.apple.behave(lie)
            let forged = try journey.providers.apple.event("account-delete", about: "relay")
            journey.providers.apple.behave(.none)
            #expect(try await send(forged, journey).problem?.code == "accounts.notice-untrusted")
            #expect(try await browser.isSignedIn())
            #expect(try await identities(journey) == 1)
        }
    }

    @Test(.covers("CORE-050"))
    func `a notice that is too old, or about an identity that came later, does nothing, and nonsense is refused`() async throws {
        try await withProviders { journey in
            let early = try journey.providers.apple.event("account-delete", about: "relay")
            journey.app.clock.advance(by: .seconds(3600))
            let browser = try await arrive(journey, "relay")
            #expect(try await send(early, journey).status == .ok)
            #expect(try await browser.isSignedIn(), "the notice is about the account from before")
            let late = try journey.providers.apple.event("account-delete", about: "relay")
            journey.app.clock.advance(by: .seconds(86_401))
            #expect(try await send(late, journey).problem?.code == "accounts.notice-untrusted")
            for nonsense in [#"{"payload":"a.b.c"}"#, #"{"payload":""}"#, #"{"payload":"e30.e30.e30"}"#] {
                #expect(try await send(nonsense, journey).status.rawValue == 403)
            }
            #expect(try await send("{}", journey).status.rawValue == 422)
            #expect(try await identities(journey) == 1)
        }
    }

    @Test(.covers("CORE-020"), arguments: Engine.available)
    func `tokens of Apple and Google are given back when the account or the way in goes`(on engine: Engine) async throws {
        try await withProviders(on: engine) { journey in
            let browser = try await arrive(journey, "relay")
            #expect(journey.providers.apple.liveTokens(of: "relay") == 1)
            let sealed: [UInt8]? = try await journey.app.site.database.read {
                try $0.one("SELECT sealed_refresh_token FROM account_identity" as Query<[UInt8]?>)
            }
            #expect(sealed != nil)
            let question = try await browser.get("/account/delete").text
            let address = String(try #require(question.firstMatch(of: /The address of this account: ([^<]+)/)).output.1)
            let erased = try await browser.post("/account/delete", ["address": address])
            #expect(erased.status == .seeOther)
            #expect(try await journey.people() == 0)
            try await journey.app.runJobs()
            #expect(journey.providers.apple.liveTokens(of: "relay") == 0)

            let other = journey.browser()
            _ = try await other.signIn("google", as: "astrid", then: "/account")
            #expect(journey.providers.google.liveTokens(of: "astrid") == 1)
            try await setPassword(of: try await personID(journey), journey)
            let back = journey.browser()
            _ = try await back.signIn("google", as: "astrid", then: "/account")
            let page = try await back.get("/account/security").text
            let remove = String(try #require(page.firstMatch(of: /\/account\/identities\/\d+\/remove/)).0)
            #expect(try await back.post(remove).location == "/account/security")
            try await journey.app.runJobs()
            #expect(try await identities(journey) == 0)
            #expect(journey.providers.google.liveTokens(of: "astrid") == 1, "the token from before the second sign-in is not ours any more")
        }
    }

    private func arrive(_ journey: ProviderJourney, _ user: String) async throws -> Browser {
        let browser = journey.browser()
        let arrived = try await browser.signIn("apple", as: user, then: "/account")
        guard arrived.location == "/account" else { throw TestFailure("Apple led to \(arrived.location ?? "nowhere").") }
        return browser
    }

    /// As Apple's servers do: no cookie, no origin.
    private func send(_ body: String, _ journey: ProviderJourney) async throws -> TestResponse {
        try await journey.app.guest.asProgram.send(.post, Self.apple, type: "application/json", body: Array(body.utf8))
    }

    private func personID(_ journey: ProviderJourney) async throws -> PersonID {
        try await journey.app.site.database.read { try $0.one("SELECT id FROM account_person ORDER BY id DESC LIMIT 1" as Query<PersonID>) }
    }

    private func setPassword(of person: PersonID, _ journey: ProviderJourney) async throws {
        try await journey.app.site.database.write { try $0.run("UPDATE account_person SET password_hash = 'x' WHERE id = \(person)") }
    }

    private func identities(_ journey: ProviderJourney) async throws -> Int {
        try await journey.app.site.database.read { try $0.one("SELECT COUNT(*) FROM account_identity" as Query<Int>) }
    }
}
