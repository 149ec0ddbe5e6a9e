import Core
import Database
import Platform
import StandIns
import TestSupport
import Testing
import Web

@testable import MuseumApp

/// MemberPress doesn't answer, or not as it should: members still get in, and nothing is lost.
@Suite struct MemberPressAwayTests {
    @Test(.covers("MUS-003", "MUS-049"), arguments: Engine.available)
    func `while MemberPress is away members get in, and what is bought waits and goes once`(on engine: Engine) async throws {
        try await withSyncedMuseum(on: engine) { scene in
            let grace = try await scene.person("grace@museum.example")
            let zuri = try await scene.person("zuri@museum.example", "Zuri")
            try await scene.sync()
            let tier = try await scene.tier(201)
            await scene.standIn.behave(.criticalError)
            let bought = try await scene.buy(tier, zuri.client)
            try await scene.sync()
            let state = try await scene.state()
            #expect(state.failure == .down && state.failedSince == scene.now)
            #expect(try await grace.client.get(MuseumPaths.code()).status == .ok)
            let profile = try await grace.client.get(MuseumPaths.profile()).text
            #expect(profile.contains("Your membership still works.") && profile.contains("Try again"))
            let owner = try await scene.app.signedIn(.owner)
            let page = try await owner.get(MuseumPaths.adminMemberPress()).text
            #expect(page.contains("MemberPress can’t be read") && page.contains("Waiting to be sent"))
            let tried = try await grace.client.post(MuseumPaths.findMembership())
            #expect(tried.status == .serviceUnavailable && tried.text.contains("We can’t read the museum’s member list right now"))

            await scene.standIn.behave(.none)
            scene.app.clock.advance(by: MemberPressSync.rhythm)
            try await scene.app.runJobs()
            #expect(await scene.standIn.transactions(numbered: bought.reference) == 1)
            #expect(try await scene.state().failure == nil)
            #expect(try await !grace.client.get(MuseumPaths.profile()).text.contains("Try again"))
        }
    }

    @Test(
        .covers("MUS-003", "MUS-049"),
        arguments: [
            (MemberPressFault.pluginOff, SyncFailure.plugin), (.page, .unreadable), (.warning, .unreadable), (.maintenance, .down), (.blocked, .down),
            (.throttled, .down),
        ])
    func `each way of being away is told, and takes no membership`(fault: MemberPressFault, told: SyncFailure) async throws {
        try await withSyncedMuseum(on: .sqlite) { scene in
            let grace = try await scene.person("grace@museum.example")
            try await scene.sync()
            let before = try await scene.memberships(of: grace.id)
            await scene.standIn.behave(fault)
            try await scene.sync()
            #expect(try await scene.state().failure == told)
            #expect(try await scene.memberships(of: grace.id) == before)
            let owner = try await scene.app.signedIn(.owner)
            #expect(try await owner.get(MuseumPaths.adminMemberPress()).text.contains("MemberPress can’t be read"))
        }
    }

    @Test(.covers("MUS-003"))
    func `whoever waits for a slow MemberPress is told within seconds`() async throws {
        try await withSyncedMuseum(on: .sqlite) { scene in
            let grace = try await scene.person("grace@museum.example")
            await scene.standIn.behave(.slow, ["milliseconds": "20000"])
            let begun = ContinuousClock.now
            let answer = try await grace.client.post(MuseumPaths.findMembership())
            #expect(answer.status == .serviceUnavailable && ContinuousClock.now - begun < .seconds(15))
            #expect(try await scene.memberships(of: grace.id).isEmpty)
        }
    }

    @Test(.covers("MUS-049"), arguments: Engine.available)
    func `a key that another site sealed is told like one that isn't taken`(on engine: Engine) async throws {
        try await withSyncedMuseum(on: engine) { scene in
            try await scene.site.configure { $0.memberPress?.sealedKey = "AAAA" }
            try await scene.sync()
            #expect(try await scene.state().failure == .key)
        }
    }

    @Test(.covers("MUS-049", "MUS-063"), arguments: Engine.available)
    func `a key that is worth nothing is told, and the new one works`(on engine: Engine) async throws {
        try await withSyncedMuseum(on: engine) { scene in
            await scene.standIn.act("rotate-key")
            try await scene.sync()
            #expect(try await scene.state().failure == .key)
            let owner = try await scene.app.signedIn(.owner)
            let address = scene.standIn.credentials.address
            let wrong = try await owner.post(MuseumPaths.adminMemberPress(), ["address": address, "key": "guess"])
            #expect(wrong.status == .unprocessableContent && wrong.text.contains("MemberPress doesn’t accept this key."))
            let right = try await owner.post(MuseumPaths.adminMemberPress(), ["address": address, "key": await scene.standIn.key()])
            #expect(right.status == .seeOther, "\(right.text)")
            try await scene.app.runJobs()
            #expect(try await scene.state().failure == nil)
            let kept = try #require(scene.site.configuration.memberPress)
            let key = await scene.standIn.key()
            #expect(!kept.sealedKey.contains(key))
        }
    }

    @Test(.covers("MUS-049"), arguments: Engine.available)
    func `a run that was cut off goes on at the page where it was`(on engine: Engine) async throws {
        try await withSyncedMuseum(on: engine) { scene in
            var sync = try scene.museum.services.memberPress
            sync.pageSize = 10
            await scene.standIn.behave(.criticalError, ["on": "transactions"])
            try await sync.run()
            let stopped = try await scene.state()
            let cursor = try #require(stopped.cursor)
            #expect(cursor.step == .transactions && cursor.page == 1 && stopped.failure == .down)
            await scene.standIn.behave(.none)
            // Whoever goes on doesn't ask for members again.
            await scene.standIn.behave(.criticalError, ["on": "members"])
            scene.app.clock.advance(by: .seconds(60))
            try await sync.run()
            let done = try await scene.state()
            #expect(done.cursor == nil && done.succeededAt == scene.now && done.failure == nil)
        }
    }

    @Test(.covers("MUS-049"), arguments: Engine.available)
    func `two runs never talk to MemberPress at the same time`(on engine: Engine) async throws {
        try await withSyncedMuseum(on: engine) { scene in
            #expect(try await scene.site.write(by: nil) { try SyncState.claim(for: .seconds(60), in: $0) })
            try await scene.museum.services.memberPress.run()
            #expect(try await scene.state().succeededAt == nil)
            scene.app.clock.advance(by: .seconds(61))
            try await scene.app.runJobs()
            #expect(try await scene.state().succeededAt == scene.now)
        }
    }

    @Test(.covers("MUS-003", "MUS-048"), arguments: Engine.available)
    func `when most members are gone at once nobody loses anything before staff say so`(on engine: Engine) async throws {
        try await withSyncedMuseum(on: engine) { scene in
            try await scene.sync()
            let emails = try await scene.site.database.read {
                try $0.all("SELECT email FROM museum_memberpress_member WHERE id BETWEEN 12 AND 30 ORDER BY id LIMIT 14" as Query<String>)
            }
            for email in emails { _ = try await scene.person(email, "Member") }
            try await scene.sync()
            func counting() async throws -> Int {
                try await scene.site.database.read {
                    try $0.one("SELECT count(*) FROM museum_membership WHERE status = 'active'" as Query<Int>)
                }
            }
            let before = try await counting()
            #expect(before > 5)
            for id in 11...56 { await scene.standIn.act("delete-member", ["member": String(id)]) }
            scene.app.clock.advance(by: .seconds(60))
            // The hourly run, not somebody's.
            let memberPress = try scene.museum.services.memberPress
            try await scene.site.write(by: nil) { try SyncState.ask(in: $0) }
            try await memberPress.run()
            #expect(try await scene.state().failure == .emptied)
            #expect(try await counting() == before)
            let owner = try await scene.app.signedIn(.owner)
            #expect(try await owner.get(MuseumPaths.adminMemberPress()).text.contains("Most members are missing in MemberPress."))
            #expect(try await owner.post(MuseumPaths.adminMemberPressSync()).status == .seeOther)
            try await scene.app.runJobs()
            #expect(try await scene.state().failure == nil)
            #expect(try await counting() == 0)
        }
    }
}
