import Accounts
import Analytics
import Core
import Database
import Platform
import TestSupport
import Testing
import Web

@testable import Statistics
@testable import VolunteersApp

@Suite struct `What people do` {
    @Test(.covers("CORE-038"), arguments: Engine.available)
    func `who used the site within a week is counted once, also after signing out`(engine: Engine) async throws {
        try await withStatistics(on: engine) { app in
            let active = try #require(app.site.extensions[.levels].first { $0.measure.id == "accounts.active" })
            func count() async throws -> Int? { try await app.site.database.read { try active.read($0).first?.amount } }
            let before = try await count() ?? 0
            for person in [Cast.ada, .ada, .bea] {
                _ = try await app.person(person)
                _ = try await app.guest.post("/account/sign-in", form: ["email": person.email, "password": Cast.password])
            }
            #expect(try await count() == before + 2)
            // As signing out does, everywhere.
            _ = try await app.site.write(by: nil) { try $0.run("DELETE FROM account_session") }
            #expect(try await count() == before + 2)
            app.clock.advance(by: .days(8))
            #expect(try await count() == 0)
        }
    }

    @Test(.covers("CORE-038"), arguments: Engine.available)
    func `each thing that people do is counted once, also when its form is sent twice`(on engine: Engine) async throws {
        try await withStatistics(on: engine) { app in
            let (ada, bea) = (try await app.signedIn(.ada), try await app.signedIn(.bea))
            for client in [ada, bea] { _ = try await client.post("/terms/volunteers", ["version": "1", "accepted": "true"]) }
            let category = try await app.site.database.read { db in
                try db.one("SELECT id FROM volunteers_category ORDER BY id LIMIT 1" as Query<Int64>)
            }
            func fields(_ key: String, title: String = "Somebody to walk my dog") -> KeyValuePairs<String, String> {
                [
                    "title": title, "body": "Kalle is old and friendly, and I broke my foot.", "category": "\(category)",
                    "area": "Teleborg", "submission": key,
                ]
            }
            let form = /id="confirm-form"[^>]*><input type="hidden" name="submission" value="([^"]{22})"/
            func confirm(_ fields: KeyValuePairs<String, String>) async throws -> String {
                let check = try await ada.post(VolunteersPaths.new(), fields)
                return String(try #require(check.text.firstMatch(of: form)).1)
            }
            let key = try await confirm(fields(""))
            let first = try await ada.post(VolunteersPaths.posts(), fields(key))
            let again = try await ada.post(VolunteersPaths.posts(), fields(key))
            #expect(first.status == .seeOther && again.location == first.location)
            let place = try #require(first.location)
            let post = try #require(PostID(String(place.split(separator: "/").last ?? "")))
            let offer = try await bea.post(VolunteersPaths.help(post), ["message": "I have time on Tuesdays."])
            #expect(offer.status == .seeOther)
            // What the filter stops reaches nobody, and is not counted as if it did.
            let rude = "Somebody to walk my fucking dog"
            _ = try await ada.post(VolunteersPaths.posts(), fields(try await confirm(fields("", title: rude)), title: rude))
            _ = try await bea.post("/account/messages/1", ["words": "You are a fucking liar"])
            let stopped = try await app.site.database.read { db in
                (
                    try db.one("SELECT count(*) FROM volunteers_post WHERE status = 'rejected'" as Query<Int>),
                    try db.one("SELECT count(*) FROM message_post WHERE is_shown = 0" as Query<Int>)
                )
            }
            #expect(stopped == (1, 1))
            for _ in 1...2 {
                _ = try await bea.post("/moderation/report/volunteers.post/\(post)", ["reason": "spam", "words": "", "then": "/volunteers"])
            }
            _ = try await ada.post("/help/support", ["subject": "Help", "words": "Please."])
            for address in ["/library/search?q=lamp", "/library/search?q=", "/library/suggest?q=la"] { _ = try await app.guest.get(address) }

            let expected: [(String, [String: Int])] = [
                ("accounts.new", ["": 2]), ("accounts.sign-ins", ["": 2]), ("volunteers.requests", ["": 1]), ("volunteers.offers", ["": 1]),
                ("messages.sent", ["": 1]), ("moderation.accepted", ["volunteers": 1, "messages": 1]), ("moderation.reports", ["volunteers": 1]),
                ("help.requests", ["": 1]), ("library.searches", ["": 1]),
            ]
            for (id, amounts) in expected {
                let counted = try await app.amounts(Measure(id, "", hint: ""))
                #expect(counted == amounts, "\(id)")
            }
            // Levels are asked of the database, so they are there before anything was noted.
            let now = try await app.signedIn(.admin).get("/admin/statistics?period=7d")
            #expect(now.card("Requests in total") == "2" && now.card("Open support requests") == "1" && now.card("Accounts") == "3")
        }
    }

    @Test(.covers("CORE-038"), arguments: Engine.available)
    func `every measure has an id of its own and is declared by whoever counts it`(on engine: Engine) async throws {
        try await withStatistics(on: engine) { app in
            let declared = app.site.manifests.flatMap(\.measures.all)
            #expect(Set(declared.map(\.id)).count == declared.count)
            let levels = Set(app.site.extensions[.levels].map(\.measure.id))
            #expect(levels == Set(declared.filter { $0.kind == .level }.map(\.id)))
            for facts in app.site.extensions[.pastFacts] { #expect(declared.contains { $0.id == facts.measure.id }) }
        }
    }
}
