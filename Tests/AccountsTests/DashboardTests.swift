import Accounts
import Core
import Database
import Foundation
import LibraryApp
import Platform
import Reading
import TestSupport
import Testing
import Web

@testable import Profiles

@Suite struct DashboardTests {
    @Test(.covers("LIB-005"))
    func `whoever signs in without having wanted anything finds the front page, and whoever wanted something goes there`() async throws {
        try await withTestApp(on: .sqlite) { app in
            _ = try await app.person(.ada)
            let plain = try await app.guest.post("/account/sign-in", ["email": "ada@stoa.example", "password": Cast.password])
            #expect(plain.location == "/")
            let wanted = try await app.guest.post(
                "/account/sign-in", ["email": "ada@stoa.example", "password": Cast.password, "then": "/account/security"])
            #expect(wanted.location == "/account/security")
        }
    }

    @Test(.covers("LIB-011", "CORE-003", "CORE-018"), arguments: Engine.available)
    func `a reader goes on reading, and staff find one way to the portal, which readers do not`(
        on engine: Engine
    ) async throws {
        try await withTestApp(DoorApp.self, LibraryApp.self, parts: [ReadingModule.self], on: engine) { app in
            let (ada, id) = (try await app.signedIn(.ada), try await app.person(.ada))
            let publication = try await app.publication()
            try await app.site.database.write { db in
                _ = try db.run(
                    """
                    INSERT INTO reading_position (person_id, publication_id, device, progress, furthest, section, quote_exact, quote_prefix, quote_suffix,
                        position_start, position_end, is_placed, changed_at) VALUES (\(id), \(publication), 'd', 42, 42, 0, '', '', '', 0, 0, 1, 5)
                    """)
            }
            let reader = try await ada.get("/account").text
            #expect(reader.contains("Continue reading: 42% read"))
            #expect(reader.contains("href=\"/read/\(publication)\""))
            #expect(!reader.contains("/admin") && !reader.contains("Your work"))
            try await app.site.database.write { db in
                try db.run("UPDATE reading_publication SET section_count = 1 WHERE id = \(publication)")
                try db.run("UPDATE reading_position SET progress = 0, furthest = 0 WHERE publication_id = \(publication)")
            }
            #expect(try await !ada.get("/account").text.contains("Continue reading"), "a leaflet that was only looked at")
            let staff = try await app.signedIn(.curator).get("/account").text
            #expect(!staff.contains("/admin/people"))
            let librarian = try await app.signedIn(.librarian).get("/account").text
            #expect(librarian.contains("Your work") && librarian.contains("href=\"/admin\""))
            #expect(!librarian.contains("/admin/"))
            let owner = try await app.signedIn(.owner).get("/account").text
            #expect(owner.contains("Your work") && !owner.contains("/admin/"))
        }
    }

    @Test(.covers("CORE-006", "VOL-049", "CAF-006"), arguments: Engine.available)
    func `a profile is changed in one step, and the e-mail address stays whatever the form says`(on engine: Engine) async throws {
        try await withTestApp(DoorApp.self, on: engine) { app in
            let (ada, id) = (try await app.signedIn(.ada), try await app.person(.ada))
            let saved = try await ada.post(
                "/account/profile",
                ["name": "Ada L.", "email": "else@stoa.example", "phone": "+46 470 123 45", "timeZone": "Europe/Stockholm", "about-door": "I knock."])
            #expect(saved.location == "/account")
            let page = try await ada.get("/account").text
            #expect(page.contains("Hello, Ada L.") && page.contains("ada@stoa.example") && !page.contains("else@stoa.example"))
            let profile = try await app.site.database.read { try app.site.service(Profiles.self).profile(of: id, in: $0) }
            #expect(profile?.aboutByApp == ["door": "I knock."])
            let wrong: [(KeyValuePairs<String, String>, String)] = [
                (["name": " ", "phone": "", "timeZone": ""], "1 to 100 characters"),
                (["name": "Ada", "phone": "call me", "timeZone": ""], "phone number"),
                (["name": "Ada", "phone": "", "timeZone": "Mars/Olympus"], "time zone"),
                (["name": "Ada", "phone": "", "timeZone": "", "about-door": String(repeating: "x", count: 1001)], "1,000 characters"),
            ]
            for (fields, words) in wrong {
                let answer = try await ada.post("/account/profile", fields)
                #expect(answer.status.rawValue == 422)
                #expect(answer.text.contains(words))
            }
            #expect(try await ada.get("/account").text.contains("Hello, Ada L."))
        }
    }

    @Test(.covers("CORE-006", "VOL-002"))
    func `a name that a provider gave is changed there, not here`() async throws {
        try await withTestApp(DoorApp.self, on: .sqlite) { app in
            let (ada, id) = (try await app.signedIn(.ada), try await app.person(.ada))
            try await app.site.database.write { db in
                _ = try db.run(
                    """
                    INSERT INTO account_identity (person_id, provider, issuer, subject, name, refreshed_at, last_used_at, created_at, changed_at)
                    VALUES (\(id), 'google', 'https://accounts.example', '1', 'Ada', 0, 0, 0, 0)
                    """)
            }
            #expect(try await ada.get("/account/profile").text.contains("Your name comes from Google."))
            _ = try await ada.post("/account/profile", ["name": "Somebody Else", "phone": "", "timeZone": ""])
            #expect(try await ada.get("/account").text.contains("Hello, Ada"))
        }
    }

    @Test(.covers("CORE-019", "VOL-043"))
    func `a ban from the library closes its books in the reader too`() async throws {
        try await withTestApp(LibraryApp.self, parts: [ReadingModule.self], on: .sqlite) { app in
            let (ada, id) = (try await app.signedIn(.ada), try await app.person(.ada))
            let publication = try await app.publication()
            try await app.site.database.write { db in
                _ = try db.run("UPDATE reading_publication SET owner_kind = 'library.item' WHERE id = \(publication)")
            }
            #expect(try await ada.asProgram.get("/api/v1/publications/\(publication)").status == .ok)
            try await app.site.write(by: nil) { db in
                try app.site.service(Bans.self).ban(id, from: "library", until: nil, reason: "Noise.", in: db)
            }
            let closed = try await ada.asProgram.get("/api/v1/publications/\(publication)")
            #expect(closed.problem?.code == "accounts.banned")
        }
    }
}
