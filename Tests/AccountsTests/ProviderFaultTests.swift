import Accounts
import Core
import Database
import LibraryApp
import Platform
import StandIns
import TestSupport
import Testing
import VolunteersApp
import Web

/// What goes wrong at a provider, or is done wrong on purpose, leads to a clear answer and to no session.
@Suite struct ProviderFaultTests {
    @Test(
        .covers("LIB-003", "CORE-007"),
        arguments: [
            FaultMode.algorithmNone, .publicKeyAsSecret, .unknownKey, .wrongSignature, .wrongIssuer, .wrongAudience, .wrongParty, .wrongNonce,
            .expired, .issuedInFuture, .missingSubject, .wrongAccessHash, .otherIssuer,
        ])
    func `a forged or mismatched answer of Google signs nobody in`(_ faultMode: FaultMode) async throws {
        try await withProviders { journey in
            journey.providers.google.behave(faultMode)
            let browser = journey.browser()
            let refused = try await browser.signIn("google", as: "astrid")
            #expect(refused.status == .forbidden)
            #expect(refused.text.contains("couldn’t be trusted"))
            #expect(try await journey.sessions() == 0)
            #expect(try await journey.people() == 0)
            #expect(try await !browser.isSignedIn())
        }
    }

    @Test(.covers("CORE-007"), arguments: [FaultMode.foreignToken, .otherPerson, .invalidToken, .expired])
    func `a token that Facebook made for another app or person signs nobody in`(_ faultMode: FaultMode) async throws {
        try await withProviders { journey in
            journey.providers.facebook.behave(faultMode)
            let refused = try await journey.browser().signIn("facebook", as: "elsa")
            #expect(refused.status == .forbidden)
            #expect(try await journey.sessions() == 0)
        }
    }

    @Test(.covers("CORE-007")) func `booleans that are strings are understood`() async throws {
        try await withProviders { journey in
            journey.providers.apple.behave(.stringBooleans)
            let arrived = try await journey.browser().signIn("apple", as: "relay", then: "/account")
            #expect(arrived.location == "/account")
        }
    }

    @Test(.covers("CORE-007")) func `keys may change between leaving and coming back, and an old set is asked for again once`() async throws {
        try await withProviders { journey in
            #expect(try await journey.browser().signIn("google", as: "astrid").status == .seeOther)
            let browser = journey.browser()
            let address = try await browser.leave("google")
            try journey.providers.google.rotateKeys()
            let arrived = try await browser.get(try await browser.choose("astrid", at: address))
            #expect(arrived.status == .seeOther)

            // A set that lags behind knows the new key not yet; the next attempt a minute later finds it.
            journey.providers.google.behave(.keysStale)
            try journey.providers.google.rotateKeys()
            #expect(try await journey.browser().signIn("google", as: "astrid").status == .forbidden)
            journey.providers.google.behave(.none)
            #expect(try await journey.browser().signIn("google", as: "astrid").status == .forbidden)
            journey.app.clock.advance(by: .seconds(61))
            #expect(try await journey.browser().signIn("google", as: "astrid").status == .seeOther)
        }
    }

    @Test(.covers("CORE-007")) func `keys that were fetched before serve on while the provider cannot hand them out`() async throws {
        try await withProviders { journey in
            let before = try await journey.browser().signIn("google", as: "astrid")
            #expect(before.status == .seeOther)
            journey.providers.google.behave(.keysFail)
            journey.app.clock.advance(by: .seconds(7200))
            let after = try await journey.browser().signIn("google", as: "astrid")
            #expect(after.status == .seeOther)
        }
    }

    @Test(.covers("LIB-004", "CORE-008")) func `a short failure is overcome by trying again`() async throws {
        try await withProviders { journey in
            journey.providers.google.behave(.tokenFailsOnce)
            let arrived = try await journey.browser().signIn("google", as: "astrid")
            #expect(arrived.status == .seeOther)
        }
    }

    @Test(.covers("STO-040", "STO-042", "LIB-004", "CORE-008"), arguments: [FaultMode.down, .discoveryOfAnother])
    func `a provider that does not answer is explained, and the other ways are offered`(_ faultMode: FaultMode) async throws {
        try await withProviders(LibraryApp.self) { journey in
            journey.providers.google.behave(faultMode)
            let answer = try await journey.browser().get("/account/with/google?then=%2Flibrary")
            #expect(answer.status == .serviceUnavailable)
            #expect(answer.text.contains("Google doesn’t answer"))
            #expect(answer.text.contains("Sign in with Facebook"))
            #expect(answer.text.contains("Sign in with email"))
            #expect(answer.text.contains("Try Google again"))
        }
    }

    @Test(.covers("LIB-004", "CORE-008")) func `nobody is locked out of an app whose only provider is away`() async throws {
        try await withProviders(VolunteersApp.self) { journey in
            let browser = journey.browser()
            let address = try await browser.leave("google", then: "/volunteers")
            let back = try await browser.choose("astrid", at: address)
            journey.providers.google.behave(.down)
            let answer = try await browser.get(back)
            #expect(answer.status == .serviceUnavailable)
            #expect(answer.text.contains("Sign in with email"))
            let form = try await browser.get("/account/sign-in?then=%2Fvolunteers&with=password")
            #expect(form.text.contains("name=\"password\""))
        }
    }

    @Test(.covers("CORE-007")) func `a callback counts once`() async throws {
        try await withProviders { journey in
            let browser = journey.browser()
            let back = try await browser.choose("astrid", at: try await browser.leave("google"))
            #expect(try await browser.get(back).status == .seeOther)
            _ = try await browser.post("/account/sign-out")
            let replayed = try await browser.get(back)
            #expect(replayed.status == .gone)
            #expect(try await !browser.isSignedIn())
        }
    }

    @Test(.covers("CORE-007")) func `a callback in another browser than the one that left signs nobody in`() async throws {
        try await withProviders { journey in
            let attacker = journey.browser()
            let back = try await attacker.choose("bo", at: try await attacker.leave("google"))
            let victim = journey.browser()
            _ = try await victim.leave("google")
            let swapped = try await victim.get(back)
            #expect(swapped.status == .forbidden)
            #expect(swapped.text.contains("begun in another browser"))
            #expect(try await journey.sessions() == 0)

            let apple = try await attacker.chooseAtApple("relay", at: try await attacker.leave("apple"))
            #expect(try await victim.get(apple).status == .forbidden)
            #expect(try await journey.sessions() == 0)
        }
    }

    @Test(.covers("CORE-007")) func `an attempt is over after ten minutes, and one that never was is not begun by a callback`() async throws {
        try await withProviders { journey in
            let browser = journey.browser()
            let back = try await browser.choose("astrid", at: try await browser.leave("google"))
            journey.app.clock.advance(by: .seconds(601))
            #expect(try await browser.get(back).status == .gone)
            for state in ["", "x", String(repeating: "A", count: 43)] {
                #expect(try await browser.get("/account/with/google/callback?code=abc&state=\(state)").status == .gone)
            }
            #expect(try await journey.sessions() == 0)
        }
    }

    @Test(.covers("CORE-007")) func `the answer of one provider is not taken for that of another`() async throws {
        try await withProviders { journey in
            let browser = journey.browser()
            let back = try await browser.choose("astrid", at: try await browser.leave("google"))
            let mixed = try await browser.get(back.replacing("/with/google/", with: "/with/facebook/"))
            #expect(mixed.status == .gone)
            #expect(try await journey.sessions() == 0)
        }
    }

    @Test(.covers("CORE-008")) func `whoever refuses at the provider comes back to the sign-in page`() async throws {
        try await withProviders(LibraryApp.self) { journey in
            for provider in ["google", "facebook", "apple"] {
                let answer = try await journey.browser().signIn(provider, as: "deny", then: "/library")
                #expect(answer.status == .forbidden)
                #expect(answer.text.contains("You didn’t finish signing in"))
            }
        }
    }

    @Test(.covers("CORE-007")) func `a page of another site begins no attempt, and its forms change nothing but Apple's answer`() async throws {
        try await withProviders { journey in
            let led = try await journey.browser().get("/account/with/google", ["Sec-Fetch-Site": "cross-site"])
            #expect(led.location?.hasPrefix("/account/sign-in") == true)
            let made = try await journey.browser().postFromElsewhere("/account/with/apple/callback", ["state": "made-up", "code": "made-up"])
            #expect(made.status == .seeOther)
            let browser = journey.browser()
            #expect(try await browser.get(try #require(made.location)).status == .gone)
            #expect(try await browser.postFromElsewhere("/account/finish/code", ["code": "123456"]).status == .forbidden)
        }
    }
}
