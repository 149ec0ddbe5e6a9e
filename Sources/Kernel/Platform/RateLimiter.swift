import Core
import Synchronization

/// Lets each key do so many things in so much time: a token bucket per key, in memory, of bounded size. Most are made by
/// ``Site/rateLimiter(_:capacity:per:)`` and count for all nodes.
public final class RateLimiter: Sendable {
    private struct Bucket {
        /// Below zero where nodes together let more through before they had heard of each other.
        var tokens: Double
        /// By the steady clock: a wall clock set back must not make anybody wait, nor one set forward let everybody in.
        var filledAt: Duration
    }

    private struct State {
        var buckets: [String: Bucket] = [:]
        /// What was taken here by each key, less what was given back, since other nodes were last told.
        var untold: [String: Int] = [:]
    }

    /// What a limit needs to count for several nodes.
    struct Sharing: Sendable {
        /// A key as other nodes are told it.
        let name: @Sendable (String) -> String
        /// Says that there is something to tell.
        let wake: @Sendable () -> Void
    }

    private let capacity: Double
    /// Tokens in a millisecond.
    private let rate: Double
    private let clock: SiteClock
    private let sharing: Sharing?
    /// Guards every key's bucket.
    private let state = Mutex(State())
    private static let mostKeys = 50_000
    /// Who fills this in the moment between two messages is counted on each node apart.
    private static let mostUntold = 5000

    /// `capacity` at once, and a full bucket again after `refill`; counts for this process alone.
    public convenience init(capacity: Int, per refill: Duration, clock: SiteClock) {
        self.init(capacity: capacity, per: refill, clock: clock, sharing: nil)
    }

    init(capacity: Int, per refill: Duration, clock: SiteClock, sharing: Sharing?) {
        self.capacity = Double(capacity)
        rate = Double(capacity) / max(1, Double(refill.wholeMilliseconds))
        self.clock = clock
        self.sharing = sharing
    }

    /// Takes one token of `key`; when none is left, the seconds until there is one.
    public func take(_ key: String) -> Int? {
        let (name, now) = (name(of: key), clock.steady())
        let wait: Int? = state.withLock { state in
            var bucket = bucket(of: name, in: &state, at: now)
            defer { state.buckets[name] = bucket }
            guard bucket.tokens >= 1 else { return Int(((1 - bucket.tokens) / rate / 1000).rounded(.up)) }
            bucket.tokens -= 1
            note(1, for: name, in: &state)
            return nil
        }
        if wait == nil { sharing?.wake() }
        return wait
    }

    /// Gives back a token that was taken for something that did not count after all.
    public func give(_ key: String) {
        let name = name(of: key)
        state.withLock { state in
            guard let tokens = state.buckets[name]?.tokens else { return }
            state.buckets[name]?.tokens = min(capacity, tokens + 1)
            note(-1, for: name, in: &state)
        }
        sharing?.wake()
    }

    /// Whether the next ``take(_:)`` of `key` would be refused.
    public func isEmpty(_ key: String) -> Bool {
        let (name, now) = (name(of: key), clock.steady())
        return state.withLock { state in
            guard let bucket = state.buckets[name] else { return false }
            return tokens(of: bucket, at: now) < 1
        }
    }

    /// What was counted since the last call, by the names of the keys.
    func takeUntold() -> [String: Int] {
        state.withLock { state in
            defer { state.untold = [:] }
            return state.untold
        }
    }

    /// Takes in what another node counted for a key of this name. Nobody ever owes more than a full bucket.
    func add(_ count: Int, for name: String) {
        let now = clock.steady()
        state.withLock { state in
            // A bucket that nobody has touched is full, and what is given back finds no room in it.
            guard count > 0 || state.buckets[name] != nil else { return }
            var bucket = bucket(of: name, in: &state, at: now)
            bucket.tokens = min(capacity, max(-capacity, bucket.tokens - Double(count)))
            state.buckets[name] = bucket
        }
    }

    private func name(of key: String) -> String { sharing?.name(key) ?? key }

    private func note(_ count: Int, for name: String, in state: inout State) {
        guard sharing != nil, state.untold.count < Self.mostUntold || state.untold[name] != nil else { return }
        let sum = (state.untold[name] ?? 0) + count
        state.untold[name] = sum == 0 ? nil : sum
    }

    /// The bucket of a key, filled up to now; with room for it if it is new.
    private func bucket(of name: String, in state: inout State, at now: Duration) -> Bucket {
        guard let known = state.buckets[name] else {
            if state.buckets.count >= Self.mostKeys { makeRoom(in: &state.buckets, at: now) }
            return Bucket(tokens: capacity, filledAt: now)
        }
        return Bucket(tokens: tokens(of: known, at: now), filledAt: now)
    }

    private func tokens(of bucket: Bucket, at now: Duration) -> Double {
        min(capacity, bucket.tokens + Double((now - bucket.filledAt).wholeMilliseconds) * rate)
    }

    /// Forgets a tenth of the keys, those that have the most left: a full bucket is as good as none, and whoever fills the memory with
    /// other keys does not get their own limit back. A tenth at once, so that it is done seldom.
    private func makeRoom(in buckets: inout [String: Bucket], at now: Duration) {
        let fullest = buckets.map { (key: $0.key, tokens: tokens(of: $0.value, at: now)) }.sorted { $0.tokens > $1.tokens }
        for entry in fullest.prefix(Self.mostKeys / 10) { buckets[entry.key] = nil }
    }
}
