import Foundation
import Synchronization

/// A moment: milliseconds since 1970 in UTC, the unit of every time that Stoa stores.
public struct Instant: Hashable, Sendable, Comparable, Codable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public let milliseconds: Int64

    /// A moment by its milliseconds since 1970 in UTC.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// A moment of Foundation's type, to the millisecond.
    public init(_ date: Date) { milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded()) }

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
        Self(milliseconds: left.milliseconds + right.wholeMilliseconds)
    }

    /// The moment that much earlier.
    public static func - (left: Self, right: Duration) -> Self {
        Self(milliseconds: left.milliseconds - right.wholeMilliseconds)
    }

    /// The time from `right` to `left`.
    public static func - (left: Self, right: Self) -> Duration {
        .milliseconds(left.milliseconds - right.milliseconds)
    }

    /// As Foundation's type, for formatting.
    public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}

extension Duration {
    /// Days of 24 hours.
    public static func days(_ count: some BinaryInteger) -> Duration { .seconds(Int64(count) * 86_400) }

    /// Whole milliseconds, the fraction cut off.
    public var wholeMilliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}

/// Where the time comes from. Production reads the wall clock; tests hold the hands.
public struct SiteClock: Sendable {
    private let read: @Sendable () -> Instant

    /// A clock that asks `read` every time.
    public init(_ read: @escaping @Sendable () -> Instant) { self.read = read }

    /// The present moment.
    public func now() -> Instant { read() }

    /// The wall clock of the machine.
    public static let wall = SiteClock {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}

/// A clock that stands still until a test moves it.
public final class ManualClock: Sendable {
    private let moment: Mutex<Instant>

    /// Starts at `moment`.
    public init(_ moment: Instant = Instant(milliseconds: 1_790_000_000_000)) { self.moment = Mutex(moment) }

    /// Moves the hands forward.
    public func advance(by duration: Duration) { moment.withLock { $0 = $0 + duration } }

    /// The clock to hand to a site.
    public var clock: SiteClock { SiteClock { self.moment.withLock { $0 } } }
}
