import Core
import Database
import Foundation
import Jobs
import Platform
import StandIns
import TestSupport
import Testing
import Web

@testable import Moderation

/// The operator's language model: it can ask for a moderator, and nothing else.
@Suite(.covers("CORE-025", "CORE-049", "VOL-036")) struct OpinionTests {
    private func withOpinion(on engine: Engine, _ body: (TestApp, OpinionStandIn) async throws -> Void) async throws {
        try await withStandIn {
            OpinionStandIn(at: $0)
        } run: { standIn in
            try await withNotes(on: engine) { app in
                let owner = try await app.signedIn(.owner)
                let saved = try await owner.post(
                    "/admin/moderation/opinion", ["address": standIn.base + "/", "model": "small", "key": OpinionStandIn.key])
                #expect(saved.location == "/admin/moderation/opinion")
                try await body(app, standIn)
            }
        }
    }

    @Test(arguments: Engine.available)
    func `what the model doubts waits for a moderator, and what it does not is public in a moment`(on engine: Engine) async throws {
        try await withOpinion(on: engine) { app, standIn in
            let (kind, odd) = (
                try await app.note("Who waters my plants in July?", by: .ada), try await app.note("Who fixes my submarine in July?", by: .ada)
            )
            #expect(kind.found.status == .pending && odd.found.status == .pending)
            try await app.runJobs()
            let judged = try await app.site.database.read { db in try [kind, odd].map { try db.one(.find($0.found.id)) } }
            #expect(judged.map(\.status) == [.accepted, .pending] && judged.map(\.queue) == [nil, .new])
            // Saving the address has tried it.
            #expect(standIn.asked.count { $0.contains("in July") } == 2)
            let asked = standIn.asked.count
            // What the lists find is decided without it, and never softened by it.
            #expect(try await app.note("What a fucking mess this is", by: .ada).found.status == .rejected)
            try await app.runJobs()
            #expect(standIn.asked.count == asked)
        }
    }

    @Test(arguments: Engine.available)
    func `where the model fails, the filter's word stands`(on engine: Engine) async throws {
        try await withOpinion(on: engine) { app, standIn in
            for fault in ["error", "nonsense", "silence"] {
                #expect(await standIn.control(ControlOrder("opinion", faultMode: fault)))
                let note = try await app.note("Who looks after my submarine, I am away (\(fault))?", by: .ada)
                try await app.runJobs()
                let judged = try await app.site.database.read { try $0.one(.find(note.found.id)) }
                #expect(judged.status == .accepted, "\(fault)")
            }
        }
    }

    @Test(arguments: Engine.available)
    func `the key is kept sealed, goes to no other address, and only administrators see the page`(on engine: Engine) async throws {
        try await withOpinion(on: engine) { app, standIn in
            let owner = try await app.signedIn(.owner)
            let page = try await owner.get("/admin/moderation/opinion")
            #expect(page.text.contains(standIn.base) && !page.text.contains(OpinionStandIn.key))
            let kept = try #require(app.site.configuration.opinion)
            #expect(kept.sealedKey.map { !$0.contains(OpinionStandIn.key) } == true && kept.key(for: app.site) == OpinionStandIn.key)
            _ = try await owner.post("/admin/moderation/opinion", ["address": standIn.base, "model": "larger", "key": ""])
            #expect(app.site.configuration.opinion?.key(for: app.site) == OpinionStandIn.key)
            _ = try await owner.post("/admin/moderation/opinion", ["address": "https://other.example/v1", "model": "larger", "key": ""])
            #expect(app.site.configuration.opinion?.sealedKey == nil)
            #expect(try await owner.post("/admin/moderation/opinion", ["address": "ftp://x", "model": ""]).status == .unprocessableContent)
            #expect(try await app.signedIn(.ada).get("/admin/moderation/opinion").status == .notFound)
            _ = try await owner.post("/admin/moderation/opinion/stop", ["stopped": "true"])
            #expect(try await app.note("Who paints my submarine?", by: .ada).found.status == .accepted)
        }
    }
}
