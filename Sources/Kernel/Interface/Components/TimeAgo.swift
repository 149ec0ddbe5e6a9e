public import Core
import Foundation
public import Markup

/// When something was, as people say it: “2 h ago”, “Yesterday at 14:05”, “Sunday at 10:00”, with the exact moment for who points at it. After
/// a week it is the day, and where nobody reads it at once (emails, reports) the moment itself.
public struct TimeAgo: HTML {
    public let body: Node

    public init(_ moment: Instant) { body = .time(moment, SpokenTime.ago) }
}

/// When something was brought up to date, in one sentence: “Updated just now”, “Updated yesterday at 14:05”.
public struct UpdatedAgo: HTML {
    public let body: Node

    public init(_ moment: Instant) { body = .time(moment, SpokenTime.updated) }
}

/// The same in a narrow list: the time of today, else the day.
public struct ShortTime: HTML {
    public let body: Node

    public init(_ moment: Instant) { body = .time(moment, SpokenTime.short) }
}

/// The time of day, where the day is said elsewhere.
public struct ClockTime: HTML {
    public let body: Node

    public init(_ moment: Instant) { body = .time(moment) { moment, _, _ in "\(time: moment)" } }
}

/// A day as a heading: “Today”, “Yesterday”, “Sunday”, a date.
public struct DayName: HTML {
    public let body: Node

    public init(_ moment: Instant) { body = .time(moment, SpokenTime.day) }
}

/// How people say when something was, by the days of their own time zone.
enum SpokenTime {
    typealias Words = @Sendable (_ moment: Instant, _ now: Instant, _ zone: TimeZone) -> Text

    /// How far back a moment is, as people count.
    private enum Distance {
        case now, ahead, minutes(Int), hours(Int), yesterday, week, longer

        init(_ moment: Instant, from now: Instant, in zone: TimeZone) {
            let minutes = Int((now - moment).wholeMilliseconds / 60_000)
            let days = Day(now, in: zone).days(since: Day(moment, in: zone))
            self =
                switch minutes {
                case -1..<1: .now
                case ..<0: .ahead
                case 1..<60: .minutes(minutes)
                case _ where days == 0 || minutes < 6 * 60: .hours(minutes / 60)
                case _ where days == 1: .yesterday
                case _ where days < 7: .week
                default: .longer
                }
        }
    }

    static func ago(_ moment: Instant, at now: Instant, in zone: TimeZone) -> Text {
        switch Distance(moment, from: now, in: zone) {
        case .now: "Just now"
        case .ahead: "\(moment: moment)"
        case .minutes(let minutes): "\(minutes) min ago"
        case .hours(let hours): "\(hours) h ago"
        case .yesterday: "Yesterday at \(time: moment)"
        case .week: "\(weekday: moment) at \(time: moment)"
        case .longer: "\(day: moment)"
        }
    }

    static func updated(_ moment: Instant, at now: Instant, in zone: TimeZone) -> Text {
        switch Distance(moment, from: now, in: zone) {
        case .now: "Updated just now"
        case .ahead: "Updated \(moment: moment)"
        case .minutes(let minutes): "Updated \(minutes) min ago"
        case .hours(let hours): "Updated \(hours) h ago"
        case .yesterday: "Updated yesterday at \(time: moment)"
        case .week: "Updated \(weekday: moment) at \(time: moment)"
        case .longer: "Updated \(day: moment)"
        }
    }

    static func short(_ moment: Instant, at now: Instant, in zone: TimeZone) -> Text {
        Day(now, in: zone) == Day(moment, in: zone) ? "\(time: moment)" : day(moment, at: now, in: zone)
    }

    static func day(_ moment: Instant, at now: Instant, in zone: TimeZone) -> Text {
        switch Day(now, in: zone).days(since: Day(moment, in: zone)) {
        case 0: "Today"
        case 1: "Yesterday"
        case 2..<7: "\(weekday: moment)"
        default: "\(day: moment)"
        }
    }
}

extension Node {
    fileprivate static func time(_ moment: Instant, _ words: @escaping SpokenTime.Words) -> Node {
        .dated { now, zone in
            Markup.time(.datetime(moment), .title("\(moment: moment)")) { now.map { words(moment, $0, zone) } ?? "\(moment: moment)" }
        }
    }
}
