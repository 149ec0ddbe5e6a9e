import Accounts
import Core
import Foundation
import Help
import LibraryApp
import Mail
import Notifications
import Platform
import Reading
import TestSupport
import Testing
import Web

@Suite struct TopicTests {
    static let parts: [any App.Type] = [ReadingModule.self, MailModule.self, NotificationsModule.self, HelpModule.self]

    @Test(.covers("LIB-145")) func `a question is found by words of the reader's own language`() async throws {
        try await withTestApp(LibraryApp.self, parts: Self.parts, on: .sqlite) { app in
            let english = try await app.guest.get("/help?q=forgotten+password").text
            #expect(english.contains("/help/topics/forgotten-password"))
            #expect(!english.contains("/help/topics/install"))
            let swedish = try await app.guest.with("Accept-Language", "sv").get("/help?q=gl%C3%B6mt+l%C3%B6senord").text
            #expect(swedish.contains("/help/topics/forgotten-password"))
            let nothing = try await app.guest.get("/help?q=xyzzy").text
            #expect(nothing.contains("No answers found"))
            #expect(!nothing.contains("Do any of these help?"))
            #expect(nothing.contains("/help/topics/install"))
            let misspelt = try await app.guest.get("/help?q=notifcatons").text
            #expect(misspelt.contains("Do any of these help?"))
        }
    }

    @Test(.covers("LIB-145")) func `a place that only ever opened on days that are over has no hours to show`() async throws {
        try await withTestApp(LibraryApp.self, parts: Self.parts, on: .sqlite) { app in
            let day = try #require(Day("2026-12-24"))
            let hours = OpeningHours(exceptions: [try #require(.init(from: day, through: day, spans: OpeningHours.read("10-14")))])
            try await app.site.configure { $0.openingHours["library"] = hours }
            #expect(try await app.guest.get("/help").text.contains("place-hours"))
            app.clock.advance(by: .seconds(200 * 86_400))
            #expect(try await !app.guest.get("/help").text.contains("place-hours"))
        }
    }

    @Test(.covers("LIB-145", "CORE-013")) func `the answer about a forgotten password promises an email only where one can be sent`() async throws {
        try await withTestApp(LibraryApp.self, parts: Self.parts, on: .sqlite) { app in
            let without = try await app.guest.get("/help/topics/forgotten-password").text
            #expect(without.contains("An administrator can give you a link") && without.contains("href=\"/help/ask\""))
            #expect(!without.contains("You get an email") && !without.contains("spam folder"))
            #expect(try await app.guest.get("/help/topics/confirm-address").status == .notFound)
            try await app.site.configure { $0.mail = MailConfiguration(server: "smtp://mail.example:25", from: "library@stoa.example") }
            #expect(try await app.guest.get("/help/topics/forgotten-password").text.contains("spam folder"))
        }
    }

    @Test(.covers("LIB-145")) func `who cannot sign in finds somebody to ask`() async throws {
        try await withTestApp(LibraryApp.self, parts: Self.parts, on: .sqlite) { app in
            let ada = try await app.signedIn(.ada)
            for (contact, address) in [("", nil), ("Help@stoa.example", "mailto:help@stoa.example"), ("+46 470 123 45", "tel:+4647012345")]
                as [(String, String?)]
            {
                try await app.site.configure { $0.settings[AccountsSettings.dataContact.id] = contact }
                for path in ["/account/sign-in", "/help"] {
                    let page = try await app.guest.get(path).text
                    #expect(page.contains("Can’t sign in?") == (address != nil))
                    if let address { #expect(page.contains("href=\"\(address)\"")) }
                }
                let own = try await ada.get("/help").text
                #expect(!own.contains("Can’t sign in?"))
            }
        }
    }

    @Test(.covers("LIB-145")) func `a topic is found by the words that people use for it, in either language`() async throws {
        let asked: [(language: String, words: String, topic: String)] = [
            ("en", "notifications", "notices"), ("en", "email", "notices"), ("en", "unsubscribe", "notices"), ("en", "verify", "confirm-address"),
            ("en", "confirm address", "confirm-address"), ("en", "two-factor", "safe"), ("en", "2fa", "safe"), ("en", "dark mode", "language"),
            ("en", "contact", "contact"), ("en", "log in", "forgotten-password"), ("en", "delete my account", "my-data"),
            ("sv", "notiser", "notices"), ("sv", "mejl", "notices"), ("sv", "aviseringsinställningar", "notices"), ("sv", "avsluta konto", "my-data"),
            ("sv", "radera", "my-data"), ("sv", "mörkt läge", "language"), ("sv", "bekräfta", "confirm-address"), ("sv", "unsubscribe", "notices"),
            ("en", "terms", "terms"), ("en", "cookies", "terms"), ("en", "ban", "banned"),
            ("sv", "villkor", "terms"), ("sv", "kakor", "terms"), ("sv", "avstängd", "banned"),
        ]
        try await withTestApp(LibraryApp.self, parts: Self.parts, on: .sqlite) { app in
            try await app.site.configure { $0.mail = MailConfiguration(server: "smtp://mail.example:25", from: "library@stoa.example") }
            for (language, words, topic) in asked {
                var address = URLComponents()
                address.path = "/help"
                address.queryItems = [URLQueryItem(name: "q", value: words)]
                let page = try await app.guest.with("Accept-Language", language).get(address.string ?? "").text
                let found = page.matches(of: /\/help\/topics\/([a-z-]+)"/).map { String($0.1) }
                #expect(found.prefix(3).contains(topic), "\(words): \(found.prefix(5))")
            }
        }
    }

    @Test(.covers("LIB-145")) func `a tour shows its stops on the app's own home, and only when asked for`() async throws {
        try await withTestApp(LibraryApp.self, parts: Self.parts, on: .sqlite) { app in
            let help = try await app.guest.get("/help").text
            #expect(help.contains("href=\"/library?tour\""))
            let toured = try await app.guest.get("/library?tour").text
            #expect(toured.contains("data-guided-tour"))
            for target in toured.matches(of: /data-tour-stop="([a-z-]+)"/).map(\.1) {
                #expect(toured.contains("data-tour=\"\(target)\""))
            }
            let plain = try await app.guest.get("/library").text
            #expect(!plain.contains("data-guided-tour"))
        }
    }

    @Test(.covers("LIB-145", "CORE-054")) func `help stands at the foot of every page`() async throws {
        try await withTestApp(LibraryApp.self, parts: Self.parts, on: .sqlite) { app in
            for path in ["/library", "/help", "/nothing-here"] {
                let page = try await app.guest.get(path).text
                #expect(page.contains("href=\"/help\""))
            }
        }
    }
}
