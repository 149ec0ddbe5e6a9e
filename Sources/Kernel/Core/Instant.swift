import Foundation
import Synchronization

/// A moment: milliseconds since 1970 in UTC, the unit of every time that Stoa stores. Arithmetic with it stays at the first or last
/// moment there is rather than passing it.
public struct Instant: Hashable, Sendable, Comparable, Codable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public let milliseconds: Int64

    /// A moment by its milliseconds since 1970 in UTC.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// A moment of Foundation's type, to the millisecond.
    public init(_ date: Date) { milliseconds = Int64(saturating: (date.timeIntervalSince1970 * 1000).rounded()) }

    /// Reads a plain integer of milliseconds, or RFC 3339 as JSON of the API has it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int64.self) {
            milliseconds = number
        } else if let moment = Instant(rfc3339: try container.decode(String.self)) {
            self = moment
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "No moment in the form of RFC 3339.")
        }
    }

    /// Writes a plain integer of milliseconds.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }

    /// Earlier is less.
    public static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

    /// The moment that many milliseconds, seconds, … later.
    public static func + (left: Self, right: Duration) -> Self {
        Self(milliseconds: left.milliseconds.addingSaturated(right.wholeMilliseconds))
    }

    /// The moment that much earlier.
    public static func - (left: Self, right: Duration) -> Self {
        Self(milliseconds: left.milliseconds.subtractingSaturated(right.wholeMilliseconds))
    }

    /// The time from `right` to `left`.
    public static func - (left: Self, right: Self) -> Duration {
        .milliseconds(left.milliseconds.subtractingSaturated(right.milliseconds))
    }

    /// As Foundation's type, for formatting.
    public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}

extension Duration {
    /// Days of 24 hours.
    public static func days(_ count: some BinaryInteger) -> Duration { .seconds(Int64(clamping: count).multipliedSaturated(by: 86_400)) }

    /// Whole milliseconds, the fraction cut off; at most what an `Int64` holds.
    public var wholeMilliseconds: Int64 {
        components.seconds.multipliedSaturated(by: 1000).addingSaturated(components.attoseconds / 1_000_000_000_000_000)
    }
}

/// Where the time comes from. Production reads the machine's clocks; tests hold the hands.
public struct SiteClock: Sendable {
    private let read: @Sendable () -> Instant
    private let readSteady: @Sendable () -> Duration
    /// The wall clock when the steady one stood at zero, as it was when this clock was made.
    private let zero: Instant

    /// A clock that asks `read` every time; without `steady` it is one that nobody sets.
    public init(_ read: @escaping @Sendable () -> Instant, steady: (@Sendable () -> Duration)? = nil) {
        self.read = read
        readSteady = steady ?? { .milliseconds(read().milliseconds) }
        zero = read() - readSteady()
    }

    /// The present moment. It jumps when somebody sets the machine's clock, so it says when something happened and not how long ago.
    public func now() -> Instant { read() }

    /// The time since some moment of this process's past, which never goes back and does not jump: for limits, pauses and ages in memory.
    public func steady() -> Duration { readSteady() }

    /// The wall clock as it would stand if nobody had set it since this process began: for locks and waits that are kept longer than
    /// the process lives.
    public func continuous() -> Instant { zero + readSteady() }

    /// The clocks of the machine.
    public static let wall = SiteClock(
        {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
        },
        steady: {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
        })
}

/// A clock that stands still until a test moves it.
public final class ManualClock: Sendable {
    private struct Hands {
        var moment: Instant
        var steady = Duration.seconds(1000)
    }

    private let hands: Mutex<Hands>

    /// Starts at `moment`.
    public init(_ moment: Instant = Instant(milliseconds: 1_790_000_000_000)) { hands = Mutex(Hands(moment: moment)) }

    /// Lets time pass.
    public func advance(by duration: Duration) {
        hands.withLock { hands in
            hands.moment = hands.moment + duration
            hands.steady += duration
        }
    }

    /// Sets the wall clock forward, or back by a negative duration, as an operator or a time server does: no time passes.
    public func set(by duration: Duration) { hands.withLock { $0.moment = $0.moment + duration } }

    /// The clock to hand to a site.
    public var clock: SiteClock { SiteClock({ self.hands.withLock { $0.moment } }, steady: { self.hands.withLock { $0.steady } }) }
}
