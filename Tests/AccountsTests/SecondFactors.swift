import Core
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import Accounts
@testable import SignIn

/// What a person's phone and paper hold.
struct Phone {
    let code: OneTimeCode
    let recovery: [String]

    func now(_ app: TestApp) -> String { code.code(atStep: app.clock.clock.now().milliseconds / 1000 / OneTimeCode.step) }

    static func bytes(base32 text: some StringProtocol) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        let bits = text.flatMap { email in
            (0..<5).reversed().map { (alphabet.firstIndex(of: email) ?? 0) >> $0 & 1 }
        }
        return stride(from: 0, to: bits.count - 7, by: 8).map { start in bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | UInt8($1) } }
    }
}

extension TestApp {
    /// Sets the second step up through the pages, as a person does.
    func enrolPhone(of who: Cast, in browser: TestClient? = nil) async throws -> Phone {
        let client = if let browser { browser } else { try await signedIn(who) }
        let page = try await client.get("/account/security/authenticator").text
        let ticket = try #require(page.firstMatch(of: /name="ticket" value="([^"]+)"/)?.output.1)
        let secret = try #require(page.firstMatch(of: /secret=([A-Z2-7]+)/)?.output.1)
        let code = OneTimeCode(secret: Phone.bytes(base32: secret))
        let phone = Phone(code: code, recovery: [])
        let wrong = try await client.post("/account/security/authenticator", ["ticket": String(ticket), "code": "not it"])
        #expect(wrong.status.rawValue == 422 && !wrong.text.contains("recovery code"), "there are none yet")
        let shown = try await client.post("/account/security/authenticator", ["ticket": String(ticket), "code": phone.now(self)])
        keepSession(of: who, from: shown)
        let recovery = shown.text.matches(of: /<code>([A-Z0-9-]{14})<\/code>/).map { String($0.output.1) }
        #expect(recovery.count == 10 && shown.text.contains("data-recovery-codes") && shown.text.contains("recovery-codes.js"))
        return Phone(code: code, recovery: recovery)
    }

    /// Makes a passkey through the pages, on a device of the tests' own.
    func enrolPasskey(of who: Cast) async throws -> Authenticator {
        let device = try Authenticator()
        let client = try await signedIn(who)
        let offer = try passkeyOffer(in: try await client.get("/account/security/passkeys"))
        let made = try await client.post(
            "/account/security/passkeys", ["ticket": offer.ticket, "credential": device.create(challenge: offer.challenge), "label": "Phone"])
        #expect(made.location == "/account/security")
        keepSession(of: who, from: made)
        return device
    }
}

/// The ceremony that a page offers.
func passkeyOffer(in page: TestResponse) throws -> (ticket: String, challenge: String) {
    let ticket = try #require(page.text.firstMatch(of: /name="ticket" value="([^"]+)"/)).output.1
    let challenge = try #require(page.text.firstMatch(of: /challenge(?:&quot;|&#34;|"):(?:&quot;|&#34;|")([A-Za-z0-9_-]+)/)).output.1
    return (String(ticket), String(challenge))
}
