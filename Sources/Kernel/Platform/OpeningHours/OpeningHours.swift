public import Core
import Foundation

/// When a place is open: per weekday, and on dates that differ from their weekday (6.15). Times are those of the site's clock.
public struct OpeningHours: Sendable, Equatable {
    /// One stretch of time of a day. What goes on past midnight is two spans on two days.
    public struct Span: Sendable, Codable, Equatable {
        /// When it opens, in minutes since midnight.
        public let from: Int
        /// When it closes; later than `from`, 1,440 at most. Not included.
        public let until: Int

        /// nil unless it begins before it ends, on one day.
        public init?(from: Int, until: Int) {
            guard 0 <= from, from < until, until <= 1440 else { return nil }
            self.from = from
            self.until = until
        }

        private enum CodingKeys: String, CodingKey { case from, until }

        public init(from decoder: any Decoder) throws {
            let kept = try decoder.container(keyedBy: CodingKeys.self)
            guard let span = Self(from: try kept.decode(Int.self, forKey: .from), until: try kept.decode(Int.self, forKey: .until)) else {
                throw DecodingError.dataCorruptedError(forKey: .until, in: kept, debugDescription: "A span ends after it begins, on the same day.")
            }
            self = span
        }
    }

    /// A day, or a range of days, with other hours than those of the week.
    public struct Exception: Sendable, Codable, Equatable {
        /// The first day.
        public let first: Day
        /// The last day; not before `first`.
        public let last: Day
        /// In order and without overlap; none is closed.
        public let spans: [Span]
        /// Why, in the operator's words, such as “Christmas”.
        public let note: String

        /// nil where the last day is before the first.
        public init?(from first: Day, through last: Day, spans: [Span] = [], note: String = "") {
            guard first <= last else { return nil }
            self.first = first
            self.last = last
            self.spans = spans
            self.note = note
        }

        private enum CodingKeys: String, CodingKey { case first, last, spans, note }

        public init(from decoder: any Decoder) throws {
            let kept = try decoder.container(keyedBy: CodingKeys.self)
            let (first, last) = (try kept.decode(Day.self, forKey: .first), try kept.decode(Day.self, forKey: .last))
            let spans = try kept.decode([Span].self, forKey: .spans)
            let isInOrder = zip(spans, spans.dropFirst()).allSatisfy { $0.until <= $1.from }
            guard Day(first.description) == first, Day(last.description) == last, isInOrder,
                let exception = Self(from: first, through: last, spans: spans, note: try kept.decode(String.self, forKey: .note))
            else {
                throw DecodingError.dataCorruptedError(
                    forKey: .last, in: kept, debugDescription: "Special hours are for days in order, with spans in order.")
            }
            self = exception
        }

        /// How many days it lasts.
        public var length: Int { last.days(since: first) + 1 }
    }

    /// What the days are called, Monday first.
    public static let dayNames: [Text] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    /// The same where they don't begin the line.
    public static let dayNamesInside: [Text] = [
        "in a line: Monday", "in a line: Tuesday", "in a line: Wednesday", "in a line: Thursday", "in a line: Friday", "in a line: Saturday",
        "in a line: Sunday",
    ]

    /// Seven lists, Monday first: in order and without overlap; an empty one is closed all day.
    public var days: [[Span]] {
        didSet { days = Self.week(days) }
    }
    /// The earliest first.
    public private(set) var exceptions: [Exception]

    /// Closed all week until something is set.
    public init(days: [[Span]] = [], exceptions: [Exception] = []) {
        self.days = Self.week(days)
        self.exceptions = []
        for exception in exceptions { add(exception) }
    }

    /// How many exceptions may lie ahead, and how many that are over are remembered.
    public static let mostExceptions = 366

    /// Whether there is a day, this one or a later, on which it opens.
    public func isEverOpen(from day: Day) -> Bool {
        days.contains { !$0.isEmpty } || exceptions.contains { $0.last >= day && !$0.spans.isEmpty }
    }

    /// Adds an exception; it takes the place of one for the same days.
    public mutating func add(_ exception: Exception) {
        removeException(from: exception.first, through: exception.last)
        exceptions.append(exception)
        exceptions.sort { ($0.first, $0.last) < ($1.first, $1.last) }
    }

    /// Adds an exception unless ``mostExceptions`` lie ahead of `today` already; then nothing changes. Of those that are over, the oldest
    /// are forgotten.
    /// - Returns: whether it was added.
    public mutating func add(_ exception: Exception, on today: Day) -> Bool {
        var next = self
        next.add(exception)
        let ahead = next.exceptions.filter { $0.last >= today }
        guard ahead.count <= Swift.max(Self.mostExceptions, exceptions.filter { $0.last >= today }.count) else { return false }
        let over = next.exceptions.filter { $0.last < today }.suffix(Self.mostExceptions)
        self = Self(days: days, exceptions: Array(over) + ahead)
        return true
    }

    /// Removes the exception for exactly these days.
    /// - Returns: whether there was one.
    @discardableResult
    public mutating func removeException(from first: Day, through last: Day) -> Bool {
        let count = exceptions.count
        exceptions.removeAll { $0.first == first && $0.last == last }
        return exceptions.count < count
    }

    /// The exception that counts on a day: the shortest that covers it, so that a holiday within a long summer has its own hours.
    public func exception(on day: Day) -> Exception? {
        exceptions.filter { $0.first <= day && day <= $0.last }.min { $0.length < $1.length }
    }

    /// The hours of a date.
    public func spans(on day: Day) -> [Span] { exception(on: day)?.spans ?? days[day.days(since: day.monday)] }

    private static func week(_ days: [[Span]]) -> [[Span]] { (0..<7).map { days.indices.contains($0) ? days[$0] : [] } }
}

extension OpeningHours: Codable {
    private enum CodingKeys: String, CodingKey { case days, exceptions }

    /// Reads what is kept; before a day could have several spans it was one span or null.
    public init(from decoder: any Decoder) throws {
        let file = try decoder.container(keyedBy: CodingKeys.self)
        let days = try file.decode([KeptDay].self, forKey: .days).map(\.spans)
        self.init(days: days, exceptions: try file.decodeIfPresent([Exception].self, forKey: .exceptions) ?? [])
    }

    private enum NoKeys: CodingKey {}

    private struct KeptDay: Decodable {
        let spans: [Span]

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                spans = []
            } else if (try? decoder.container(keyedBy: NoKeys.self)) != nil {
                spans = [try value.decode(Span.self)]
            } else {
                spans = try value.decode([Span].self)
                guard zip(spans, spans.dropFirst()).allSatisfy({ $0.until <= $1.from }) else {
                    throw DecodingError.dataCorruptedError(in: value, debugDescription: "The spans of a day are in order and do not overlap.")
                }
            }
        }
    }
}
