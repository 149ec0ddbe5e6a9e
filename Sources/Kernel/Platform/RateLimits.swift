import Core
import Crypto
import Database
import Synchronization

/// The rate limits of a site by name. Where nodes share its database each tells the others what it counted, a moment later and for
/// several requests at once: see `Docs/decisions/limits-on-many-nodes.md`.
final class RateLimits: Sendable {
    private static let channel = "stoa_limits"
    /// Between two messages of a node.
    private static let pause = Duration.milliseconds(150)

    private let database: Database
    private let clock: SiteClock
    private let log: Log
    /// By which this node knows its own messages.
    private let node = randomBytes(9).base64URL
    /// Nil where this process is the only one.
    private let sharing: RateLimiter.Sharing?
    private let news: AsyncStream<Void>
    /// Guards the limits made so far.
    private let limiters = Mutex<[String: RateLimiter]>([:])
    /// Guards the exchange under way.
    private let exchange = Mutex<(sending: Task<Void, Never>, receiving: Listening)?>(nil)

    init(database: Database, key: SealingKey, clock: SiteClock, log: Log) {
        self.database = database
        self.clock = clock
        self.log = log
        let (news, waker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.news = news
        guard database.dialect == .postgres else {
            sharing = nil
            return
        }
        let secret = key.derived(for: "platform.rate-limits")
        sharing = RateLimiter.Sharing(
            // Keys hold addresses of people and their computers, and whoever reads the messages must not learn them.
            name: { key in Array(hmacSHA256(Array(key.utf8), key: secret).prefix(9)).base64URL },
            wake: { waker.yield() })
    }

    /// The limit of this name; asked for again, the same one.
    func limiter(_ name: String, capacity: Int, per refill: Duration) -> RateLimiter {
        limiters.withLock { limiters in
            if let known = limiters[name] { return known }
            let made = RateLimiter(capacity: capacity, per: refill, clock: clock, sharing: sharing)
            limiters[name] = made
            return made
        }
    }

    /// Begins to tell other nodes and to hear them.
    func start() {
        guard sharing != nil else { return }
        exchange.withLock { exchange in
            guard exchange == nil else { return }
            let receiving = database.receive(Self.channel) { [weak self] message in self?.takeIn(message) }
            exchange = (Task { await self.tellOthers() }, receiving)
        }
    }

    func stop() async {
        let ended = exchange.withLock { exchange in
            defer { exchange = nil }
            return exchange
        }
        ended?.receiving.cancel()
        ended?.sending.cancel()
        await ended?.sending.value
    }

    private func tellOthers() async {
        var isCutOff = false
        for await _ in news {
            let counted = limiters.withLock { $0 }.mapValues { $0.takeUntold() }
            let messages = RateLimitNews.messages(from: node, counted)
            guard !messages.isEmpty else { continue }
            do {
                try await database.send(messages, on: Self.channel)
                isCutOff = false
            } catch {
                // Each node goes on with its own counts. Older ones say little by the time the database is back.
                if !isCutOff { log(.warning, "rate-limits.not-shared", ["cause": .string("\(error)")]) }
                isCutOff = true
            }
            guard (try? await Task.sleep(for: Self.pause)) != nil else { return }
        }
    }

    private func takeIn(_ message: String) {
        guard let news = RateLimitNews(message), news.node != node else { return }
        let limiters = limiters.withLock { $0 }
        for entry in news.entries { limiters[entry.limit]?.add(entry.count, for: entry.key) }
    }
}

extension Site {
    /// A limit for each key, `capacity` at once and all of them again after `refill`, counted on all nodes together.
    /// - Parameter name: unique on the site, e.g. `sign-in.attempts`: lower-case letters, digits, dots and hyphens, 40 at most. Asked
    ///   for again it is the same limit.
    public func rateLimiter(_ name: String, capacity: Int, per refill: Duration) -> RateLimiter {
        rateLimits.limiter(name, capacity: capacity, per: refill)
    }
}

/// What a node counted, as others hear of it: `NODE LIMIT/KEY/COUNT LIMIT/KEY/COUNT …`.
struct RateLimitNews: Equatable {
    struct Entry: Equatable {
        let limit: String
        let key: String
        /// Below zero where more was given back than taken.
        let count: Int
    }

    /// PostgreSQL takes 7,999 bytes, the name of the channel among them.
    static let mostBytes = 7500

    let node: String
    let entries: [Entry]

    init?(_ message: String) {
        let words = message.split(separator: " ")
        guard let first = words.first else { return nil }
        node = String(first)
        entries = words.dropFirst().compactMap { word in
            let parts = word.split(separator: "/")
            guard parts.count == 3, let count = Int(parts[2]) else { return nil }
            return Entry(limit: String(parts[0]), key: String(parts[1]), count: count)
        }
    }

    /// As many messages as it takes; none where nothing was counted.
    static func messages(from node: String, _ counted: [String: [String: Int]]) -> [String] {
        var messages: [String] = []
        var message = node
        for (limit, counts) in counted {
            for (key, count) in counts {
                let entry = " \(limit)/\(key)/\(count)"
                if message.utf8.count + entry.utf8.count > mostBytes {
                    messages.append(message)
                    message = node
                }
                message += entry
            }
        }
        return message == node ? messages : messages + [message]
    }
}
