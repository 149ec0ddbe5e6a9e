import Core
import Database
import TestSupport
import Testing
import Web

@testable import VolunteersApp

struct PostTests {
    @Test(.covers("VOL-019", "VOL-022", "VOL-023", "VOL-034"), arguments: Engine.available)
    func `a request is confirmed, judged and stored once`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let ada = try await app.user(.ada)
            let animals = try await app.category("Animals")
            let check = try await ada.post(VolunteersPaths.new(), fields(category: animals))
            #expect(check.status == .ok)
            let before = try await app.posts()
            #expect(before.isEmpty)
            let mark = String(try #require(check.text.firstMatch(of: /name="mark" value="([^"]+)"/)).1)
            let sent = try await ada.post(VolunteersPaths.posts(), fields(category: animals, mark: mark))
            let again = try await ada.post(VolunteersPaths.posts(), fields(category: animals, mark: mark))
            #expect(sent.status == .seeOther && sent.location == again.location)
            let stored = try await app.posts()
            #expect(stored.map(\.status) == [.accepted])
            let feed = try await app.user(.bea).get(VolunteersPaths.home())
            #expect(feed.text.contains("Somebody to walk my dog"))
            let trail = try await app.auditTrail()
            #expect(trail.contains("volunteers.post.create"))
        }
    }
}
