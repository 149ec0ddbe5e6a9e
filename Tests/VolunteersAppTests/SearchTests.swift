import Core
import Database
import Jobs
import Moderation
import Platform
import Search
import TestSupport
import Testing
import Web

@testable import VolunteersApp

struct SearchTests {
    @Test(.covers("VOL-004", "VOL-009", "CORE-032"), arguments: Engine.available)
    func `accepted requests are found by their words, for those who may see them`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea) = (try await app.user(.ada), try await app.user(.bea))
            let help = try await app.category("Day-to-day help")
            try await ada.send("Hundvakt i Teleborg", "Rut är elva år och snäll mot alla.", in: help, area: "Söder")
            try await ada.send("Damn dog needs a walk", "Please.", in: help)
            for words in ["hund", "snälla", "söder"] {
                let page = try await bea.get(VolunteersPaths.search() + "?q=" + PercentEncoding.encode(words))
                #expect(page.previews == ["Hundvakt i Teleborg"], "\(words)")
            }
            let rejected = try await ada.get(VolunteersPaths.search() + "?q=damn")
            #expect(rejected.previews.isEmpty)
            let suggested = try await bea.asProgram.get(VolunteersPaths.suggest() + "?q=hundv")
            #expect(suggested.text.contains("Hundvakt i Teleborg"))
            let guest = try await app.guest.get(VolunteersPaths.search() + "?q=hund")
            #expect(guest.previews.isEmpty && guest.status == .seeOther)
            let everyone = try await app.site.database.read { db in
                try app.site.search.search(SearchRequest("hundvakt"), in: db).total
            }
            #expect(everyone == 0)
        }
    }

    @Test(.covers("VOL-025", "VOL-026", "VOL-027", "VOL-042"), arguments: Engine.available)
    func `the search knows a change only when it is accepted, and nothing that was removed or deleted`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea) = (try await app.user(.ada), try await app.user(.bea))
            let help = try await app.category("Day-to-day help")
            func found(_ words: String) async throws -> [String] { try await bea.get(VolunteersPaths.search() + "?q=\(words)").previews }
            let id = try await ada.send("Somebody with a ladder", in: help)
            _ = try await ada.post(VolunteersPaths.confirmEdit(id), fields("Somebody with a damn drill", "Two holes.", category: help))
            #expect(try await found("drill").isEmpty)
            #expect(try await found("ladder") == ["Somebody with a ladder"])
            _ = try await ada.post(VolunteersPaths.confirmEdit(id), fields("Somebody with a saw", "One board.", category: help))
            #expect(try await found("saw") == ["Somebody with a saw"])
            #expect(try await found("ladder").isEmpty)
            try await app.decide(.remove, on: id, reason: .forProfit)
            #expect(try await found("saw").isEmpty)
            let other = try await ada.send("Paint for a fence", in: help)
            #expect(try await found("fence").count == 1)
            _ = try await ada.post(VolunteersPaths.delete(other), ["confirmed": "true"])
            let left: Int64 = try await app.site.database.read { db in
                try db.one("SELECT CAST(count(*) AS BIGINT) FROM search_document WHERE source = \(PostIndex.source)")
            }
            #expect(left == 0)
        }
    }

    @Test(.covers("VOL-014"), arguments: Engine.available)
    func `what was searched for is marked, and the feed can show only what is near`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea) = (try await app.user(.ada), try await app.user(.bea))
            let help = try await app.category("Day-to-day help")
            _ = try await ada.send("Somebody with a ladder", in: help, area: "Teleborg")
            _ = try await ada.send("Somebody with a saw", in: help, area: "Öster")
            #expect(try await bea.get(VolunteersPaths.search() + "?q=LADD").text.contains("Somebody with a <mark>ladd</mark>er"))
            #expect(try await !bea.get(VolunteersPaths.home()).text.contains("near=me"), "it isn't known where Bea is")
            _ = try await bea.send("Paint for a fence", in: help, area: "Öster")
            #expect(try await bea.get(VolunteersPaths.home()).text.contains("near=me"))
            #expect(try await bea.get(VolunteersPaths.home() + "?near=me").previews.sorted() == ["Paint for a fence", "Somebody with a saw"])
        }
    }

    @Test(arguments: Engine.available)
    func `requests of a site that is older than its search are entered once`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, volunteers in
            let ada = try await app.user(.ada)
            let id = try await ada.send("Somebody with a trailer", in: app.category("Day-to-day help"))
            let index = PostIndex(index: app.site.search)
            try await app.site.write(by: nil) { write in
                try index.remove(id, in: write)
                try write.run("INSERT INTO volunteers_task (name, changed_at) VALUES (\(PostIndex.job.id), 0)")
                try volunteers.prepare(in: write)
                try volunteers.prepare(in: write)
            }
            let queued: Int64 = try await app.site.database.read { db in
                try db.one("SELECT CAST(count(*) AS BIGINT) FROM job_task WHERE kind = \(PostIndex.job.id)")
            }
            #expect(queued == 1)
            try await app.runJobs()
            let found = try await ada.get(VolunteersPaths.search() + "?q=trailer")
            #expect(found.previews == ["Somebody with a trailer"])
        }
    }
}
