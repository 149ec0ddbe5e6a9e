import Core
import Database
import Platform
import TestSupport
import Testing
import Web

@testable import StoriesApp

@Suite("The demo's stories")
struct DemoTests {
    @Test("a dozen stories are published, each whole, with tags and warnings, and a second start brings none twice")
    func fill() async throws {
        try await withStories(on: .sqlite) { app in
            let demo = try #require(app.site.extensions[.demoContent].first { $0 is StoriesDemo })
            var people: [String: DemoAccount] = [:]
            for (address, who) in zip(try demo.people().map(\.email) + ["member@stoa.example"], Cast.allCases) {
                people[address] = DemoAccount(id: try await app.person(who), name: who.name, roles: [])
            }
            people["owner@stoa.example"] = DemoAccount(id: try await app.person(.owner), name: Cast.owner.name, roles: [])
            for _ in 0..<2 { try await demo.fill(for: people, files: nil) }
            let stories = try await app.site.database.read { db in try db.all(.shown(to: nil, limit: 50)) }
            #expect(stories.count == 12)
            #expect(stories.allSatisfy { $0.chapterCount >= 2 && !$0.shownTags.isEmpty })
            #expect(stories.contains { $0.details.rating == .mature && !$0.details.warnings.isEmpty })
            #expect(Set(stories.map(\.details.language)) == [.english, .swedish])
            #expect(stories.count { $0.shownCover != nil } == 4)
            let counts = try await app.site.database.read { db in
                [
                    try db.one("SELECT count(*) FROM stories_chapter WHERE shown_revision IS NULL" as Query<Int>),
                    try db.one("SELECT count(*) FROM stories_comment WHERE status = 'accepted'" as Query<Int>),
                    try db.one("SELECT count(*) FROM stories_rating" as Query<Int>),
                    try db.one("SELECT count(*) FROM stories_chapter WHERE published_at > \(app.clock.clock.now())" as Query<Int>),
                ]
            }
            #expect(counts == [0, 24, 46, 0], "every chapter is out, and every comment and rating was taken once")
        }
    }
}
