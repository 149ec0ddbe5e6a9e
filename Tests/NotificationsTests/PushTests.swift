import Accounts
import Core
import Crypto
import Database
import Foundation
import Outbound
import Platform
import StandIns
import TestSupport
import Testing
import Web

@testable import Notifications

/// Devices behind a push service that behaves as it is told.
@Suite struct PushTests {
    /// A site whose Ada has turned notifications on on one device.
    private struct Scene {
        let app: TestApp
        let house: StandInHost
        let device: Int

        func push(_ faultMode: String?) async throws {
            let order = ControlOrder("push", faultMode: faultMode)
            let answer = try await HTTPClient().send(.json("\(house.address)/control", order))
            try #require(answer.status == 204)
        }

        func device(_ change: String = "{}") async throws -> Seen {
            let request = OutboundRequest(
                "POST", "\(house.address)/push/devices/\(device)", headers: [("Content-Type", "application/json")], body: Array(change.utf8))
            return try await HTTPClient().send(request).json(Seen.self)
        }

        func notify(_ title: String = "Bea answered", _ who: Cast = .ada) async throws { try await app.notify(who, "news.reply", title) }

        func devices() async throws -> Int {
            try await app.site.database.read { try $0.one("SELECT COUNT(*) FROM notification_subscription" as Query<Int>) }
        }

        func jobs() async throws -> [String] {
            try await app.site.database.read { db in
                try db.all("SELECT state FROM job_task WHERE kind = 'notifications.push' ORDER BY id" as Query<String>)
            }
        }

        func later(_ seconds: Int) async throws {
            app.clock.advance(by: .seconds(seconds))
            try await app.runJobs()
        }
    }

    private struct Seen: Decodable {
        struct Message: Decodable {
            var text: String
            var topic: String?
        }

        struct Subscription: Codable {
            struct Keys: Codable {
                var p256dh: String
                var auth: String
            }
            var endpoint: String
            var keys: Keys
        }

        var device: Int
        var subscription: Subscription
        var messages: [Message]
        var attempts: Int
    }

    private func withDevice(on engine: Engine = .sqlite, _ body: (Scene) async throws -> Void) async throws {
        let house = try await StandInHost { [PushStandIn(at: $0)] }
        do {
            try await withNews(on: engine) { app in
                let place = try #require(house.address.split(separator: "/").last.map(String.init))
                try await app.site.configure { $0.push = PushConfiguration(contact: "mailto:webmaster@stoa.example", hosts: [place]) }
                // The stand-in looks at the wall clock.
                app.clock.advance(by: SiteClock.wall.now() - app.site.clock.now())
                try await app.choose([.inbox, .push], for: "news.reply")
                let ada = try await app.signedIn(.ada).asProgram
                let key = try await ada.get("/api/v1/push/subscriptions").json["publicKey"] as? String
                let wanted = ["applicationServerKey": try #require(key)]
                let seen = try await HTTPClient().send(.json("\(house.address)/push/devices", wanted)).json(Seen.self)
                let subscription = String(decoding: try JSONEncoder().encode(seen.subscription), as: UTF8.self)
                let answer = try await ada.json(.post, "/api/v1/push/subscriptions", subscription)
                try #require(answer.status == .noContent, "\(answer.text)")
                try await body(Scene(app: app, house: house, device: seen.device))
            }
            await house.stop()
        } catch {
            await house.stop()
            throw error
        }
    }

    @Test(.covers("CORE-023"), arguments: Engine.available)
    func `a notice reaches the device once, readable by it alone, and leads to its subject`(_ engine: Engine) async throws {
        try await withDevice(on: engine) { scene in
            try await scene.notify("<b>Åsa</b> answered")
            try await scene.app.runJobs()
            try await scene.app.runJobs()
            let seen = try await scene.device()
            #expect(seen.messages.count == 1 && seen.attempts == 1)
            #expect(seen.messages[0].text.contains(#""title":"<b>Åsa</b> answered""#))
            #expect(seen.messages[0].text.contains("/open\"") && seen.messages[0].topic?.hasPrefix("notice-") == true)
        }
    }

    @Test(.covers("CORE-023"), arguments: Engine.available)
    func `a notice that waits does not reach a device that has become somebody else's`(_ engine: Engine) async throws {
        try await withDevice(on: engine) { scene in
            try await scene.notify("For Ada alone")
            let subscription = String(decoding: try JSONEncoder().encode(try await scene.device().subscription), as: UTF8.self)
            let bea = try await scene.app.signedIn(.bea).asProgram
            #expect(try await bea.json(.post, "/api/v1/push/subscriptions", subscription).status == .noContent)
            try await scene.app.runJobs()
            #expect(try await scene.device().messages.isEmpty)
            #expect(try await scene.app.inbox().count == 1)
        }
    }

    @Test(.covers("CORE-023"), arguments: ["404", "410"])
    func `a device that is gone is taken off the list`(_ status: String) async throws {
        try await withDevice { scene in
            try await scene.push(status)
            try await scene.notify()
            try await scene.app.runJobs()
            let (devices, jobs) = (try await scene.devices(), try await scene.jobs())
            #expect(devices == 0 && jobs == ["done"])
            let inbox = try await scene.app.inbox()
            #expect(inbox.count == 1)
        }
    }

    @Test(arguments: ["429", "429-date", "406"]) func `a service that asks to wait gets nothing from us meanwhile`(_ status: String) async throws {
        try await withDevice { scene in
            try await scene.push(status)
            try await scene.notify("One")
            try await scene.app.runJobs()
            try await scene.notify("Two")
            try await scene.app.runJobs()
            let before = try await scene.device()
            #expect(before.attempts == 1)
            try await scene.push("none")
            try await scene.later(125)
            try await scene.later(125)
            let after = try await scene.device()
            #expect(after.messages.count == 2 && after.attempts == 3)
        }
    }

    @Test(arguments: ["500", "503", "lost"]) func `a service in trouble is asked again, and a copy takes the place of the first`(
        _ status: String
    ) async throws {
        try await withDevice { scene in
            try await scene.push(status)
            try await scene.notify()
            try await scene.app.runJobs()
            let waiting = try await scene.jobs()
            #expect(waiting == ["waiting"])
            try await scene.push("none")
            try await scene.later(30)
            let (seen, jobs) = (try await scene.device(), try await scene.jobs())
            #expect(jobs == ["done"])
            #expect(Set(seen.messages.map(\.text)).count == 1 && Set(seen.messages.map(\.topic)).count == 1)
        }
    }

    @Test func `a refused token is renewed once; refused again, the device is dropped`() async throws {
        try await withDevice { scene in
            try await scene.push("401-once")
            try await scene.notify()
            try await scene.app.runJobs()
            let renewed = try await scene.device()
            #expect(renewed.messages.count == 1 && renewed.attempts == 2)
            try await scene.push("403")
            try await scene.notify("Two")
            try await scene.app.runJobs()
            let (devices, jobs) = (try await scene.devices(), try await scene.jobs())
            #expect(devices == 0 && jobs == ["done", "failed"])
        }
    }

    @Test func `a clock that is off by days is a refused token, not a lost notice`() async throws {
        try await withDevice { scene in
            try await scene.push("clock")
            try await scene.notify()
            try await scene.app.runJobs()
            let inbox = try await scene.app.inbox()
            #expect(inbox.count == 1)
        }
    }

    @Test func `what is too large is sent again without its body`() async throws {
        try await withDevice { scene in
            try await scene.push("413-long")
            let long = String(repeating: "långåäöåä ", count: 60)
            let person = try await scene.app.person(.ada)
            let notifier = try scene.app.site.service(Notifier.self)
            try await scene.app.site.write(by: nil) { db in
                try notifier.send(Notifications.Notification(kind: "news.reply", title: "Open it", body: .verbatim(long)), to: person, in: db)
            }
            try await scene.app.runJobs()
            let seen = try await scene.device()
            #expect(seen.messages.count == 1 && seen.attempts == 2)
            #expect(seen.messages.first?.text.contains("långåäö") == false)
        }
    }

    @Test(arguments: ["400", "413", "redirect"]) func `what no attempt mends is given up, and the device stays`(_ status: String) async throws {
        try await withDevice { scene in
            try await scene.push(status)
            try await scene.notify()
            try await scene.app.runJobs()
            let (devices, jobs) = (try await scene.devices(), try await scene.jobs())
            #expect(devices == 1 && jobs == ["failed"])
        }
    }

    @Test func `a notice that was read meanwhile, or is a day old, disturbs nobody`() async throws {
        try await withDevice { scene in
            try await scene.push("503")
            try await scene.notify()
            try await scene.app.runJobs()
            try await scene.push("none")
            _ = try await scene.app.signedIn(.ada).post("/account/notices/read-all")
            try await scene.later(30)
            let seen = try await scene.device()
            #expect(seen.messages.isEmpty)
        }
    }

    @Test func `a browser whose address changed tells the site, and a removed device does not come back by itself`() async throws {
        try await withDevice { scene in
            let old = try await scene.device().subscription
            let fresh = try await scene.device(#"{"rotate": true}"#).subscription
            let body =
                #"{"endpoint":"\#(fresh.endpoint)","keys":{"p256dh":"\#(fresh.keys.p256dh)","auth":"\#(fresh.keys.auth)"},"replaces":"\#(old.endpoint)","isRenewal":true}"#
            let ada = try await scene.app.signedIn(.ada).asProgram
            let answer = try await ada.json(.post, "/api/v1/push/subscriptions", body)
            let devices = try await scene.devices()
            #expect(answer.status == .noContent && devices == 1)
            try await scene.notify()
            try await scene.app.runJobs()
            let seen = try await scene.device()
            #expect(seen.messages.count == 1)
            try await scene.app.site.database.write { _ = try $0.run("DELETE FROM notification_subscription") }
            let again = try await ada.json(.post, "/api/v1/push/subscriptions", body)
            #expect(again.status == .notFound)
        }
    }

    @Test func `addresses of devices are sealed at rest`() async throws {
        try await withDevice { scene in
            let stored = try await scene.app.site.database.read { try $0.one("SELECT sealed FROM notification_subscription" as Query<[UInt8]>) }
            #expect(!String(decoding: stored, as: UTF8.self).contains("push/send"))
            let secret = try await scene.app.site.database.read { try $0.one("SELECT sealed_private FROM notification_push_key" as Query<[UInt8]>) }
            #expect(secret.count == 32 + 28)
        }
    }

    @Test(arguments: [
        "http://127.0.0.1:1/x", "https://user@push.example/x", "ftp://push.example/x", "push.example",
        "https://push.example/\(String(repeating: "x", count: 2100))",
    ])
    func `an address that is none is refused when it is handed in`(_ endpoint: String) async throws {
        try await withNews(on: .sqlite) { app in
            let key = try P256PrivateKey().publicKey.uncompressed.base64URL
            let body = #"{"endpoint":"\#(endpoint)","keys":{"p256dh":"\#(key)","auth":"\#(randomBytes(16).base64URL)"}}"#
            let answer = try await app.signedIn(.ada).asProgram.json(.post, "/api/v1/push/subscriptions", body)
            #expect(answer.status == .unprocessableContent)
        }
    }

    @Test func `an address that leads inside is never connected to, and goes`() async throws {
        try await withNews(on: .sqlite) { app in
            try await app.choose([.inbox, .push], for: "news.reply")
            let key = try P256PrivateKey().publicKey.uncompressed.base64URL
            // Names that mean this machine, as an attacker would write them.
            let body = #"{"endpoint":"https://localhost:9/x","keys":{"p256dh":"\#(key)","auth":"\#(randomBytes(16).base64URL)"}}"#
            let answer = try await app.signedIn(.ada).asProgram.json(.post, "/api/v1/push/subscriptions", body)
            #expect(answer.status == .noContent)
            try await app.notify()
            try await app.runJobs()
            let devices = try await app.site.database.read { try $0.one("SELECT COUNT(*) FROM notification_subscription" as Query<Int>) }
            #expect(devices == 0)
        }
    }
}
