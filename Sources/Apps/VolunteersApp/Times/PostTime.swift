import Calendars
import Core
import Database
import Foundation
import Platform

/// When help is needed and for how long, as far as the author says.
struct PostTime: Sendable, Equatable, Codable {
    var day: Day?
    /// Minutes since midnight by the site's clock; only with a day.
    var minute: Int?
    var length: PostLength?

    /// How far ahead a day may be.
    static let furthest = 366

    /// The days that a new request can name.
    static func days(from today: Day) -> ClosedRange<Day> { today...today.adding(furthest) }

    var isEmpty: Bool { self == PostTime() }

    /// As previews and pages say it; each part a fact of its own.
    var facts: [Text] {
        var facts: [Text] = []
        if let day {
            let date: Text = "\(weekday: day.noon(in: .gmt)) \(day)"
            facts.append(minute.map { "\(date), \(OpeningHours.clock($0))" } ?? date)
        }
        if let length { facts.append(length.name) }
        return facts
    }
}

/// How long the help takes, or that it comes again.
enum PostLength: String, Sendable, CaseIterable, Codable {
    case short, hour, hours
    case halfDay = "half-day"
    case day, weekly

    var name: Text {
        switch self {
        case .short: "Up to half an hour"
        case .hour: "About an hour"
        case .hours: "Two or three hours"
        case .halfDay: "Half a day"
        case .day: "A whole day"
        case .weekly: "Every week"
        }
    }
}

extension PostLength {
    /// As long as a calendar is kept free for it.
    var minutes: Int {
        switch self {
        case .short: 30
        case .hour, .weekly: 60
        case .hours: 180
        case .halfDay: 240
        case .day: 480
        }
    }
}

extension PostLength: SQLConvertible {}

extension PostTime: SQLRow {
    static let columns: SQL = "needed_on, needed_at, needed_for"

    init(row: inout RowReader) throws {
        day = try row.next(String?.self).flatMap { Day($0) }
        minute = try row.next()
        length = try row.next()
    }
}

extension PostTime {
    /// Reads the fields of a form. A day must not have passed where it is new: a request that is edited afterwards keeps its own.
    /// - Throws: what is wrong, by field.
    init(_ form: PostForm, today: Day, known: Day?, wrong: inout [String: Text]) {
        let typed = (form.day ?? "").trimmed
        day = Day(typed)
        if !typed.isEmpty, day == nil { wrong["day"] = "Enter a day like 2026-12-31." }
        if let day, day != known {
            if day < today { wrong["day"] = "This day has passed." }
            if day > today.adding(Self.furthest) { wrong["day"] = "Choose a day within a year." }
        }
        let clock = (form.time ?? "").trimmed
        minute = Self.minute(clock)
        if !clock.isEmpty, minute == nil { wrong["time"] = "Enter a time like 14:30." }
        if minute != nil, typed.isEmpty { wrong["day"] = "Choose the day as well." }
        let chosen = (form.length ?? "").trimmed
        length = PostLength(rawValue: chosen)
        if !chosen.isEmpty, length == nil { wrong["length"] = "Choose from the list." }
    }

    private static func minute(_ clock: String) -> Int? {
        guard let match = clock.wholeMatch(of: /([0-9]{1,2}):([0-9]{2})(?::[0-9]{2})?/), let hour = Int(match.1), let minute = Int(match.2),
            hour < 24, minute < 60
        else { return nil }
        return hour * 60 + minute
    }

    /// As calendars are told; nil without a day. What has a time and no length lasts an hour.
    func span(in zone: TimeZone) -> CalendarEvent.Time? {
        guard let day else { return nil }
        guard let minute else { return .day(day) }
        let start = day.moment(atMinute: minute, in: zone)
        return .moments(start, start + .seconds((length ?? .hour).minutes * 60))
    }

    /// As the fields of a form hold it.
    func fill(_ form: inout PostForm) {
        form.day = day?.description
        form.time = minute.map(OpeningHours.clock)
        form.length = length?.rawValue
    }
}
