import Accounts
import Core
import Database
import Foundation
import Moderation
import Platform
import TestSupport
import Testing
import Web

@testable import StoriesApp

@Suite("Scheduling a chapter")
struct SchedulingTests {
    @Test(
        "a scheduled chapter is published at its time, as its text is saved then, once, and its author is told",
        .covers("STO-026", "STO-030"), arguments: Engine.available)
    func goesOut(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            let ada = try await app.signedIn(.ada)
            let second = try await app.draft("The landing", in: begun.story)
            func readers() async throws -> String { try await app.guest.get("/stories/\(begun.story)").text }
            let tomorrow = Day(app.clock.clock.now(), in: .gmt).adding(1)
            let asked = try await ada.post(
                "/stories/chapters/\(second)", ["base": "1", "title": "The landing", "text": "The landing was empty.", "then": "schedule"])
            let address = "/stories/chapters/\(second)/schedule"
            #expect(asked.location == address)
            #expect(try await ada.get(address).text.contains("value=\"\(tomorrow)\""))
            let saved = try await ada.post(address, ["publishAt": tomorrow.description, "time": "18:30"])
            #expect(saved.location == "/stories/\(begun.story)/chapters")
            let workspace = try await ada.get("/stories/\(begun.story)/chapters").text
            #expect(workspace.contains("Scheduled for") && workspace.contains("at 18:30") && workspace.contains("Change schedule"))
            #expect(try await ada.get("/stories/chapters/\(second)").text.contains("Scheduled for"))

            _ = try await app.save("The landing was empty, and the lamp was lit.", second, on: 2, title: "The landing")
            app.clock.advance(by: tomorrow.start(in: .gmt) + .seconds(18 * 3600 + 29 * 60) - app.clock.clock.now())
            try await app.runJobs()
            #expect(try await !readers().contains("The landing"))
            await #expect(throws: (any Error).self, "not before its time, whatever the queue’s clock did") {
                try await app.publishNow(second, tomorrow.start(in: .gmt) + .seconds(18 * 3600 + 30 * 60))
            }
            app.clock.advance(by: .seconds(61))
            try await app.runJobs()
            #expect(try await readers().contains("The landing"))
            let publication = try #require(try await app.site.database.read { db in try db.one(.story(begun.story)).publication })
            #expect(try await app.guest.get("/read/\(publication)/1").text.contains("the lamp was lit"))
            let told = try await app.outcomes()
            #expect(told.count == 1 && told.first?.contains("is published") == true && told.first?.contains("The landing") == true, "\(told)")
            #expect(try await !ada.get("/stories/\(begun.story)/chapters").text.contains("Scheduled for"))

            // The same work again, as after a crash.
            try await app.publishNow(second, tomorrow.start(in: .gmt) + .seconds(18 * 3600 + 30 * 60))
            #expect(try await app.outcomes().count == 1)
        }
    }

    @Test("its author changes the time or cancels it; nobody else sees or does any of it", .covers("STO-030"), arguments: Engine.available)
    func change(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            let ada = try await app.signedIn(.ada)
            let second = try await app.draft("The landing", in: begun.story)
            let api = "/api/v1/stories/chapters/\(second)/schedule"
            let first = app.clock.clock.now() + .seconds(3600)
            #expect(try await ada.get(api).json["publishAt"] == nil)
            #expect(try await ada.json(.put, api, "{\"publishAt\":\"\(first.rfc3339)\"}").json["publishAt"] as? String == first.rfc3339)
            let later = first + .seconds(3600)
            #expect(try await ada.json(.put, api, "{\"publishAt\":\"\(later.rfc3339)\"}").status == .ok)
            #expect(try await ada.get(api).json["publishAt"] as? String == later.rfc3339)

            let bea = try await app.signedIn(.bea)
            #expect(try await bea.get("/stories/chapters/\(second)/schedule").status == .forbidden)
            #expect(try await bea.json(.put, api, "{\"publishAt\":\"\(first.rfc3339)\"}").status == .forbidden)
            #expect(try await bea.post("/stories/chapters/\(second)/schedule/cancel").status == .forbidden)
            #expect(try await !app.guest.get("/stories/\(begun.story)").text.contains("Scheduled for"))

            app.clock.advance(by: .seconds(3601))
            try await app.runJobs()
            #expect(try await app.status(second) == .draft)
            let cancelled = try await ada.post("/stories/chapters/\(second)/schedule/cancel")
            #expect(cancelled.location == "/stories/\(begun.story)/chapters")
            app.clock.advance(by: .seconds(3601))
            try await app.runJobs()
            #expect(try await app.status(second) == .draft)
            #expect(try await app.outcomes().isEmpty)

            let again = app.clock.clock.now() + .seconds(3600)
            _ = try await ada.json(.put, api, "{\"publishAt\":\"\(again.rfc3339)\"}")
            #expect(try await ada.json(.delete, api, "").status.rawValue < 300)
            #expect(try await ada.get(api).json["publishAt"] == nil)
        }
    }

    @Test("what can’t be scheduled is refused with what to do instead", .covers("STO-030"), arguments: Engine.available)
    func refusals(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let ada = try await app.signedIn(.ada)
            let new = try await app.beginStory("A new one")
            _ = try await app.save("The first words.", new.chapter, on: 0)
            let early = try await ada.get("/stories/chapters/\(new.chapter)/schedule")
            #expect(early.problem?.code == "stories.schedule-first" && early.text.contains("/stories/chapters/\(new.chapter)/publish"))

            let begun = try await app.publishedStory()
            let program = try await ada.json(
                .put, "/api/v1/stories/chapters/\(begun.chapter)/schedule", "{\"publishAt\":\"\((app.site.clock.now() + .days(1)).rfc3339)\"}")
            #expect(program.problem?.code == "stories.schedule-published", "\(program.text)")
            let empty = try #require(try await ada.post("/stories/\(begun.story)/chapters").location)
            #expect(try await ada.get(empty + "/schedule").problem?.code == "stories.empty-chapter")

            let second = try await app.draft("The landing", in: begun.story)
            let address = "/stories/chapters/\(second)/schedule"
            let today = Day(app.clock.clock.now(), in: .gmt)
            let past = try await ada.post(address, ["publishAt": today.adding(-1).description, "time": "10:00"])
            #expect(past.status.rawValue == 422 && past.text.contains("Choose a later time.") && past.text.contains("value=\"10:00\""))
            let far = try await ada.post(address, ["publishAt": today.adding(400).description, "time": "10:00"])
            #expect(far.text.contains("Choose a time within a year."))
            let missing = try await ada.post(address, ["publishAt": "", "time": "25:00"])
            #expect(missing.text.contains("Enter a day and a time."))
            #expect(try await app.site.database.read { db in try db.one(.chapter(second)).scheduledAt } == nil)
        }
    }

    @Test(
        "a chapter that is published, deleted or taken back meanwhile, or whose story is unpublished, doesn’t go out",
        .covers("STO-030"), arguments: Engine.available)
    func ended(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            let ada = try await app.signedIn(.ada)
            let published = try await app.draft("By hand", in: begun.story)
            let deleted = try await app.draft("Gone", in: begun.story)
            let hidden = try await app.draft("Hidden", in: begun.story)
            for chapter in [published, deleted, hidden] { try await app.schedule(chapter) }
            _ = try await ada.post("/stories/chapters/\(published)/publish")
            _ = try await ada.post("/stories/chapters/\(published)/unpublish")
            _ = try await ada.post("/stories/chapters/\(deleted)/delete", ["confirmed": "true"])
            let asked = try await ada.get("/stories/\(begun.story)/unpublish").text
            #expect(asked.contains("Unpublish this story?") && asked.contains("Scheduled chapters become drafts."))
            let closed = try await ada.post("/stories/\(begun.story)/publish", ["published": "false"])
            #expect(closed.status == .seeOther)
            #expect(try await app.site.database.read { db in try db.all(.chapters(of: begun.story)).allSatisfy { $0.scheduledAt == nil } })
            app.clock.advance(by: .seconds(3601))
            try await app.runJobs()
            #expect(try await app.status(published) == .draft)
            #expect(try await app.status(hidden) == .draft)
            #expect(try await app.guest.get("/stories/\(begun.story)").status == .notFound)
            #expect(try await app.outcomes().isEmpty)
        }
    }

    @Test(
        "what the filter doubts waits for a moderator at its time; a ban or a removed story stops it, and its author is told why",
        .covers("STO-030", "STO-038"), arguments: Engine.available)
    func refused(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            let ada = try await app.person(.ada)
            let bans = try app.site.service(Bans.self)
            let doubted = try await app.draft("The landing", in: begun.story)
            _ = try await app.save("The lamp at the ferry: the ferry was late that day, and the lamp was out.", doubted, on: 1, title: "The crossing")
            try await app.schedule(doubted)
            app.clock.advance(by: .seconds(3601))
            try await app.runJobs()
            #expect(try await app.status(doubted) == .pending)
            #expect(try await app.outcomes().map { $0.contains("A moderator reads") } == [true])

            let banned = try await app.draft("The crew", in: begun.story)
            try await app.schedule(banned)
            try await app.site.write(by: nil) { write in
                try bans.ban(ada, from: StoriesApp.manifest.id, until: nil, reason: "It broke the terms.", in: write)
            }
            app.clock.advance(by: .seconds(3601))
            try await app.runJobs()
            #expect(try await app.status(banned) == .draft)
            let told = try #require(try await app.outcomes().last)
            #expect(told.contains("wasn’t published") && told.contains("The crew"))
            #expect(try await app.site.database.read { db in try db.one(.chapter(banned)).scheduledAt } == nil)
            try await app.site.write(by: nil) { write in try bans.lift(ada, from: StoriesApp.manifest.id, in: write) }

            try await app.schedule(banned)
            try await app.decide(.remove, on: StorySubject.key(begun.story))
            app.clock.advance(by: .seconds(3601))
            try await app.runJobs()
            #expect(try await app.status(banned) == .draft)
            #expect(try await app.outcomes().count == 3)
        }
    }
}

extension TestApp {
    /// A further chapter of Ada's that readers don't see.
    fileprivate func draft(_ title: String, in story: StoryID) async throws -> ChapterID {
        let added = try #require(try await signedIn(.ada).post("/stories/\(story)/chapters").location)
        let chapter = try #require(ChapterID(String(added.split(separator: "/").last ?? "")))
        _ = try await save("\(title): words that only their author has seen.", chapter, on: 0, title: title)
        return chapter
    }

    /// Ada's chapter goes out in an hour.
    fileprivate func schedule(_ chapter: ChapterID) async throws {
        let moment = clock.clock.now() + .seconds(3600)
        let answer = try await signedIn(.ada).json(
            .put, "/api/v1/stories/chapters/\(chapter)/schedule", "{\"publishAt\":\"\(moment.rfc3339)\"}")
        #expect(answer.status == .ok, "\(answer.text)")
    }

    /// The work of a schedule, whatever the queue knows of it.
    fileprivate func publishNow(_ chapter: ChapterID, _ moment: Instant) async throws {
        try await site.service(StoriesServices.self).scheduled.run(ChapterSchedule(chapter: chapter, publishAt: moment))
    }

    fileprivate func status(_ chapter: ChapterID) async throws -> ReleaseStatus {
        try await site.database.read { db in try db.one(.chapter(chapter)).status }
    }

    /// The keys and arguments of what Ada was told of her schedules, the latest last.
    fileprivate func outcomes() async throws -> [String] {
        try await site.database.read { db in
            try db.all("SELECT title FROM notification_notice WHERE kind = 'stories.scheduled' ORDER BY id LIMIT 100" as Query<String>)
        }
    }
}
