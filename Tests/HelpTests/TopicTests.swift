import Core
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
    static let parts: [any App.Type] = [ReadingPart.self, MailPart.self, NotificationsPart.self, HelpPart.self]

    @Test(.covers("LIB-145")) func `a question is found by words of the reader's own language`() async throws {
        try await withTestApp(LibraryApp.self, parts: Self.parts, on: .sqlite) { app in
            let english = try await app.guest.get("/help?q=forgotten+password").text
            #expect(english.contains("/help/topics/forgotten-password"))
            #expect(!english.contains("/help/topics/install"))
            let swedish = try await app.guest.with("Accept-Language", "sv").get("/help?q=gl%C3%B6mt+l%C3%B6senord").text
            #expect(swedish.contains("/help/topics/forgotten-password"))
            let nothing = try await app.guest.get("/help?q=xyzzy").text
            #expect(nothing.contains("No answer holds these words"))
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
