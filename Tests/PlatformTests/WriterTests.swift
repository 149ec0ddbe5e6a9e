import Accounts
import Analytics
import Audit
import Core
import Database
import Jobs
import Platform
import Synchronization
import TestSupport
import Testing
import Web

/// A shop with one product: each order is a row, and is refused at will.
private struct ShopApp: App {
    static let manifest = AppManifest(
        id: "shop", name: "Shop", path: "/shop",
        schema: .init(
            [
                Migration("shop-001") { d in "CREATE TABLE shop_order (id \(d.id), words TEXT NOT NULL, changed_at \(d.integer) NOT NULL)" }
            ], entityNames: ["shop.order": "Order"]))
    private let site: Site
    /// How often a cache was told of an order.
    let told = Tally()
    /// Whether the handler fails after its write, as a process that is cut off does.
    let breaks = Switch()

    init(site: Site) { self.site = site }

    func register(in extensions: inout Extensions) throws { try extensions.provide(self) }

    static let packing = Job<Packing>("shop.pack")

    struct Packing: Codable, Sendable {
        var order: Int64
    }

    struct Form: Decodable, Encodable, Sendable {
        var words: String
    }

    struct Answer: JSONAnswer, Codable {
        var order: Int64
        var note: Int64
    }

    func order(_ words: String, by person: PersonID?) async throws -> Int64 {
        try await site.write(by: person) { [told] write in
            guard words != "nothing" else { throw Problem(.invalid, "shop.empty", "Order something.") }
            let id = try write.insert("INSERT INTO shop_order (words, changed_at) VALUES (\(words), \(write.now))")
            try write.audit(.create, AuditName("shop.order", id), ["words": words])
            try write.enqueue(Self.packing, Packing(order: id))
            write.afterCommit { told.add() }
            return id
        }
    }

    var routes: [Route] {
        [
            .post(Path("/api/v1/orders"), allow: .everyone, body: .json) { (request: Request, visitor: Visitor) in
                let words = try request.json(Form.self).words
                let first = try await order(words, by: visitor.personID)
                if breaks.isOn { throw CancellationError() }
                return Answer(order: first, note: try await order("a note on \(first)", by: visitor.personID))
            },
            .post(Path("/shop"), allow: .everyone) { (request: Request, visitor: Visitor) in
                let id = try await order(try request.form(Form.self).words, by: visitor.personID)
                if breaks.isOn { throw CancellationError() }
                return Response.seeOther("/shop/\(id)", flash: "Ordered.")
            },
        ]
    }
}

private final class Tally: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
}

private final class Switch: Sendable {
    private let state = Mutex(false)
    var isOn: Bool { state.withLock { $0 } }
    func set(_ isOn: Bool) { state.withLock { $0 = isOn } }
}

@Suite struct WriterTests {
    private func orders(_ app: TestApp) async throws -> Int {
        try await app.site.database.read { try $0.one("SELECT count(*) FROM shop_order" as Query<Int>) }
    }

    private func shop(_ app: TestApp) throws -> ShopApp { try app.site.service() }

    @Test(arguments: Engine.available)
    func `a call that was cut off after its effect is finished by sending it again, and takes effect once`(on engine: Engine) async throws {
        try await withTestApp(ShopApp.self, on: engine) { app in
            let (shop, client) = (try shop(app), app.guest.asProgram.with("Idempotency-Key", "k-1"))
            shop.breaks.set(true)
            #expect(try await client.json(.post, "/api/v1/orders", #"{"words":"soup"}"#).status.rawValue == 500)
            #expect(try await orders(app) == 1)
            shop.breaks.set(false)
            let second = try await client.json(.post, "/api/v1/orders", #"{"words":"soup"}"#)
            #expect(second.json["order"] as? Int == 1)
            #expect(second.json["note"] as? Int == 2, "what the first try had not done is done now")
            let third = try await client.json(.post, "/api/v1/orders", #"{"words":"soup"}"#)
            #expect(third.text == second.text && third["Idempotency-Replayed"] == "true")
            #expect(try await orders(app) == 2)
            #expect(shop.told.value == 2, "caches hear of each effect once")
            let jobs = try await app.site.database.read { try app.site.jobs.list(kind: "shop.pack", in: $0) }
            #expect(jobs.count == 2)
        }
    }

    @Test(arguments: Engine.available)
    func `a form that is sent twice is one order, and one with other words is another`(on engine: Engine) async throws {
        try await withTestApp(ShopApp.self, on: engine) { app in
            let (shop, key) = (try shop(app), "AAAAAAAAAAAAAAAAAAAAAA")
            let guest = app.guest
            async let one = guest.post("/shop", ["words": "soup", "submission": key])
            async let two = guest.post("/shop", ["words": "soup", "submission": key])
            let (first, second) = try await (one, two)
            #expect(first.location == "/shop/1" && second.location == "/shop/1")
            #expect(first.cookies["flash"] == second.cookies["flash"] && first.cookies["flash"] != nil)
            #expect(try await guest.post("/shop", ["words": "bread", "submission": key]).location == "/shop/2")
            shop.breaks.set(true)
            #expect(try await guest.post("/shop", ["words": "tea", "submission": key]).status.rawValue == 500)
            shop.breaks.set(false)
            #expect(try await guest.post("/shop", ["words": "tea", "submission": key]).location == "/shop/3")
            #expect(try await orders(app) == 3)
        }
    }

    @Test(arguments: Engine.available)
    func `a write that was refused has done nothing and may be tried again with its key`(on engine: Engine) async throws {
        try await withTestApp(ShopApp.self, on: engine) { app in
            let (shop, guest) = (try shop(app), app.guest)
            #expect(try await guest.post("/shop", ["words": "nothing", "submission": "AAAAAAAAAAAAAAAAAAAAAA"]).status.rawValue == 422)
            #expect(try await orders(app) == 0 && shop.told.value == 0)
            let steps = try await app.site.database.read { try $0.one("SELECT count(*) FROM platform_submission" as Query<Int>) }
            #expect(steps == 0)
        }
    }

    @Test func `what a write answered lies sealed, and is forgotten after a day`() async throws {
        try await withTestApp(ShopApp.self, on: .sqlite) { app in
            _ = try await app.guest.post("/shop", ["words": "soup", "submission": "AAAAAAAAAAAAAAAAAAAAAA"])
            let results = try await app.site.database.read { try $0.all("SELECT result FROM platform_submission" as Query<[UInt8]>) }
            #expect(results.count == 1 && results.allSatisfy { $0.count > 16 })
            try await app.runJobs()
            app.clock.advance(by: .seconds(2 * 86_400))
            try await app.runJobs()
            let left = try await app.site.database.read {
                try $0.one("SELECT (SELECT count(*) FROM platform_submission) + (SELECT count(*) FROM platform_answer)" as Query<Int>)
            }
            #expect(left == 0)
        }
    }
}
