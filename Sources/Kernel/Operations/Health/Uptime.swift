import Core
import Database

/// For how much of a time the site was there: every minute leaves a sample, and a minute without one was down (CORE-048).
struct Uptime: Sendable, Equatable {
    /// Minutes with a sample.
    var up = 0
    /// Minutes there were.
    var all = 0

    /// From 0 to 1; nil where nothing is known.
    var share: Double? { all == 0 ? nil : min(1, Double(up) / Double(all)) }

    /// What is promised.
    static let promise = 0.995

    /// When the site was first measured; nil before that. What comes before counts neither way.
    static func since(in db: any Connection) throws -> Instant? {
        let oldest: (Int) -> Query<Row2<Instant, Int>> = { span in
            "SELECT at, minutes FROM operations_sample WHERE span = \(span) ORDER BY at LIMIT 1"
        }
        guard let hour = try db.first(oldest(3600)) else { return try db.first(oldest(60))?.first }
        // The sum of an hour no longer says which of its minutes it counted: a site begins within an hour and then goes on.
        return hour.first + .seconds(3600) - .seconds(60 * min(hour.second, 60))
    }

    /// Day by day, the oldest first; what was before the first sample is not counted.
    static func days(_ count: Int, now: Instant, in db: any Connection) throws -> [(day: Instant, uptime: Uptime)] {
        let day: Int64 = 86_400_000
        let today = now.milliseconds / day * day
        let start = Instant(milliseconds: today - Int64(count - 1) * day)
        guard let first = try since(in: db) else { return [] }
        let thisHour = Instant(milliseconds: now.milliseconds / 3_600_000 * 3_600_000)
        // Whole hours from their sums, the present one from its minutes.
        let hours = try db.all(.samples(span: 3600, since: start)).filter { $0.at < thisHour }
        let lastHour = hours.last.map { $0.at + .seconds(3600) } ?? max(first, start)
        let minutes = try db.all(.samples(span: 60, since: lastHour, limit: 4000))
        // The present minute is not over, so it counts neither way.
        let thisMinute = now.milliseconds / 60_000 * 60_000
        var up: [Int64: Int] = [:]
        for sample in hours + minutes where sample.at.milliseconds < thisMinute {
            up[sample.at.milliseconds / day * day, default: 0] += sample.minutes
        }
        return stride(from: start.milliseconds, through: today, by: Int(day)).compactMap { begin in
            let from = max(begin, first.milliseconds)
            let until = min(begin + day, thisMinute)
            guard from < until else { return nil }
            return (Instant(milliseconds: begin), Uptime(up: up[begin] ?? 0, all: Int((until - from) / 60_000)))
        }
    }
}

extension Sequence<Uptime> {
    /// All of them together.
    var together: Uptime { reduce(into: Uptime()) { sum, next in (sum.up, sum.all) = (sum.up + Swift.min(next.up, next.all), sum.all + next.all) } }
}
