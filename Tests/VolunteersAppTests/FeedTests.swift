import Core
import Database
import Foundation
import Moderation
import Platform
import TestSupport
import Testing
import Web

@testable import VolunteersApp

struct FeedTests {
    /// Six requests by two people, a minute apart.
    private func fill(_ app: TestApp) async throws {
        let (ada, bea) = (try await app.user(.ada), try await app.user(.bea))
        for (client, title, category) in [
            (ada, "One", "Animals"), (bea, "Two", "Nature & Environment"), (ada, "Three", "Day-to-day help"), (bea, "Four", "Animals"),
            (ada, "Five", "Nature & Environment"), (bea, "Six", "Animals"),
        ] {
            try await client.send("\(title) more of us", "Number \(title) of the list, please come and join.", in: app.category(category))
            app.clock.advance(by: .seconds(60))
        }
    }

    private func titles(_ page: TestResponse) -> [String] { page.previews.map { String($0.prefix { $0 != " " }) } }

    @Test(.covers("VOL-007", "VOL-008", "VOL-011", "VOL-012", "VOL-014", "RES-007"), arguments: Engine.available)
    func `the feed is filtered and put in order by category, poster and time, either way`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            try await fill(app)
            let reader = try await app.user(.curator)
            let home = VolunteersPaths.home()
            let animals = try await app.category("Animals")
            for (query, expected) in [
                ("", ["Six", "Five", "Four", "Three", "Two", "One"]), ("?order=ascending", ["One", "Two", "Three", "Four", "Five", "Six"]),
                ("?category=\(animals)", ["Six", "Four", "One"]), ("?poster=bea", ["Six", "Four", "Two"]),
                ("?poster=BE&category=\(animals)&order=ascending", ["Four", "Six"]),
                ("?sort=poster", ["One", "Three", "Five", "Two", "Four", "Six"]),
                ("?sort=poster&order=descending", ["Six", "Four", "Two", "Five", "Three", "One"]),
                ("?sort=category", ["Six", "Four", "One", "Three", "Five", "Two"]),
                ("?sort=time-ascending", ["One", "Two", "Three", "Four", "Five", "Six"]),
                ("?sort=poster-descending", ["Six", "Four", "Two", "Five", "Three", "One"]),
                ("?sort=category&order=descending", ["Five", "Two", "Three", "Six", "Four", "One"]),
                ("?period=day", ["Six", "Five", "Four", "Three", "Two", "One"]),
            ] {
                let page = try await reader.get(home + query)
                #expect(titles(page) == expected, "\(query)")
            }
            // In steps, so that the reader's session is used and lives.
            for _ in 0..<5 {
                app.clock.advance(by: .seconds((86_400 - 150) / 5))
                _ = try await reader.get(home)
            }
            let recent = try await reader.get(home + "?period=day")
            #expect(titles(recent) == ["Six", "Five"])
            let first = try await reader.get(home)
            #expect(first.text.contains("<span class=\"post-card-category\">Animals</span>") && first.text.contains(">Ada</span>"))
            #expect(first.text.contains("<summary class=\"button button-secondary\""))
        }
    }

    @Test(.covers("VOL-011"), arguments: Engine.available)
    func `every order pages through all requests, each once, and never mixes with another`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            try await fill(app)
            let reader = try await app.user(.moderator).asProgram
            for order in ["", "order=ascending&", "sort=poster&", "sort=category&", "sort=category&order=descending&"] {
                let whole = try #require(try await reader.get(VolunteersPaths.apiPosts() + "?\(order)limit=100").json["items"] as? [[String: Any]])
                var seen: [String] = []
                var next: String? = ""
                while let after = next {
                    let page = try await reader.get(VolunteersPaths.apiPosts() + "?\(order)limit=2&after=\(after)").json
                    seen += (page["items"] as? [[String: Any]] ?? []).compactMap { $0["title"] as? String }
                    next = page["next"] as? String
                }
                #expect(seen == whole.compactMap { $0["title"] as? String }, "\(order)")
                #expect(seen.count == 6)
            }
            let byTime = try #require(try await reader.get(VolunteersPaths.apiPosts() + "?limit=2").json["next"] as? String)
            let mixed = try await reader.get(VolunteersPaths.apiPosts() + "?sort=poster&after=\(byTime)")
            #expect(mixed.problem?.code == "request.bad-cursor")
        }
    }

    @Test(.covers("VOL-010"), arguments: Engine.available)
    func `an empty feed says so, and a filter that fits nothing can be taken away`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let ada = try await app.user(.ada)
            let empty = try await ada.get(VolunteersPaths.home())
            #expect(empty.text.contains("No requests yet"))
            // There is nothing to filter, and one button to begin with.
            let ways = empty.text.components(separatedBy: "href=\"\(VolunteersPaths.new())\"").count - 1
            #expect(ways == 1 && !empty.text.contains("feed-tools"))
            let ducks = try await ada.send("Feed the ducks", in: app.category("Animals"))
            #expect(try await ada.get(VolunteersPaths.home()).text.contains("feed-tools"))
            let filtered = try await ada.get(VolunteersPaths.home() + "?category=\(try await app.category("Refugees & Immigrants"))")
            #expect(filtered.text.contains("No requests match this filter") && filtered.text.contains("Show all requests"))
            let nobody = try await ada.get(VolunteersPaths.home() + "?poster=zzyzx")
            #expect(nobody.previews.isEmpty && nobody.text.contains("feed-tools"))
            _ = try await ada.post(VolunteersPaths.close(ducks))
            let closed = try await ada.get(VolunteersPaths.home()).text
            #expect(closed.contains("No open requests right now") && !closed.contains("No requests yet"))
            let wrong = try await ada.get(VolunteersPaths.home() + "?sort=colour")
            #expect(wrong.status == .unprocessableContent)
        }
    }

    @Test(.covers("VOL-004"), arguments: Engine.available)
    func `nothing in the app is for people who have not signed in`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, volunteers in
            for route in try VolunteersApp(site: app.site).routes { #expect(route.access != .everyone, "\(route.pattern)") }
            for path in [VolunteersPaths.home(), VolunteersPaths.new(), VolunteersPaths.post(PostID(1)), VolunteersPaths.settings()] {
                let answer = try await app.guest.get(path)
                #expect(answer.location?.hasPrefix("/account/sign-in") == true)
            }
            let program = try await app.guest.asProgram.get(VolunteersPaths.apiPosts())
            #expect(program.status == .unauthorized)
        }
    }

    @Test(.covers("VOL-078", "CORE-046"), arguments: Engine.available)
    func `a page among 100,000 requests comes as fast as among 1,000, the last as the first`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, volunteers in
            let author = try await app.person(.ada)
            let category = try await app.category("Animals")
            try await fill(app, author, category, from: 1, to: 1_000)
            let few = try await quickest(app, volunteers, author)
            try await fill(app, author, category, from: 1_001, to: 100_000)
            let many = try await quickest(app, volunteers, author)
            // A page that walks through what it does not show would take a hundred times as long.
            for (name, time) in many { #expect(time < (few[name] ?? .zero) * 30 && time < .milliseconds(500), "\(name)") }
        }
    }

    private func fill(_ app: TestApp, _ author: PersonID, _ category: CategoryID, from first: Int, to last: Int) async throws {
        try await app.site.database.write { db in
            try db.run(
                """
                INSERT INTO volunteers_post (author_id, poster_key, status, category_id, title, body, area, language, version, accepted_version,
                    published_at, created_at, changed_at)
                WITH RECURSIVE n (i) AS (SELECT CAST(\(first) AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < \(last))
                SELECT \(author), 'p' || (i % 5000), 'accepted', \(category) + i % 5, 'Request ' || i, 'Words ' || i, '', 'en', 1, 1, i, i, i FROM n
                """)
            // What the database does by itself after so many rows.
            try db.run("ANALYZE volunteers_post")
        }
    }

    /// The quickest of several pages, the first and one far behind it, in each order.
    private func quickest(_ app: TestApp, _ volunteers: VolunteersServices, _ reader: PersonID) async throws -> [String: Duration] {
        let viewer = FeedViewer(person: reader, isModerator: false, language: .english, cursors: .init { _ in [] })
        var times: [String: Duration] = [:]
        for sort in FeedSort.allCases {
            var filter = FeedFilter()
            filter.sort = sort
            let behind = try #require(try await app.site.database.read { db in try db.first(.post(PostID(500))) })
            for (name, cursor) in [("first by \(sort)", nil), ("far behind by \(sort)", filter.cursor(after: behind))] {
                for _ in 0..<12 {
                    let start = ContinuousClock.now
                    _ = try await volunteers.feed.page(filter, after: cursor, for: viewer)
                    times[name] = min(times[name] ?? .seconds(60), ContinuousClock.now - start)
                }
            }
        }
        return times
    }
}
