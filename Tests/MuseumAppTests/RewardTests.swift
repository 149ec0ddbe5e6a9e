import Core
import Database
import Foundation
import Mail
import Notifications
import Outbound
import Platform
import StandIns
import TestSupport
import Testing
import Web

@testable import MuseumApp

/// What members of some tiers get, and how they learn of it.
@Suite struct RewardTests {
    private func day(_ museum: Museum, _ offset: Int = 0) -> String {
        Day(museum.now, in: museum.app.site.configuration.zone).adding(offset).description
    }

    private func fields(_ museum: Museum, _ tiers: [TierID], from first: Int = 0, until last: Int = 7) -> [(String, String)] {
        [
            ("title", "A tenth off in the shop"), ("text", "On everything.\n\nNot on sale items."), ("code", "TAR10"),
            ("link", "https://shop.example.org/tar"), ("first", day(museum, first)), ("last", day(museum, last)),
        ] + tiers.map { ("tiers", $0.description) }
    }

    private func inbox(_ client: TestClient, _ museum: Museum) async throws -> String {
        try await museum.app.runJobs()
        return try await client.get(SitePaths.inbox()).text
    }

    private func rewards(_ museum: Museum) async throws -> [Reward] { try await museum.app.site.database.read { try $0.all(.rewards(limit: 10)) } }

    @Test(.covers("MUS-032", "MUS-033", "MUS-012"), arguments: Engine.available)
    func `members of the tier are notified with a link, and nobody else`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let (gold, silver) = (try await museum.tier("Gold"), try await museum.tier("Silver"))
            let (ada, bea) = (try await museum.app.signedIn(.ada), try await museum.app.signedIn(.bea))
            _ = try await museum.member(ada, of: gold)
            _ = try await museum.member(bea, of: silver)
            let owner = try await museum.app.signedIn(.owner)
            #expect(try await owner.post(MuseumPaths.adminRewards(), fields: fields(museum, [gold])).status == .seeOther)
            let reward = try #require(try await rewards(museum).first)
            let notice = try await inbox(ada, museum)
            #expect(notice.contains("For members: A tenth off in the shop"))
            let told = try #require(notice.firstMatch(of: /notification-link" href="([^"]+)"/)?.1)
            #expect(try await ada.get(String(told)).location == MuseumPaths.reward(reward.id))
            #expect(try await museum.app.emails(to: Cast.ada.email).contains { $0.subject == "For members: A tenth off in the shop" })
            #expect(try await !inbox(bea, museum).contains("A tenth off"))
            let page = try await ada.get(MuseumPaths.reward(reward.id)).text
            #expect(page.contains("TAR10") && page.contains("https://shop.example.org/tar") && page.contains("Not on sale items."))
            #expect(try await bea.get(MuseumPaths.reward(reward.id)).status == .notFound)
            let link = "href=\"\(MuseumPaths.reward(reward.id))\""
            #expect(try await ada.get(MuseumPaths.profile()).text.contains(link))
            #expect(try await !bea.get(MuseumPaths.profile()).text.contains(link))
        }
    }

    @Test(.covers("MUS-032"), arguments: Engine.available)
    func `a reward of next week is told next week, and once`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let gold = try await museum.tier("Gold", months: 12)
            _ = try await museum.member(try await museum.app.signedIn(.ada), of: gold)
            let owner = try await museum.app.signedIn(.owner)
            _ = try await owner.post(MuseumPaths.adminRewards(), fields: fields(museum, [gold], from: 7, until: 14))
            try await museum.app.runJobs()
            func told() async throws -> Int { try await museum.app.emails(to: Cast.ada.email).filter { $0.subject.hasPrefix("For members") }.count }
            #expect(try await told() == 0)
            let reward = try #require(try await rewards(museum).first)
            #expect(try await museum.app.signedIn(.ada).get(MuseumPaths.reward(reward.id)).status == .notFound)
            let first = try await rewards(museum)[0].first
            museum.app.clock.advance(by: first.start(in: museum.app.site.configuration.zone) - museum.now + .seconds(1))
            try await museum.app.runJobs()
            #expect(try await told() == 1)
            let (rewards, person) = (try museum.services.rewards, try await museum.app.person(.ada))
            #expect(try await museum.app.site.database.read { try rewards.current(of: person, in: $0) }.map(\.id) == [reward.id])
            // Saving it again tells nobody again.
            let form = RewardForm(reward, tiers: [gold])
            try await museum.app.site.write(by: nil) { try rewards.save(RewardDraft(form, known: [gold]), as: reward.id, in: $0) }
            try await museum.app.runJobs()
            #expect(try await told() == 1)
            museum.app.clock.advance(by: .days(9))
            #expect(try await museum.app.site.database.read { try rewards.current(of: person, in: $0) }.isEmpty)
        }
    }

    @Test(.covers("MUS-032", "MUS-060"), arguments: Engine.available)
    func `a form that is wrong comes back with what was typed, and only managers send one`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            _ = try await museum.tier("Gold")
            let owner = try await museum.app.signedIn(.owner)
            let refused = try await owner.post(
                MuseumPaths.adminRewards(),
                ["title": "Tea", "link": "javascript:alert(1)", "first": day(museum, 3), "last": day(museum, 1)])
            #expect(refused.status == .unprocessableContent)
            for words in [
                "value=\"Tea\"", "Enter an address that begins with https://.", "The last day must not be before the first.", "Choose who gets it.",
            ] {
                #expect(refused.text.contains(words), "\(words)")
            }
            #expect(try await museum.app.signedIn(.ada).get(MuseumPaths.adminRewards()).status == .notFound)
            #expect(try await rewards(museum).isEmpty)
        }
    }

    @Test(.covers("MUS-032"), arguments: Engine.available)
    func `a membership that has ended has no rewards, and a deleted reward is gone`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let gold = try await museum.tier("Gold")
            let ada = try await museum.app.signedIn(.ada)
            let membership = try await museum.member(ada, of: gold)
            let owner = try await museum.app.signedIn(.owner)
            _ = try await owner.post(MuseumPaths.adminRewards(), fields: fields(museum, [gold]))
            let reward = try #require(try await rewards(museum).first)
            #expect(try await ada.get(MuseumPaths.reward(reward.id)).status == .ok)
            try await museum.end(membership, at: museum.now + .seconds(60))
            museum.app.clock.advance(by: .seconds(120))
            #expect(try await ada.get(MuseumPaths.reward(reward.id)).status == .notFound)
            #expect(try await owner.post(MuseumPaths.adminRewardDelete(reward.id)).status == .seeOther)
            #expect(try await rewards(museum).isEmpty)
            let trail = try await museum.app.auditTrail()
            #expect(trail.contains("museum.reward.delete"), "\(trail)")
        }
    }

    private struct Device: Decodable {
        struct Message: Decodable { var text: String }
        struct Subscription: Codable {
            struct Keys: Codable { var p256dh: String, auth: String }
            var endpoint: String, keys: Keys
        }
        var device: Int
        var subscription: Subscription
        var messages: [Message]
    }

    @Test(.covers("MUS-032", "MUS-033"), arguments: Engine.available)
    func `a reward reaches the notification bar of the phone, with the way to it`(on engine: Engine) async throws {
        let host = try await StandInHost { [PushStandIn(at: $0)] }
        do {
            try await withMuseum(on: engine) { museum in
                let app = museum.app
                let place = try #require(host.address.split(separator: "/").last.map(String.init))
                try await app.site.configure { $0[PushConfiguration.self] = PushConfiguration(contact: "mailto:a@stoa.example", hosts: [place]) }
                // The stand-in looks at the wall clock.
                app.clock.advance(by: SiteClock.wall.now() - app.site.clock.now())
                let ada = try await app.signedIn(.ada)
                let key = try #require(try await ada.asProgram.get(NotificationsPaths.apiPush()).json["publicKey"] as? String)
                let device = try await HTTPClient().send(.json("\(host.address)/push/devices", ["applicationServerKey": key])).json(Device.self)
                let subscription = String(decoding: try JSONEncoder().encode(device.subscription), as: UTF8.self)
                #expect(try await ada.asProgram.json(.post, NotificationsPaths.apiPush(), subscription).status == .noContent)
                let gold = try await museum.tier("Gold")
                _ = try await museum.member(ada, of: gold)
                _ = try await app.signedIn(.owner).post(MuseumPaths.adminRewards(), fields: fields(museum, [gold]))
                for _ in 0..<3 { try await app.runJobs() }
                let request = OutboundRequest(
                    "POST", "\(host.address)/push/devices/\(device.device)", headers: [("Content-Type", "application/json")],
                    body: Array("{}".utf8))
                let messages = try await HTTPClient().send(request).json(Device.self).messages.map(\.text)
                #expect(messages.contains { $0.contains("For members: A tenth off in the shop") && $0.contains("\"url\"") }, "\(messages)")
            }
        } catch {
            await host.stop()
            throw error
        }
        await host.stop()
    }
}
