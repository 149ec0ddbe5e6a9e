import Core
import Crypto
import Database
import Foundation
import Mail
import Platform
import TestSupport
import Testing
import Web

@testable import Accounts
@testable import SignIn

@Suite struct PasskeyTests {
    @Test(.covers("CORE-016", "LIB-012"), arguments: Engine.available)
    func `a passkey opens the account without a password, and tells its person by letter`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            var device = try await app.enrolPasskey(of: .owner)
            let page = try await app.guest.get("/account/sign-in?then=/admin/people")
            let offer = try passkeyOffer(in: page)
            let credential = device.get(challenge: offer.challenge)
            let entered = try await app.guest.post(
                "/account/sign-in/passkey", ["ticket": offer.ticket, "credential": credential, "then": "/admin/people"])
            #expect(entered.location == "/admin/people")
            let owner = app.guest.with("Cookie", "__Host-session=\(try #require(entered.cookies["session"]))")
            #expect(try await owner.get("/admin/people").status == .ok)
            #expect(try await app.emails(to: Cast.owner.email).contains { $0.subject == "A passkey was added to your account" })

            let replayed = try await app.guest.post("/account/sign-in/passkey", ["ticket": offer.ticket, "credential": credential])
            #expect(replayed.cookies["session"] == nil)
        }
    }

    @Test(.covers("LIB-012"))
    func `whoever made a passkey finds it on every sign-in page`() async throws {
        try await withTestApp(on: .sqlite) { app in
            #expect(try await !app.guest.get("/account/sign-in").text.contains("Sign in with a passkey"), "nobody has one")
            var device = try await app.enrolPasskey(of: .ada)
            let offer = try passkeyOffer(in: try await app.guest.get("/account/sign-in"))
            let entered = try await app.guest.post(
                "/account/sign-in/passkey", ["ticket": offer.ticket, "credential": device.get(challenge: offer.challenge)])
            #expect(entered.cookies["session"] != nil)
        }
    }

    @Test(.covers("LIB-012"), arguments: Engine.available)
    func `a passkey confirms that it is still the person, but not another's`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            var device = try await app.enrolPasskey(of: .owner)
            var stranger = try await app.enrolPasskey(of: .ada)
            let owner = try await app.signedIn(.owner)
            for _ in 1...2 {
                app.clock.advance(by: .seconds(7 * 3600))
                #expect(try await owner.get("/account").status == .ok)
            }
            let page = try passkeyOffer(in: try await owner.get("/account/confirm?then=/admin/people"))
            let foreign = try await owner.post("/account/confirm", ["ticket": page.ticket, "credential": stranger.get(challenge: page.challenge)])
            #expect(foreign.status.rawValue == 401)
            let next = try passkeyOffer(in: foreign)
            let own = try await owner.post(
                "/account/confirm", ["ticket": next.ticket, "credential": device.get(challenge: next.challenge), "then": "/admin/people"])
            #expect(own.location == "/admin/people")
            #expect(try await owner.get("/admin/people").status == .ok)
        }
    }

    @Test(.covers("CORE-050"))
    func `a copied authenticator is noticed by its counter`() async throws {
        try await withTestApp(on: .sqlite) { app in
            var device = try await app.enrolPasskey(of: .owner)
            var copy = device
            #expect(try await opens(device: &device, app))
            #expect(try await opens(device: &device, app))
            #expect(try await opens(device: &copy, app) == false)
        }
    }

    @Test(.covers("CORE-016"))
    func `a removed passkey opens nothing`() async throws {
        try await withTestApp(on: .sqlite) { app in
            var device = try await app.enrolPasskey(of: .owner)
            let owner = try await app.signedIn(.owner)
            let page = try await owner.get("/account/security").text
            let path = try #require(page.firstMatch(of: /\/account\/security\/passkeys\/\d+\/remove/)).0
            _ = try await owner.post(String(path), ["confirmed": "true"])
            #expect(try await opens(device: &device, app) == false)
        }
    }

    @Test(.covers("CORE-016"))
    func `a ticket for one ceremony is none for another, and none for another person`() async throws {
        try await withTestApp(on: .sqlite) { app in
            var device = try await app.enrolPasskey(of: .owner)
            let owner = try await app.signedIn(.owner)
            let new = try passkeyOffer(in: try await owner.get("/account/security/passkeys"))
            let confirmed = try await owner.post("/account/confirm", ["ticket": new.ticket, "credential": device.get(challenge: new.challenge)])
            #expect(confirmed.status.rawValue == 410)
            let other = try Authenticator()
            let stolen = try await app.signedIn(.ada).post(
                "/account/security/passkeys", ["ticket": new.ticket, "credential": other.create(challenge: new.challenge), "label": "x"])
            #expect(stolen.status.rawValue == 410)
        }
    }

    @Test(
        .covers("CORE-050"),
        arguments: [
            (Authenticator.Behaviour(origin: "https://evil.example"), .wrongOrigin), (.init(origin: "http://localhost:8081"), .wrongOrigin),
            (.init(party: "evil.example"), .wrongRelyingParty), (.init(type: "webauthn.create"), .wrongType),
            (.init(challenge: "AAAA"), .wrongChallenge), (.init(crossOrigin: true), .wrongOrigin), (.init(flags: 0x04), .notPresent),
            (.init(flags: 0x01), .notVerified), (.init(spoilsSignature: true), .wrongSignature),
        ] as [(Authenticator.Behaviour, PasskeyFault)])
    func `every lie of a browser or an authenticator is found`(behaviour: Authenticator.Behaviour, fault: PasskeyFault) throws {
        var device = try Authenticator()
        let challenge = randomBytes(32)
        let ceremony = PasskeyCeremony(party: Self.party, challenge: challenge)
        let made = try answer(device.create(challenge: challenge.base64URL))
        let key = try PasskeyKey(
            stored: ceremony.registration(clientData: made.clientData, attestation: made.attestation).credential.key)
        let shown = try answer(device.get(challenge: challenge.base64URL, behaviour))
        #expect(throws: fault) {
            try ceremony.assertion(
                clientData: shown.clientData, data: shown.data, signature: shown.signature, key: key, lastCount: 0)
        }
        let honest = try answer(device.get(challenge: challenge.base64URL))
        let count = try ceremony.assertion(
            clientData: honest.clientData, data: honest.data, signature: honest.signature, key: key, lastCount: 1)
        #expect(count == 2)
        #expect(throws: PasskeyFault.copied) {
            try ceremony.assertion(clientData: honest.clientData, data: honest.data, signature: honest.signature, key: key, lastCount: 2)
        }
    }

    @Test(.covers("CORE-050"))
    func `bytes that were cut or changed anywhere make a refusal, never a crash`() throws {
        let device = try Authenticator()
        let challenge = randomBytes(32)
        let ceremony = PasskeyCeremony(party: Self.party, challenge: challenge)
        let made = try answer(device.create(challenge: challenge.base64URL))
        for length in 0..<made.attestation.count {
            #expect(throws: PasskeyFault.self) {
                try ceremony.registration(clientData: made.clientData, attestation: Array(made.attestation.prefix(length)))
            }
        }
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            var changed = made.attestation
            changed[Int.random(in: 0..<changed.count, using: &generator)] ^= UInt8.random(in: 1...255, using: &generator)
            // Whatever it says, it says it: a changed key or id is another key or id.
            _ = try? ceremony.registration(clientData: made.clientData, attestation: changed)
        }
    }

    @Test(
        arguments: [
            (nil, "http://localhost:8080", "localhost"), ("https://library.example", "https://library.example", "library.example"),
            ("https://library.example:8443/", "https://library.example:8443", "library.example"),
            ("https://library.example:443", "https://library.example", "library.example"),
        ] as [(String?, String, String)])
    func `a passkey is for the site's own address`(base: String?, origin: String, id: String) throws {
        let head = try RequestHead(method: .get, target: "/", headers: ["Host": "localhost:8080"])
        let party = RelyingParty(baseURL: base, request: Request(id: "1", head: head))
        #expect(party == RelyingParty(id: id, origin: origin))
    }

    private static let party = RelyingParty(id: "localhost", origin: "http://localhost:8080")

    private func answer(_ json: String) throws -> (clientData: [UInt8], attestation: [UInt8], data: [UInt8], signature: [UInt8]) {
        let answer = try JSONDecoder().decode(Passkeys.Answer.self, from: Data(json.utf8))
        let bytes = { (text: String?) in text.flatMap { [UInt8](base64URL: $0) } ?? [] }
        return (bytes(answer.clientDataJSON), bytes(answer.attestationObject), bytes(answer.authenticatorData), bytes(answer.signature))
    }

    private func opens(device: inout Authenticator, _ app: TestApp) async throws -> Bool {
        let offer = try passkeyOffer(in: try await app.guest.get("/account/sign-in?then=/admin"))
        let entered = try await app.guest.post(
            "/account/sign-in/passkey", ["ticket": offer.ticket, "credential": device.get(challenge: offer.challenge)])
        return entered.cookies["session"] != nil
    }
}
