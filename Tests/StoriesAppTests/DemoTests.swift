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
            // The first start was stopped on its way: one story has half of its chapters, and the last of them is still empty.
            let tomas = try #require(people["tomas@stoa.example"]?.id)
            let services = try StoriesServices(site: app.site)
            let begun = try await services.stories.create(
                StoryDetails(StoryForm(title: "Forty Bottles", description: "", language: "en", rating: "general", tags: "mystery")), by: tomas)
            _ = try await services.chapters.save(ChapterSave(base: 0, change: .text("A tasting."), title: "One"), to: begun.chapter, by: tomas)
            _ = try await services.chapters.publish(begun.chapter, by: tomas)
            _ = try await services.chapters.add(to: begun.story, by: tomas)
            for _ in 0..<2 { try await demo.fill(for: people, files: nil) }
            #expect(try await app.site.database.read { db in try db.one(.story(begun.story)) }.chapterCount == 8)
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
            #expect(counts == [1, 25, 46, 0], "every chapter is out but a draft, and every comment and rating was taken once")
            let member = try await app.signedIn(Cast.allCases[try demo.people().count])
            #expect(try await member.get("/stories/library").text.contains("The Weight of Corrow Hill"))
            #expect(try await app.guest.get("/stories/search?q=Hour").text.contains(" and "))
        }
    }
}
