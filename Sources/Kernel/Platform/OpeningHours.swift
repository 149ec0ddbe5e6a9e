import Core
import Foundation

/// When a place is open, per weekday, in the site's time zone (6.15).
public struct OpeningHours: Sendable, Codable, Equatable {
    /// Minutes since midnight; the end is not included.
    public struct Span: Sendable, Codable, Equatable {
        /// When it opens.
        public var from: Int
        /// When it closes; later than `from`, 1,440 at most.
        public var until: Int

        /// Reads `08:00` and `17:30`; nil unless the end is later than the beginning.
        public init?(from: String, until: String) {
            guard let from = Self.minutes(from), let until = Self.minutes(until), from < until else { return nil }
            self.from = from
            self.until = until
        }

        /// `08:00` of 480.
        public static func clock(_ minutes: Int) -> String {
            let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
            return (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
        }

        private static func minutes(_ text: String) -> Int? {
            let parts = text.split(separator: ":")
            guard parts.count >= 2, let hour = Int(parts[0]), let minute = Int(parts[1]), (0...24).contains(hour), (0...59).contains(minute)
            else { return nil }
            let all = hour * 60 + minute
            return all <= 1440 ? all : nil
        }
    }

    /// What the days are called, Monday first.
    public static let dayNames: [Text] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

    /// Monday first; nil is closed all day.
    public var days: [Span?]

    /// Closed all week until something is set.
    public init(days: [Span?] = Array(repeating: nil, count: 7)) { self.days = days }

    /// Whether it is open at a moment.
    public func isOpen(at moment: Instant, in zone: TimeZone) -> Bool {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.weekday, .hour, .minute], from: moment.date)
        guard let weekday = parts.weekday, let hour = parts.hour, let minute = parts.minute else { return false }
        let day = (weekday + 5) % 7
        guard days.indices.contains(day), let span = days[day] else { return false }
        return (span.from..<span.until).contains(hour * 60 + minute)
    }
}
