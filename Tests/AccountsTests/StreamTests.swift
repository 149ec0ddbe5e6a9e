import Accounts
import Core
import Database
import Events
import Platform
import SignIn
import TestSupport
import Testing
import Web

/// What ends the access of an open screen.
enum Loss: String, CaseIterable, CustomTestStringConvertible {
    case banned, roleTaken, signedOut, signedOutElsewhere, passwordChanged, deactivated, erased

    var testDescription: String { rawValue }
}

@Suite struct StreamTests {
    private static let stream = "/events?topic=door.bell&topic=notices"

    private static func ring(_ app: TestApp, _ words: String, topic: String = "door.bell", for audience: EventAudience) async throws {
        try await app.site.database.write { db in
            try app.site.events.append(topic: topic, audience: audience, kind: "rang", data: words, in: db)
        }
    }

    @Test(.covers("CORE-019", "CORE-015"), .timeLimit(.minutes(10)), arguments: Loss.allCases, Engine.available)
    func `an open stream of events ends with the access it was opened with`(_ loss: Loss, on engine: Engine) async throws {
        try await withTestApp(DoorApp.self, on: engine) { app in
            let (ada, id, owner) = (try await app.signedIn(.ada), try await app.person(.ada), try await app.signedIn(.owner))
            let roles = try app.site.service(Roles.self)
            try await roles.set([.init(app: "door", role: "keeper")], of: id, by: nil)
            let open = try await OpenStream(ada, Self.stream)
            let others = try await OpenStream(owner, Self.stream)
            // The first ring may come before the streams have their place.
            for screen in [open, others] {
                while !screen.text.contains("rang") {
                    try await Self.ring(app, "before", for: .permission("door.keep"))
                    try await Task.sleep(for: .milliseconds(20))
                }
            }

            switch loss {
            case .banned:
                try await app.site.write(by: nil) { db in
                    try app.site.service(Bans.self).ban(id, from: "door", until: nil, reason: "Noise.", in: db)
                }
            case .roleTaken: try await roles.set([], of: id, by: nil)
            case .signedOut: #expect(try await ada.post("/account/sign-out").status == .seeOther)
            case .signedOutElsewhere:
                let other = app.client(token: try await app.accounts().openSession(for: id))
                #expect(try await other.post("/account/sessions/end-others").status == .seeOther)
            case .passwordChanged:
                try await app.site.service(Passwords.self).set("another lantern 8", of: id, by: id)
            case .deactivated:
                #expect(try await owner.post("/admin/people/\(id)/status", ["active": "false", "confirmed": "true"]).status == .seeOther)
            case .erased: #expect(try await ada.post("/account/delete", ["address": Cast.ada.email]).status == .seeOther)
            }
            try await Self.ring(app, "after", for: .permission("door.keep"))

            try await open.waitForEnd()
            #expect(!open.text.contains("after"))
            try await others.wait(for: "after")
            #expect(!others.isEnded)
        }
    }

    @Test(.covers("CORE-019"), .timeLimit(.minutes(10)), arguments: Engine.available)
    func `a stream that comes back after a ban shows the rest of the site, and the app again when the ban is lifted`(on engine: Engine) async throws {
        try await withTestApp(DoorApp.self, on: engine) { app in
            let (ada, id) = (try await app.signedIn(.ada), try await app.person(.ada))
            try await Self.ring(app, "first", for: .everyone)
            try await app.site.write(by: nil) { db in
                try app.site.service(Bans.self).ban(id, from: "door", until: nil, reason: "Noise.", in: db)
            }
            // The browser says what it saw last, which is from before the ban.
            let back = try await OpenStream(ada.with("Last-Event-ID", "1"), Self.stream)
            try await Self.ring(app, "closed", for: .everyone)
            try await Self.ring(app, "news", topic: "notices", for: .person(id))
            try await back.wait(for: "news")
            #expect(!back.text.contains("closed"))

            try await app.site.write(by: nil) { db in try app.site.service(Bans.self).lift(id, from: "door", in: db) }
            try await back.waitForEnd()
            let open = try await OpenStream(ada.with("Last-Event-ID", "1"), Self.stream)
            try await Self.ring(app, "opened", for: .everyone)
            try await open.wait(for: "opened")
        }
    }

    @Test(.covers("LIB-007"), .timeLimit(.minutes(10)))
    func `guests hear nothing of an app that shows them nothing`() async throws {
        try await withTestApp(DoorApp.self, on: .sqlite) { app in
            try await app.site.configure { $0.policies["door"] = AppPolicy(guests: .none) }
            let guest = try await OpenStream(app.guest.with("Last-Event-ID", "0"), Self.stream)
            let ada = try await OpenStream(app.signedIn(.ada).with("Last-Event-ID", "0"), Self.stream)
            try await Self.ring(app, "inside", for: .everyone)
            try await Self.ring(app, "outside", topic: "notices", for: .everyone)
            try await guest.wait(for: "outside")
            try await ada.wait(for: "outside")
            #expect(ada.text.contains("inside") && !guest.text.contains("inside"))
        }
    }

    @Test(.covers("LIB-012"), .timeLimit(.minutes(10)))
    func `a stream shows staff nothing more once the portal would ask again`() async throws {
        try await withTestApp(DoorApp.self, on: .sqlite) { app in
            try await app.site.configure { $0.settings["accounts.portal-hours"] = "1" }
            let open = try await OpenStream(try await app.signedIn(.owner).with("Last-Event-ID", "0"), Self.stream)
            try await Self.ring(app, "before", for: .permission("door.keep"))
            try await open.wait(for: "before")
            app.clock.advance(by: .seconds(3500))
            try await Self.ring(app, "later", for: .permission("door.keep"))
            try await open.wait(for: "later")
            app.clock.advance(by: .seconds(200))
            try await Self.ring(app, "after", for: .permission("door.keep"))
            try await open.waitForEnd()
            #expect(!open.text.contains("after"))
        }
    }

    @Test(.covers("CORE-014"), .timeLimit(.minutes(10)))
    func `a stream shows nothing more once its session has run out`() async throws {
        try await withTestApp(DoorApp.self, on: .sqlite) { app in
            let id = try await app.person(.ada)
            let open = try await OpenStream(try await app.signedIn(.ada).with("Last-Event-ID", "0"), Self.stream)
            try await Self.ring(app, "before", for: .person(id))
            try await open.wait(for: "before")
            app.clock.advance(by: .seconds(400 * 86_400))
            try await Self.ring(app, "after", for: .person(id))
            try await open.waitForEnd()
            #expect(!open.text.contains("after"))
        }
    }
}
