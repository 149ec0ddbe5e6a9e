import Core
import Synchronization

/// Lets each key do so many things in so much time: a token bucket per key, in memory, of bounded size.
public final class RateLimiter: Sendable {
    private struct Bucket {
        var tokens: Double
        /// By the steady clock: a wall clock set back must not make anybody wait, nor one set forward let everybody in.
        var filledAt: Duration
    }

    private let capacity: Double
    private let refill: Duration
    private let clock: SiteClock
    /// Guards every key's bucket.
    private let buckets = Mutex<[String: Bucket]>([:])
    private static let mostKeys = 50_000

    /// `capacity` at once, and a full bucket again after `refill`.
    public init(capacity: Int, per refill: Duration, clock: SiteClock) {
        self.capacity = Double(capacity)
        self.refill = refill
        self.clock = clock
    }

    /// Takes one token of `key`; when none is left, the seconds until there is one.
    public func take(_ key: String) -> Int? {
        let now = clock.steady()
        let rate = capacity / max(1, Double(refill.wholeMilliseconds))
        return buckets.withLock { buckets in
            var bucket = buckets[key] ?? Bucket(tokens: capacity, filledAt: now)
            if buckets.count >= Self.mostKeys, buckets[key] == nil { makeRoom(in: &buckets, at: now, rate) }
            bucket.tokens = tokens(of: bucket, at: now, rate)
            bucket.filledAt = now
            defer { buckets[key] = bucket }
            guard bucket.tokens >= 1 else { return Int(((1 - bucket.tokens) / rate / 1000).rounded(.up)) }
            bucket.tokens -= 1
            return nil
        }
    }

    /// Gives back a token that was taken for something that did not count after all.
    public func give(_ key: String) {
        buckets.withLock { buckets in
            guard let tokens = buckets[key]?.tokens else { return }
            buckets[key]?.tokens = min(capacity, tokens + 1)
        }
    }

    /// Whether the next ``take(_:)`` of `key` would be refused.
    public func isEmpty(_ key: String) -> Bool {
        let now = clock.steady()
        let rate = capacity / max(1, Double(refill.wholeMilliseconds))
        return buckets.withLock { buckets in
            guard let bucket = buckets[key] else { return false }
            return tokens(of: bucket, at: now, rate) < 1
        }
    }

    private func tokens(of bucket: Bucket, at now: Duration, _ rate: Double) -> Double {
        min(capacity, bucket.tokens + Double((now - bucket.filledAt).wholeMilliseconds) * rate)
    }

    /// Forgets a tenth of the keys, those that have the most left: a full bucket is as good as none, and whoever fills the memory with
    /// other keys does not get their own limit back. A tenth at once, so that it is done seldom.
    private func makeRoom(in buckets: inout [String: Bucket], at now: Duration, _ rate: Double) {
        let fullest = buckets.map { (key: $0.key, tokens: tokens(of: $0.value, at: now, rate)) }.sorted { $0.tokens > $1.tokens }
        for entry in fullest.prefix(Self.mostKeys / 10) { buckets[entry.key] = nil }
    }
}
