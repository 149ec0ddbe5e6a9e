import Accounts
import Core
import Crypto
import Database
import Foundation
import Mail
import Platform
import StandIns
import TestSupport
import Testing
import Web

@Suite struct FacebookEventTests {
    private struct Answer: Decodable {
        var url: String
        var confirmation_code: String
    }

    @Test(.covers("CORE-020", "CORE-008"), arguments: Engine.available)
    func `who has no other way in than Facebook is erased whole, and the page says so`(on engine: Engine) async throws {
        try await withProviders(on: engine) { journey in
            let browser = try await arrive(journey)
            let signed = try journey.providers.facebook.signedRequest(about: "elsa")
            let answer = try await delete(signed, journey)
            #expect(answer.url.hasSuffix("/account/deletions/\(answer.confirmation_code)"))
            let page = "/account/deletions/\(answer.confirmation_code)"
            #expect(try await journey.app.guest.get(page).text.contains("It’s being processed."))
            try await journey.app.runJobs()
            #expect(try await journey.people() == 0)
            #expect(try await !browser.isSignedIn())
            #expect(try await journey.app.guest.get(page).text.contains("everything that belonged to it are deleted"))
            #expect(try await journey.app.guest.get("/account/deletions/AAAAAAAAAAAAAAAAAAAAAA").status.rawValue == 404)
        }
    }

    @Test(.covers("CORE-020", "CORE-050"), arguments: Engine.available)
    func `who has another way in keeps the account, and the same request again changes nothing`(on engine: Engine) async throws {
        try await withProviders(on: engine) { journey in
            let browser = try await arrive(journey)
            try await journey.app.site.database.write { try $0.run("UPDATE account_person SET password_hash = 'x'") }
            let signed = try journey.providers.facebook.signedRequest(about: "elsa")
            let first = try await delete(signed, journey)
            try await journey.app.runJobs()
            #expect(try await journey.people() == 1)
            #expect(try await identities(journey) == 0)
            #expect(try await !browser.isSignedIn())
            let page = try await journey.app.guest.get("/account/deletions/\(first.confirmation_code)")
            #expect(page.text.contains("What came from Facebook is deleted."))
            #expect(page.text.contains("elsa") == false, "whoever has the link learns no name")

            let again = journey.browser()
            _ = try await again.signIn("facebook", as: "elsa", then: "/account")
            _ = try await again.post("/account/finish/address", ["email": "elsa@elsewhere.example"])
            let code = try await self.code(journey)
            #expect(try await again.post("/account/finish/code", ["code": code]).location == "/account")
            let second = try await delete(signed, journey)
            #expect(second.confirmation_code == first.confirmation_code)
            try await journey.app.runJobs()
            #expect(try await again.isSignedIn())
            #expect(try await identities(journey) == 1)
        }
    }

    @Test(.covers("CORE-008", "CORE-050"))
    func `taking the app away signs out, once`() async throws {
        try await withProviders { journey in
            let browser = try await arrive(journey)
            let signed = try journey.providers.facebook.signedRequest(about: "elsa")
            #expect(try await post(signed, "deauthorize", journey).status == .ok)
            #expect(try await !browser.isSignedIn())
            #expect(try await identities(journey) == 1, "the only way in stays for when the person comes back")
            let back = journey.browser()
            _ = try await back.signIn("facebook", as: "elsa", then: "/account")
            #expect(try await post(signed, "deauthorize", journey).problem?.code == "accounts.notice-repeated")
            #expect(try await back.isSignedIn())
        }
    }

    @Test(.covers("CORE-050"))
    func `a request that Facebook did not sign, or long ago, does nothing`() async throws {
        try await withProviders { journey in
            let browser = try await arrive(journey)
            let facebook = journey.providers.facebook
            let honest = try facebook.signedRequest(about: "elsa")
            let parts = honest.split(separator: ".").map(String.init)
            let other = try facebook.signedRequest(about: "astrid").split(separator: ".").map(String.init)
            let plain = [UInt8](
                Data(#"{"algorithm":"none","issued_at":\#(journey.app.clock.clock.now().milliseconds / 1000),"user_id":"facebook-elsa"}"#.utf8)
            )
            .base64URL
            let forged = [
                try facebook.signedRequest(about: "elsa", secret: "guessed"), try facebook.signedRequest(about: "elsa", age: 86_500),
                try facebook.signedRequest(about: "elsa", age: -3600), "\(other[0]).\(parts[1])", ".\(parts[1])", parts[1], "", "\(honest).x",
                hmacSHA256(Array(plain.utf8), key: Array(StandInClient.secret.utf8)).base64URL + "." + plain,
            ]
            for request in forged {
                #expect(try await post(request, "deletion", journey).problem?.code == "accounts.notice-untrusted")
                #expect(try await post(request, "deauthorize", journey).problem?.code == "accounts.notice-untrusted")
            }
            try await journey.app.runJobs()
            #expect(try await browser.isSignedIn())
            #expect(try await journey.people() == 1)
        }
    }

    @Test(.covers("CORE-050"), arguments: Engine.available)
    func `whoever made an account ahead with another's address loses it at once when that person comes`(on engine: Engine) async throws {
        try await withProviders(on: engine) { journey in
            _ = try await journey.app.guest.post(
                "/account/register", ["name": "Not Elsa", "email": "elsa@elsewhere.example", "password": Cast.password])
            let entered = try await journey.app.guest.post(
                "/account/sign-in", ["email": "elsa@elsewhere.example", "password": Cast.password])
            let squatter = journey.app.guest.with("Cookie", "__Host-session=\(try #require(entered.cookies["session"]))")
            #expect(try await squatter.get("/account").status == .ok)
            _ = try await arrive(journey)
            #expect(try await squatter.get("/account").status == .seeOther, "a session that was in memory ends as well")
            let again = try await journey.app.guest.post("/account/sign-in", ["email": "elsa@elsewhere.example", "password": Cast.password])
            #expect(again.status.rawValue == 401)
        }
    }

    private func arrive(_ journey: ProviderJourney) async throws -> Browser {
        let browser = journey.browser()
        _ = try await browser.signIn("facebook", as: "elsa", then: "/account")
        _ = try await browser.post("/account/finish/address", ["email": "elsa@elsewhere.example"])
        let done = try await browser.post("/account/finish/code", ["code": try await code(journey)])
        guard done.location == "/account" else { throw TestFailure("Facebook led to \(done.location ?? "nowhere").") }
        return browser
    }

    private func code(_ journey: ProviderJourney) async throws -> String {
        let emails = try await journey.app.emails(to: "elsa@elsewhere.example").filter { $0.subject.hasPrefix("Your code is ") }
        return String(try #require(emails.last).subject.suffix(6))
    }

    private func post(_ signed: String, _ place: String, _ journey: ProviderJourney) async throws -> TestResponse {
        try await journey.app.guest.asProgram.send(
            .post, "/account/with/facebook/\(place)", type: "application/x-www-form-urlencoded",
            body: Array("signed_request=\(PercentEncoding.encode(signed))".utf8))
    }

    private func delete(_ signed: String, _ journey: ProviderJourney) async throws -> Answer {
        try JSONDecoder().decode(Answer.self, from: Data(try await post(signed, "deletion", journey).bytes))
    }

    private func identities(_ journey: ProviderJourney) async throws -> Int {
        try await journey.app.site.database.read { try $0.one("SELECT COUNT(*) FROM account_identity" as Query<Int>) }
    }
}
