import Core
import Foundation

/// `Retry-After` in either of its forms (RFC 9110, 10.2.3), an hour at most and a second at least.
enum RetryAfter {
    static func moment(_ header: String?, now: Instant) -> Instant? {
        guard let header else { return nil }
        let wait: Duration
        if let seconds = Int(header) {
            wait = .seconds(min(max(1, seconds), 3600))
        } else {
            let style = Date.ParseStrategy(
                format:
                    "\(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits)",
                locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt)
            guard header.hasSuffix(" GMT"), let date = try? Date(String(header.dropLast(4)), strategy: style) else { return nil }
            wait = min(max(.seconds(1), Instant(date) - now), .seconds(3600))
        }
        return now + wait
    }
}
