import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import Moderation

@Suite struct ReportTests {
    @Test(.covers("VOL-044", "CORE-027"), arguments: Engine.available)
    func `a report brings the note before people and hides nothing`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (id, _) = try await app.note("Something that Bea does not like", by: .ada)
            try await app.report(id, by: .bea, .other, words: "I do not like it.")
            #expect(try await app.noteCase(id).queue == .reported)
            #expect(try await app.guest.get("/notes/\(id)").status == .ok)
            await #expect(throws: ModerationRefusal.alreadyReported) { try await app.report(id, by: .bea) }
            await #expect(throws: ModerationRefusal.ownSubject) { try await app.report(id, by: .ada) }
        }
    }

    @Test(.covers("VOL-044"), arguments: Engine.available)
    func `who reports something is thanked by its title, and nothing says more than they can see`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            func thanks(_ id: Int64) async throws -> String? {
                let sent = try await app.signedIn(.bea).post("/moderation/report/\(NotesApp.subjectKind)/\(id)", ["reason": "spam"])
                return sent.cookies["flash"]?.removingPercentEncoding
            }
            let (id, _) = try await app.note("Something that Bea does not like", by: .ada)
            #expect(try await thanks(id)?.contains("Thank you for reporting “Note \(id)”. A moderator will look at it.") == true)
            let (other, _) = try await app.note("Something else for her", by: .ada)
            _ = try await app.signedIn(.ada).post("/notes/\(other)", ["text": "A fucking other thing"])
            #expect(try await thanks(other)?.contains("Thank you for reporting a text.") == true, "its newest title waits for a moderator")
        }
    }

    @Test(.covers("VOL-044", "CORE-027"), arguments: Engine.available)
    func `an edit does not get around a report, and both an edit and a decision can be reported anew`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (id, _) = try await app.note("Something that Bea does not like", by: .ada)
            try await app.report(id, by: .bea)
            _ = try await app.signedIn(.ada).post("/notes/\(id)", ["text": "Something that Bea does not like at all"])
            let edited = try await app.noteCase(id)
            #expect(edited.status == .accepted && edited.queue == .reported)
            try await app.report(id, by: .bea, .hate)
            await #expect(throws: ModerationRefusal.alreadyReported) { try await app.report(id, by: .bea) }
            #expect(try await app.noteState(id)?.openReports == 1)
            try await app.decide(id, .accept)
            #expect(try await app.noteState(id)?.openReports == 0)
            try await app.report(id, by: .bea)
            #expect(try await app.noteState(id)?.openReports == 1)
            // What became of the earlier report weighs the next ones, so nobody gets rid of it by reporting again.
            let outcomes = try await app.site.database.read { db in
                try db.all("SELECT coalesce(outcome, 'open') FROM moderation_report ORDER BY id LIMIT 10" as Query<String>)
            }
            #expect(outcomes == ["dismissed", "open"])
        }
    }

    @Test func `trust grows and shrinks with what became of earlier reports`() {
        let year = Duration.seconds(365 * 86_400)
        let unknown = ReportWeight(upheld: 0, dismissed: 0, age: year).value
        #expect(unknown == 1)
        #expect(ReportWeight(upheld: 0, dismissed: 6, age: year).value == 0.25)
        #expect(ReportWeight(upheld: 8, dismissed: 0, age: year).value == 1)
        #expect(ReportWeight(upheld: 0, dismissed: 0, age: .seconds(3600)).value == 0.25)
    }

    @Test func `fifty accounts of today weigh no more than one person of last year`() {
        let together = ReportWeight.sum(established: 0, newcomers: 50 * ReportWeight.newcomer)
        #expect(together == 1)
        #expect(together < ReportWeight.urgent)
        #expect(ReportWeight.sum(established: 3, newcomers: 0) > ReportWeight.urgent)
    }
}
