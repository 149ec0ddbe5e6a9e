public import Core
public import Foundation

/// Something that happens, as calendars are told of it.
public struct CalendarEvent: Sendable {
    /// When.
    public enum Time: Sendable {
        /// From a moment to another, by the clock of the calendar's zone.
        case moments(Instant, Instant)
        /// All day.
        case day(Day)

        fileprivate func range(in zone: TimeZone) -> (Instant, Instant) {
            switch self {
            case .moments(let start, let end): (start, end)
            case .day(let day): (day.start(in: zone), day.start(in: zone, after: 1))
            }
        }
    }

    /// Never changes, and no other event anywhere has it.
    public let id: String
    /// When it happens.
    public let time: Time
    /// What it is called.
    public let title: String
    /// More about it; may have lines. Empty for nothing.
    public var text = ""
    /// Where it is; empty for nothing.
    public var place = ""
    /// Its whole address.
    public var url = ""
    /// When it was changed last.
    public let changedAt: Instant
    /// How often time or place changed.
    public var sequence = 0
    /// Whether it comes again every week.
    public var isWeekly = false
    /// Whether it does not happen after all.
    public var isCancelled = false
    /// Whether calendars keep it from others.
    public var isPrivate = false

    /// An event with what every event has.
    public init(id: String, time: Time, title: String, changedAt: Instant) {
        (self.id, self.time, self.title, self.changedAt) = (id, time, title, changedAt)
    }
}

/// A calendar as a file or a feed (iCalendar, RFC 5545). The same events are always the same bytes.
public struct CalendarFile: Sendable {
    let product: String
    let name: String
    let zone: TimeZone
    let isFeed: Bool

    /// A calendar.
    /// - Parameters:
    ///   - product: which part of Stoa writes it.
    ///   - name: what it is called, for people.
    ///   - isFeed: whether calendars read it again every six hours.
    public init(product: String, name: String, zone: TimeZone, isFeed: Bool) {
        (self.product, self.name, self.zone, self.isFeed) = (product, name, zone, isFeed)
    }

    /// The whole of it, as `text/calendar; charset=utf-8`.
    public func bytes(of events: [CalendarEvent]) -> [UInt8] {
        var text = CalendarText()
        text.add("BEGIN", "VCALENDAR")
        text.add("VERSION", "2.0")
        text.add("PRODID", "-//Stoa//\(product)//EN")
        text.add("CALSCALE", "GREGORIAN")
        text.add("METHOD", "PUBLISH")
        text.add("NAME", words: name)
        text.add("X-WR-CALNAME", words: name)
        if isFeed {
            text.add("REFRESH-INTERVAL;VALUE=DURATION", "PT6H")
            text.add("X-PUBLISHED-TTL", "PT6H")
        }
        text.add("X-WR-TIMEZONE", zone.identifier)
        let ranges = events.map { $0.time.range(in: zone) }
        if let first = ranges.map(\.0).min(), let last = ranges.map(\.1).max() {
            let end = events.contains(where: \.isWeekly) ? last + .days(366) : last
            CalendarZone(zone: zone, from: first - .days(1), to: end + .days(1)).write(to: &text)
        }
        for event in events { write(event, to: &text) }
        text.add("END", "VCALENDAR")
        return text.bytes
    }

    private func write(_ event: CalendarEvent, to text: inout CalendarText) {
        text.add("BEGIN", "VEVENT")
        text.add("UID", event.id)
        text.add("DTSTAMP", CalendarText.utc(event.changedAt))
        text.add("LAST-MODIFIED", CalendarText.utc(event.changedAt))
        text.add("SEQUENCE", String(event.sequence))
        switch event.time {
        case .moments(let start, let end):
            text.add("DTSTART;TZID=\(zone.identifier)", CalendarText.local(start, in: zone))
            text.add("DTEND;TZID=\(zone.identifier)", CalendarText.local(end, in: zone))
        case .day(let day):
            text.add("DTSTART;VALUE=DATE", CalendarText.date(day))
            text.add("DTEND;VALUE=DATE", CalendarText.date(day.adding(1)))
        }
        if event.isWeekly { text.add("RRULE", "FREQ=WEEKLY") }
        text.add("SUMMARY", words: event.title)
        text.add("DESCRIPTION", words: event.text)
        text.add("LOCATION", words: event.place)
        if !event.url.isEmpty { text.add("URL", event.url) }
        text.add("STATUS", event.isCancelled ? "CANCELLED" : "CONFIRMED")
        text.add("TRANSP", "OPAQUE")
        text.add("CLASS", event.isPrivate ? "PRIVATE" : "PUBLIC")
        text.add("END", "VEVENT")
    }
}
