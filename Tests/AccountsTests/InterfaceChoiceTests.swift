import Core
import LibraryApp
import Mail
import Platform
import Reading
import TestSupport
import Testing
import Web

@Suite struct InterfaceChoiceTests {
    @Test(.covers("CORE-053", "CORE-004"), arguments: Engine.available)
    func `a language is chosen per app and follows the person to every device`(engine: Engine) async throws {
        try await withTestApp(LibraryApp.self, parts: [ReadingModule.self], on: engine) { app in
            let ada = try await app.signedIn(.ada)
            let chosen = try await ada.post("/preferences", ["language": "bem", "then": "/library/books"])
            #expect(chosen.status == .seeOther)
            // The same account without the cookies of that device.
            let elsewhere = try await app.signedIn(.ada)
            #expect(try await elsewhere.get("/library").text.contains("<html lang=\"bem\""))
            #expect(try await elsewhere.get("/account").text.contains("<html lang=\"en\""))
        }
    }

    @Test(.covers("CORE-053"), arguments: Engine.available)
    func `the account's own pages keep the language of the app that one came from`(engine: Engine) async throws {
        try await withTestApp(LibraryApp.self, parts: [ReadingModule.self], on: engine) { app in
            let ada = try await app.signedIn(.ada)
            _ = try await ada.post("/preferences", ["language": "bem", "then": "/library/books"])
            let there = ada.carrying("app", "library")
            let account = try await there.get("/account").text
            #expect(account.contains("<html lang=\"bem\"") && account.contains("value=\"bem\""))
            // A choice made there is one for the app.
            _ = try await there.post("/preferences", ["language": "en", "then": "/account"])
            _ = try await there.post("/preferences", ["language": "bem", "then": "/account"])
            #expect(try await there.get("/library").text.contains("<html lang=\"bem\""))
        }
    }

    @Test(.covers("CORE-053"), arguments: Engine.available)
    func `a language that the whole site has holds in every app, also where another was chosen before`(engine: Engine) async throws {
        try await withTestApp(LibraryApp.self, parts: [ReadingModule.self], on: engine) { app in
            let ada = try await app.signedIn(.ada)
            _ = try await ada.post("/preferences", ["language": "bem", "then": "/library/books"])
            _ = try await ada.post("/preferences", ["language": "sv", "then": "/library/books"])
            let elsewhere = try await app.signedIn(.ada)
            for place in ["/library", "/account"] { #expect(try await elsewhere.get(place).text.contains("<html lang=\"sv\""), "\(place)") }
            // A device on which a guest had chosen for one app.
            let chosen = try await app.guest.carrying("language-library", "bem").post("/preferences", ["language": "sv", "then": "/library"])
            let cookies = chosen.response.headers.all("Set-Cookie")
            #expect(cookies.contains { $0.hasPrefix("__Host-language=sv;") })
            #expect(cookies.contains { $0.hasPrefix("__Host-language-library=;") && $0.hasSuffix("Max-Age=0") })
        }
    }

    @Test(.covers("CORE-053", "CORE-052"), arguments: Engine.available)
    func `what a guest chose holds after signing in until the account has a choice, which wins on every device`(engine: Engine) async throws {
        try await withTestApp(LibraryApp.self, parts: [ReadingModule.self], on: engine) { app in
            let ada = try await app.signedIn(.ada)
            func page(_ cookies: [(String, String)]) async throws -> String {
                try await cookies.reduce(ada) { $0.carrying($1.0, $1.1) }.get("/library").text
            }
            let before = try await page([("language", "sv"), ("theme", "dark")])
            #expect(before.contains("<html lang=\"sv\"") && before.contains("data-theme=\"dark\""))
            _ = try await ada.post("/preferences", ["language": "en", "then": "/library"])
            _ = try await ada.post("/preferences", ["theme": "light", "then": "/library"])
            let after = try await page([("language", "sv"), ("language-library", "bem"), ("theme", "dark")])
            #expect(after.contains("<html lang=\"en\"") && after.contains("data-theme=\"light\""))
        }
    }

    @Test(.covers("CORE-053"), arguments: Engine.available)
    func `the language of a profile gives way to a new choice`(engine: Engine) async throws {
        try await withTestApp(LibraryApp.self, parts: [ReadingModule.self], on: engine) { app in
            let ada = try await app.signedIn(.ada)
            for tag in ["sv", "en", "sv"] {
                _ = try await ada.post("/preferences", ["language": tag, "then": "/account"])
                let page = try await ada.get("/account").text
                #expect(page.contains("<html lang=\"\(tag)\""))
            }
        }
    }

    @Test(.covers("CORE-052"), arguments: Engine.available)
    func `a theme that is still on its way to the account is shown already, and then is the account's`(engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let ada = try await app.signedIn(.ada)
            _ = try await ada.post("/preferences", ["theme": "light", "then": "/account"])
            #expect(try await ada.get("/account").text.contains("data-theme=\"light\""))
            #expect(try await ada.carrying("theme-chosen", "dark").get("/account").text.contains("data-theme=\"dark\""))
            let kept = try await ada.post("/preferences", ["theme": "dark", "then": "/account"])
            let forgotten = kept.response.headers.all("Set-Cookie").contains { $0.hasPrefix("__Host-theme-chosen=;") && $0.hasSuffix("Max-Age=0") }
            #expect(forgotten, "once it is kept")
            #expect(try await app.signedIn(.ada).get("/account").text.contains("data-theme=\"dark\""), "on another device")
        }
    }

    @Test(.covers("CORE-053")) func `a language that an app does not offer is not taken`() async throws {
        try await withTestApp(LibraryApp.self, parts: [ReadingModule.self], on: .sqlite) { app in
            let ada = try await app.signedIn(.ada)
            _ = try await ada.post("/preferences", ["language": "fr", "then": "/library"])
            #expect(try await ada.get("/library").text.contains("<html lang=\"en\""))
        }
    }

    @Test(.covers("CORE-053", "LIB-115")) func `administrators say a phrase otherwise, and people see it at once`() async throws {
        try await withTestApp(LibraryApp.self, parts: [ReadingModule.self], on: .sqlite) { app in
            #expect(try await app.guest.get("/account/sign-in").text.contains("Keep me logged in"))
            try await app.site.configure { $0.texts = ["en": ["Keep me logged in": "Remember this <device>"]] }
            #expect(try await app.guest.get("/account/sign-in").text.contains("Remember this &lt;device&gt;"))
            try await app.site.configure { $0.texts = [:] }
            #expect(try await app.guest.get("/account/sign-in").text.contains("Keep me logged in"))
        }
    }

    @Test(.covers("CORE-053"), arguments: Engine.available)
    func `who chose no language is written to in the one they signed in with, while each browser goes on deciding about pages`(
        engine: Engine
    ) async throws {
        try await withTestApp(on: engine) { app in
            _ = try await app.person(.ada)
            func arrive(_ language: String) async throws -> TestClient {
                let door = app.guest.with("Accept-Language", language)
                let session = try await door.post("/account/sign-in", ["email": Cast.ada.email, "password": Cast.password]).cookies["session"]
                return door.with("Cookie", "__Host-session=\(try #require(session))")
            }
            _ = try await arrive("sv")
            let english = try await arrive("en")
            #expect(try await english.get("/account").text.contains("<html lang=\"en\""))
            let swedish = try await arrive("sv")
            #expect(try await swedish.get("/account").text.contains("<html lang=\"sv\""))
            let emails = try await app.emails(to: Cast.ada.email)
            #expect(emails.last?.subject == "En ny inloggning på ditt konto", "the third browser is new as well")
        }
    }
}
