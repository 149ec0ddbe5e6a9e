import Accounts
import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import LibraryApp

@Suite struct ReadingAppSignInTests {
    @Test(.covers("LIB-151"), arguments: Engine.available)
    func `a member fetches a file with an app password, whole and in parts`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, _ in
            try await app.item("The Lamp", text: "# One\n\nA lamp on a hill.")
            let guest = ReadingApp.atom(app)
            let entry = try #require(try await guest.feed("\(guest.base)/opds/new").all("entry").first)
            let link = try #require(entry.file)
            let path = try guest.path(#require(link.attributes["href"]))
            #expect(path.hasSuffix(".md"), "some apps judge a file by the ending of its address")

            let member = guest.withBasic(Cast.ada.email, try await app.appPassword(for: .ada))
            let head = try await member.client.head(path)
            #expect(head.status == .ok && head["Content-Disposition"]?.contains("filename") == true)
            let whole = try await member.client.get(path)
            #expect(whole.status == .ok && whole.text.contains("A lamp on a hill."))
            #expect(whole["Content-Type"]?.hasPrefix(link.attributes["type"] ?? "?") == true)
            #expect(link.attributes["length"] == String(whole.bytes.count))
            let part = try await member.client.with("Range", "bytes=2-4").with("If-Range", #require(whole["ETag"])).get(path)
            #expect(part.status == .partialContent && part.bytes == Array(whole.bytes[2...4]))
            #expect(try await app.signedIn(.bea).get(path).status == .ok, "a session of a browser will do as well")
        }
    }

    @Test(.covers("LIB-151"))
    func `whoever has no app password is told how to sign in, never sent to a page`() async throws {
        try await withLibrary(on: .sqlite) { app, _ in
            let id = try await app.item("The Lamp")
            let path = LibraryPaths.feedFile(id, "lamp.md")
            let guest = ReadingApp.atom(app)
            let asking = [
                guest, guest.withBasic(Cast.ada.email, Cast.password), guest.withBasic(Cast.ada.email, ""), guest.withBasic("", ""),
                guest.withBasic("nobody@stoa.example", try await app.appPassword(for: .ada)),
                ReadingApp(client: app.guest.with("Authorization", "Basic %%%")), ReadingApp(client: app.guest.with("Authorization", "Basic")),
                ReadingApp(client: app.guest.with("Authorization", "Digest username=\"ada\"")), ReadingApp(client: app.guest),
            ]
            for one in asking {
                let answer = try await one.client.get(path)
                #expect(answer.status == .unauthorized)
                #expect(answer["WWW-Authenticate"]?.hasPrefix("Basic realm=") == true && answer["WWW-Authenticate"]?.contains("UTF-8") == true)
                #expect(answer["Content-Type"] == FeedType.signIn)
                #expect(answer["Link"]?.contains("\(one.base)/opds/auth.json") == true)
                #expect(answer["Set-Cookie"] == nil && answer.location == nil)
            }
            let document = try await guest.client.get("/opds/auth.json")
            #expect(document.status == .ok && document.json["id"] as? String == "\(guest.base)/opds/auth.json")
            let flows = try #require(document.json["authentication"] as? [[String: Any]])
            #expect(flows.first?["type"] as? String == "http://opds-spec.org/auth/basic")
        }
    }

    @Test(.covers("LIB-151"))
    func `a revoked app password opens nothing from that moment`() async throws {
        try await withLibrary(on: .sqlite) { app, _ in
            let id = try await app.item("The Lamp")
            let path = LibraryPaths.feedFile(id, "lamp.md")
            let member = ReadingApp.atom(app).withBasic(Cast.ada.email, try await app.appPassword(for: .ada))
            let before = try await app.signedIn(.ada).get("/account/security").text
            #expect(try await member.client.get(path).status == .ok)
            let account = try await app.signedIn(.ada).get("/account/security").text
            #expect(account != before, "the page says when the password was used")
            let revoke = try #require(account.firstMatch(of: /\/account\/app-passwords\/\d+\/revoke/)).0
            _ = try await app.signedIn(.ada).post(String(revoke))
            #expect(try await member.client.get(path).status == .unauthorized)
        }
    }

    @Test(.covers("CORE-019", "LIB-151"), arguments: Engine.available)
    func `a ban from the library holds for reading apps at once, and lifting it lets them in again`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, _ in
            let path = LibraryPaths.feedFile(try await app.item("The Lamp"), "lamp.md")
            let member = ReadingApp.atom(app).withBasic(Cast.ada.email, try await app.appPassword(for: .ada))
            let (ada, bans) = (try await app.person(.ada), try app.site.service(Bans.self))
            #expect(try await member.client.get(path).status == .ok)
            try await app.site.write(by: nil) { try bans.ban(ada, from: "library", until: nil, reason: "Torn pages.", in: $0) }
            let closed = try await member.client.get(path)
            #expect(closed.status == .forbidden && closed.problem?.code == "accounts.banned")
            try await app.site.write(by: nil) { try bans.lift(ada, from: "library", in: $0) }
            #expect(try await member.client.get(path).status == .ok)
        }
    }

    @Test(.covers("LIB-151"))
    func `guessing is slowed down, a right password never`() async throws {
        try await withLibrary(on: .sqlite) { app, _ in
            let id = try await app.item("The Lamp")
            let path = LibraryPaths.feedFile(id, "lamp.md")
            let guest = ReadingApp.atom(app)
            let right = guest.withBasic(Cast.ada.email, try await app.appPassword(for: .ada))
            let old = guest.withBasic(Cast.ada.email, "an old password")
            var statuses: [Status] = []
            for _ in 0..<40 { statuses.append(try await old.client.get(path).status) }
            #expect(statuses.first == .unauthorized && statuses.last == .tooManyRequests)
            #expect(try await right.client.get(path).status == .ok)
            app.clock.advance(by: .seconds(120))
            #expect(try await old.client.get(path).status == .unauthorized)
        }
    }
}
