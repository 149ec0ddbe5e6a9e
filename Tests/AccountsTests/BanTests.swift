import Accounts
import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@Suite struct BanTests {
    @Test(.covers("CORE-019", "VOL-043"), arguments: Engine.available)
    func `a ban closes the app to every open session at once, and lifting it opens it again`(on engine: Engine) async throws {
        try await withTestApp(DoorApp.self, on: engine) { app in
            let (ada, id) = (try await app.signedIn(.ada), try await app.person(.ada))
            let bans = try app.site.service(Bans.self)
            #expect(try await ada.get("/door").status == .ok)
            #expect(try await ada.asProgram.get("/api/v1/door").status == .ok)
            try await app.site.write(by: nil) { db in
                try bans.ban(id, from: "door", until: nil, reason: "Advertising, again and again.", in: db)
            }
            let page = try await ada.get("/door")
            #expect(page.problem?.code == "accounts.banned")
            #expect(page.text.contains("Advertising, again and again."))
            #expect(try await ada.asProgram.get("/api/v1/door").status.rawValue == 403)
            #expect(try await ada.post("/door").status.rawValue == 403)
            #expect(try await ada.get("/account").status == .ok)
            #expect(try await ada.get("/account").text.contains("data-app=\"site\""), "the frame of an app that is closed leads nowhere")
            try await app.site.write(by: nil) { db in try bans.lift(id, from: "door", in: db) }
            #expect(try await ada.get("/door").status == .ok)
        }
    }

    @Test(.covers("CORE-019"), arguments: Engine.available)
    func `whoever is banned, or loses a right, while a body is coming is refused at its end`(on engine: Engine) async throws {
        try await withTestApp(DoorApp.self, on: engine) { app in
            let (ada, id) = (try await app.signedIn(.ada), try await app.person(.ada))
            let roles = try app.site.service(Roles.self)
            try await roles.set([.init(app: "door", role: "keeper")], of: id, by: nil)
            func slowly(_ change: @escaping @Sendable () async throws -> Void) -> TestClient {
                ada.slowly {
                    try await change()
                    app.clock.advance(by: .seconds(10))
                }
            }
            _ = try await ada.post("/terms/door", ["version": "1", "accepted": "true"])
            #expect(try await slowly {}.post("/door/keep", ["words": "x"]).json["door"] as? String == "open")
            let dismissed = slowly { try await roles.set([], of: id, by: nil) }
            #expect(try await dismissed.post("/door/keep", ["words": "x"]).status == .notFound)
            #expect(try await slowly {}.post("/door", ["words": "x"]).json["door"] as? String == "open")
            let banned = slowly {
                try await app.site.write(by: nil) { db in
                    try app.site.service(Bans.self).ban(id, from: "door", until: nil, reason: "Noise.", in: db)
                }
            }
            #expect(try await banned.post("/door", ["words": "x"]).problem?.code == "accounts.banned")
            try await app.site.write(by: nil) { try app.site.service(Bans.self).lift(id, from: "door", in: $0) }
            let other = app.client(token: try await app.accounts().openSession(for: id))
            let signedOut = slowly { _ = try await other.post("/account/sessions/end-others") }
            #expect(try await signedOut.post("/door", ["words": "x"]).location?.hasPrefix("/account/sign-in") == true)
        }
    }

    @Test(.covers("CORE-019"), arguments: Engine.available)
    func `a ban with an end says when it ends, and ends then`(on engine: Engine) async throws {
        try await withTestApp(DoorApp.self, on: engine) { app in
            let (ada, id) = (try await app.signedIn(.ada), try await app.person(.ada))
            let until = app.clock.clock.now() + .seconds(3600)
            try await app.site.write(by: nil) { db in
                try app.site.service(Bans.self).ban(id, from: "door", until: until, reason: "A day off.", in: db)
            }
            let closed = try await ada.asProgram.get("/api/v1/door")
            #expect((closed.json["remedy"] as? String)?.hasPrefix("You can use it again from") == true)
            app.clock.advance(by: .seconds(3601))
            #expect(try await ada.asProgram.get("/api/v1/door").status == .ok)
            // A new ban finds no old one in its way.
            try await app.site.write(by: nil) { db in
                try app.site.service(Bans.self).ban(id, from: "door", until: nil, reason: "Again.", in: db)
            }
            #expect(try await ada.get("/door").status.rawValue == 403)
        }
    }

    @Test(.covers("CORE-019"))
    func `a session that is opened during the ban finds the app closed too`() async throws {
        try await withTestApp(DoorApp.self, on: .sqlite) { app in
            let id = try await app.person(.ada)
            try await app.site.write(by: nil) { db in
                try app.site.service(Bans.self).ban(id, from: "door", until: nil, reason: "No.", in: db)
            }
            let opened = try await app.guest.asProgram.json(
                .post, "/api/v1/sessions", #"{"email":"ada@stoa.example","password":"lantern 7 river"}"#)
            let token = try #require(opened.json["token"] as? String)
            let answer = try await app.guest.asProgram.with("Authorization", "Bearer \(token)").get("/api/v1/door")
            #expect(answer.problem?.code == "accounts.banned")
        }
    }

    @Test(.covers("CORE-019", "CORE-018"), arguments: Engine.available)
    func `nobody lifts their own ban, however much they may`(on engine: Engine) async throws {
        try await withTestApp(DoorApp.self, on: engine) { app in
            let (admin, id) = (try await app.signedIn(.admin), try await app.person(.admin))
            try await app.site.write(by: nil) { db in
                try app.site.service(Bans.self).ban(id, from: "door", until: nil, reason: "Too loud.", in: db)
            }
            #expect(try await admin.asProgram.delete("/api/v1/people/\(id)/bans/door").problem?.code == "accounts.own-ban")
            _ = try await admin.post("/admin/people/\(id)/bans/door/lift")
            #expect(try await admin.get("/door").status == .forbidden)
            #expect(try await app.signedIn(.owner).asProgram.delete("/api/v1/people/\(id)/bans/door").status == .noContent)
            #expect(try await admin.get("/door").status == .ok)
        }
    }

    @Test func `nobody is banned without a reason, from no app, into the past, by themselves, or as an owner`() async throws {
        try await withTestApp(DoorApp.self, on: .sqlite) { app in
            let (ada, owner) = (try await app.person(.ada), try await app.person(.owner))
            let past = app.clock.clock.now()
            let bans = try app.site.service(Bans.self)
            func refusal(_ person: PersonID, _ from: String, until: Instant?, _ reason: Text, by: PersonID?) async throws -> BanRefusal? {
                do {
                    try await app.site.write(by: by) { try bans.ban(person, from: from, until: until, reason: reason, in: $0) }
                    return nil
                } catch let refusal as BanRefusal { return refusal }
            }
            #expect(try await refusal(ada, "door", until: nil, "  ", by: nil) == .reasonMissing)
            #expect(try await refusal(ada, "window", until: nil, "Because.", by: nil) == .unknownApp)
            #expect(try await refusal(ada, "door", until: past, "Because.", by: nil) == .endPassed)
            #expect(try await refusal(ada, "door", until: nil, "Because.", by: ada) == .yourself)
            #expect(try await refusal(owner, "door", until: nil, "Because.", by: ada) == .owner)
            #expect(try await app.site.database.read { try bans.history(of: ada, in: $0) }.isEmpty)
        }
    }
}
