import Core
import Foundation
import Platform
import Timetables

/// When the museum is open, as far as anybody said.
struct MuseumHours: Sendable {
    enum Source: Sendable {
        /// Of each weekday, with special days (*Settings → Opening hours*).
        case weekly(OpeningHours)
        /// As one text, with public holidays.
        case timetable(Timetable, HolidayCalendar)
    }

    /// How many days ahead the next opening is looked for.
    private static let farthest = 120

    let source: Source
    let zone: TimeZone

    /// Those of a site: the text, where there is one, before the weekly hours. nil where nobody said, and where the text makes no sense.
    static func of(_ site: Site) -> MuseumHours? {
        let text = site.value(of: MuseumSettings.hours).trimmed
        let zone = site.configuration.zone
        guard text.isEmpty else {
            guard let timetable = try? Timetable(text) else { return nil }
            return MuseumHours(source: .timetable(timetable, .of(site)), zone: zone)
        }
        return site.configuration.openingHours[MuseumApp.manifest.id].map { MuseumHours(source: .weekly($0), zone: zone) }
    }

    /// The times of a day in which it is surely open, in order. What the text leaves open is closed here.
    func openings(on day: Day) -> [Range<Instant>] {
        spans(on: day).compactMap { span in
            let (from, until) = (day.moment(atMinute: span.from, in: zone), day.moment(atMinute: span.until, in: zone))
            return from < until ? from..<until : nil
        }
    }

    /// The same by the clock on the wall.
    func spans(on day: Day) -> [OpeningHours.Span] {
        switch source {
        case .weekly(let hours): hours.spans(on: day)
        case .timetable(let timetable, let holidays):
            timetable.stretches(on: day, holidays: holidays).filter { $0.state == .open }.compactMap { .init(from: $0.from, until: $0.until) }
        }
    }

    /// The weekly hours with their special days; of a text, the seven days that come.
    func week(from today: Day) -> OpeningHours {
        switch source {
        case .weekly(let hours): return hours
        case .timetable:
            let days = (0..<7).map { today.adding($0) }.sorted { $0.days(since: $0.monday) < $1.days(since: $1.monday) }
            return OpeningHours(days: days.map { spans(on: $0) })
        }
    }

    /// The opening that holds at a moment, past midnight where it goes on; nil where it is closed, or nobody knows.
    func opening(at moment: Instant) -> Range<Instant>? {
        let day = Day(moment, in: zone)
        var found: Range<Instant>?
        for range in (-1...1).flatMap({ openings(on: day.adding($0)) }) {
            if let before = found, before.upperBound == range.lowerBound {
                found = before.lowerBound..<range.upperBound
            } else if found?.contains(moment) != true {
                found = range
            }
        }
        return found?.contains(moment) == true ? found : nil
    }

    /// When it opens next, after a moment at which it is closed.
    func nextOpening(after moment: Instant) -> Instant? {
        let day = Day(moment, in: zone)
        for offset in 0...Self.farthest {
            if let next = openings(on: day.adding(offset)).first(where: { $0.lowerBound > moment }) { return next.lowerBound }
        }
        return nil
    }

    /// What happens next at the door.
    func nextChange(after moment: Instant) -> OpeningHours.Change? {
        if case .weekly(let hours) = source { return hours.nextChange(after: moment, in: zone) }
        if let opening = opening(at: moment) { return .closes(at: opening.upperBound) }
        return nextOpening(after: moment).map { .opens(at: $0) }
    }
}

extension HolidayCalendar {
    /// The public holidays that a site named.
    static func of(_ site: Site) -> HolidayCalendar {
        HolidayCalendar(
            public: Set(HolidayList(site.value(of: MuseumSettings.holidays)).days),
            country: HolidayCountry(rawValue: site.value(of: MuseumSettings.holidayCountry).trimmed.uppercased()))
    }
}

/// Days that somebody typed, one on each line, with words after them where they like.
struct HolidayList: Sendable {
    let days: [Day]
    /// The first line that begins with no day.
    let wrongLine: String?

    init(_ typed: String) {
        var (days, wrong): ([Day], String?) = ([], nil)
        for line in typed.split(whereSeparator: \.isNewline) {
            let line = String(line).trimmed
            guard !line.isEmpty else { continue }
            if let day = Day(String(line.prefix(10))) { days.append(day) } else if wrong == nil { wrong = line }
        }
        (self.days, wrongLine) = (days, wrong)
    }
}
