import Accounts
import Core
import Database
import Foundation
import Mail
import Notifications
import Platform
import TestSupport
import Testing
import Web

@Suite struct ConsentTests {
    @Test(.covers("CORE-021"), arguments: Engine.available)
    func `what an app asks to be agreed to is refused until it is, and the refusal leads to the terms`(on engine: Engine) async throws {
        try await withTestApp(DoorApp.self, on: engine) { app in
            let ada = try await app.signedIn(.ada)
            let refused = try await ada.post("/door")
            #expect(refused.problem?.code == "terms.not-accepted")
            #expect(refused.text.contains("href=\"/terms/door\""))
            let terms = try await ada.get("/terms/door?then=/door?x=1")
            #expect(terms.text.contains("Wipe your feet."))
            let accepted = try await ada.post("/terms/door", ["version": "1", "accepted": "true", "then": "/door?x=1"])
            #expect(accepted.location == "/door?x=1")
            #expect(try await ada.post("/door").status == .ok)
        }
    }

    @Test(.covers("CORE-043")) func `how long things are kept is said in years and months where it is whole ones`() async throws {
        try await withTestApp(DoorApp.self, parts: [MailModule.self, NotificationsModule.self], on: .sqlite) { app in
            let terms = try await app.guest.get("/terms").text
            #expect(terms.contains("6 months") && terms.contains("1 year") && terms.contains("90 days"))
            #expect(!terms.contains("182 days") && !terms.contains("365 days"))
        }
    }

    @Test(.covers("CORE-021"), arguments: Engine.available)
    func `an acceptance is kept with time and version, and new terms ask again`(on engine: Engine) async throws {
        try await withTestApp(DoorApp.self, on: engine) { app in
            let (ada, id, owner) = (try await app.signedIn(.ada), try await app.person(.ada), try await app.person(.owner))
            let consents = try app.site.service(Consents.self)
            _ = try await ada.post("/terms/door", ["version": "1", "accepted": "true"])
            let first = try await app.site.database.read { try consents.history(of: id, in: $0) }
            #expect(first.map(\.version) == [1])
            #expect(first.first?.acceptedAt == app.clock.clock.now())
            let version = try await app.site.write(by: owner) { write in
                try consents.publish([.english: "# Manners\n\nKnock twice.", .swedish: "Knacka två gånger."], of: "door", in: write)
            }
            #expect(version == 2)
            #expect(try await ada.post("/door").status.rawValue == 403)
            #expect(try await ada.get("/terms/door").text.contains("Knock twice."))
            #expect(try await ada.with("Accept-Language", "sv").get("/terms/door").text.contains("Knacka två gånger."))
            let late = try await ada.post("/terms/door", ["version": "1", "accepted": "true"])
            #expect(late.problem?.code == "terms.outdated")
            _ = try await ada.post("/terms/door", ["version": "2", "accepted": "true"])
            #expect(try await ada.post("/door").status == .ok)
            #expect(try await app.auditTrail().filter { $0 == "account.terms.approve" }.count == 2)
        }
    }

    @Test(.covers("CORE-021"))
    func `nothing is agreed to without the tick, by a guest, or for an app without terms`() async throws {
        try await withTestApp(DoorApp.self, on: .sqlite) { app in
            let ada = try await app.signedIn(.ada)
            let unticked = try await ada.post("/terms/door", ["version": "1"])
            #expect(unticked.status.rawValue == 422)
            #expect(unticked.text.contains("Tick the box"))
            #expect(try await app.guest.post("/terms/door", ["version": "1", "accepted": "true"]).location?.hasPrefix("/account/sign-in") == true)
            #expect(try await ada.get("/terms/accounts").status.rawValue == 404)
            #expect(try await ada.post("/door").status.rawValue == 403)
        }
    }

    @Test func `the way on after the terms never leaves the site`() async throws {
        try await withTestApp(DoorApp.self, on: .sqlite) { app in
            let ada = try await app.signedIn(.ada)
            let accepted = try await ada.post("/terms/door", ["version": "1", "accepted": "true", "then": "https://evil.example/"])
            #expect(accepted.location == "/door")
        }
    }
}
