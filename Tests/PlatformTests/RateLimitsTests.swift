import Accounts
import Core
import Crypto
import Database
import Foundation
import Mail
import Synchronization
import TestSupport
import Testing

@testable import Platform

/// What came in on a channel.
private final class Heard: Sendable {
    let messages = Mutex<[String]>([])
}

@Suite struct `Limits on several nodes` {
    private func withNodes(_ body: (RunningSite, RunningSite) async throws -> Void) async throws {
        try await withTwoNodes(parts: [AccountsModule.self, MailModule.self], body)
    }

    private func soon(_ isTrue: () -> Bool) async throws -> Bool {
        for _ in 0..<200 {
            if isTrue() { return true }
            try await Task.sleep(for: .milliseconds(25))
        }
        return false
    }

    /// Waits until a node's listener is connected. What was told before is lost to it, so something new is told each time.
    private func hear(_ node: RunningSite, from other: RunningSite) async throws -> Bool {
        let limits = [node, other].map { $0.site.rateLimiter("test.connected", capacity: 1, per: .seconds(86_400)) }
        var told: [String] = []
        return try await soon {
            told.append("\(other.site.folder.url.path) \(told.count)")
            _ = limits[1].take(told[told.count - 1])
            return told.contains { limits[0].isEmpty($0) }
        }
    }

    @Test(.covers("CORE-012", "CORE-047"))
    func `what is used up on one node is used up on the other, and what is given back is there again`() async throws {
        try await withNodes { first, second in
            let limits = [first, second].map { $0.site.rateLimiter("test.attempts", capacity: 6, per: .seconds(86_400)) }
            try #require(try await hear(first, from: second))
            try #require(try await hear(second, from: first))
            for limit in limits + limits + limits { #expect(limit.take("guesser") == nil) }
            #expect(try await soon { limits.allSatisfy { $0.isEmpty("guesser") } })
            for limit in limits {
                #expect(limit.take("guesser") != nil)
                #expect(limit.take("somebody else") == nil)
            }
            limits[0].give("guesser")
            #expect(try await soon { !limits[1].isEmpty("guesser") })
            #expect(limits[1].take("guesser") == nil && limits[1].take("guesser") != nil)
        }
    }

    @Test(.covers("CORE-012"))
    func `a node without its database limits by its own counts`() async throws {
        try await withNodes { first, _ in
            let limit = first.site.rateLimiter("test.attempts", capacity: 3, per: .seconds(86_400))
            await first.site.database.close()
            for _ in 1...3 { #expect(limit.take("guesser") == nil) }
            try await Task.sleep(for: .milliseconds(400))
            #expect(limit.take("guesser") != nil)
        }
    }

    @Test(.covers("CORE-012"))
    func `nodes that did not know of each other make up for it, and nobody owes more than a full bucket`() {
        let clock = ManualClock()
        let sharing = RateLimiter.Sharing(name: { $0 }, wake: {})
        let limiter = RateLimiter(capacity: 4, per: .seconds(40), clock: clock.clock, sharing: sharing)
        for _ in 1...4 { #expect(limiter.take("a") == nil) }
        #expect(limiter.takeUntold() == ["a": 4] && limiter.takeUntold().isEmpty)
        limiter.add(2, for: "a")
        #expect(limiter.take("a") == 30, "two owed and one to take, ten seconds each")
        limiter.add(1000, for: "a")
        #expect(limiter.take("a") == 50)
        clock.advance(by: .seconds(50))
        #expect(limiter.take("a") == nil && limiter.take("a") == 10)
        // What comes and goes between two messages is not worth one.
        limiter.give("a")
        #expect(limiter.takeUntold().isEmpty)
        limiter.add(-1, for: "nobody")
        for _ in 1...4 { #expect(limiter.take("nobody") == nil) }
        #expect(limiter.take("nobody") != nil)
    }

    @Test(.covers("CORE-012"))
    func `what waits to be told is bounded, and so is each message`() {
        let sharing = RateLimiter.Sharing(name: { $0 }, wake: {})
        let limiter = RateLimiter(capacity: 4, per: .seconds(40), clock: ManualClock().clock, sharing: sharing)
        for number in 0..<20_000 { _ = limiter.take("network-\(number)") }
        let counted = ["sign-in.attempts": limiter.takeUntold()]
        #expect(counted["sign-in.attempts"]?.count == 5000)
        let messages = RateLimitNews.messages(from: "node", counted)
        #expect(messages.count > 1 && messages.allSatisfy { $0.utf8.count <= RateLimitNews.mostBytes })
        let read = messages.compactMap { RateLimitNews($0) }
        #expect(read.allSatisfy { $0.node == "node" })
        let entries = read.flatMap(\.entries)
        #expect(entries.count == 5000 && Set(entries.map(\.key)).count == 5000 && entries.allSatisfy { $0.count == 1 })
        #expect(RateLimitNews.messages(from: "node", ["sign-in.attempts": [:]]).isEmpty)
        #expect(RateLimitNews("node broken a/b a/b/c sign-in.attempts/a/-2")?.entries == [.init(limit: "sign-in.attempts", key: "a", count: -2)])
    }

    @Test func `messages name nobody`() async throws {
        try await withNodes { first, second in
            let heard = Heard()
            let listening = second.site.database.receive("stoa_limits") { message in heard.messages.withLock { $0.append(message) } }
            let limit = first.site.rateLimiter("test.emails", capacity: 1000, per: .seconds(3600))
            _ = try await soon {
                _ = limit.take("ada@stoa.example")
                return !heard.messages.withLock { $0 }.isEmpty
            }
            let message = try #require(heard.messages.withLock { $0 }.first)
            #expect(message.contains(" test.emails/") && !message.contains("ada"))
            listening.cancel()
        }
    }

    @Test func `a process that is alone keeps nothing to tell`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let limit = app.site.rateLimiter("test.attempts", capacity: 5, per: .seconds(60))
            #expect(limit.take("a") == nil)
            #expect(limit.takeUntold().isEmpty)
            #expect(app.site.rateLimiter("test.attempts", capacity: 5, per: .seconds(60)) === limit)
        }
    }
}
