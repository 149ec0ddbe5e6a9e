public import Core
public import Foundation

/// Writes iCalendar (RFC 5545): content lines that end in CR LF and are folded at 75 bytes.
public struct CalendarText: Sendable {
    /// Bytes of a line; the rest goes on after a space.
    static let longestLine = 75

    private(set) var bytes: [UInt8] = []

    /// A property whose value is written as it is.
    mutating func add(_ name: String, _ value: String) {
        var length = 0
        for scalar in (name + ":" + value).unicodeScalars {
            let letter = Array(String(scalar).utf8)
            // A letter of several bytes is never cut in two.
            if length + letter.count > Self.longestLine {
                bytes += [13, 10, 32]
                length = 1
            }
            bytes += letter
            length += letter.count
        }
        bytes += [13, 10]
    }

    /// A property whose value is words. Empty ones are left out.
    mutating func add(_ name: String, words: String) {
        guard !words.isEmpty else { return }
        var escaped = ""
        for letter in words.unicodeScalars {
            switch letter {
            case "\\", ";", ",": escaped += "\\" + String(letter)
            case "\n": escaped += "\\n"
            // Other control characters have no place in a calendar.
            case _ where letter.value < 32 || letter.value == 127: continue
            default: escaped.unicodeScalars.append(letter)
            }
        }
        add(name, escaped)
    }

    /// `20260102`
    static func date(_ day: Day) -> String { day.description.filter { $0 != "-" } }

    /// A moment as `20260102T080000Z`.
    static func utc(_ moment: Instant) -> String { local(moment, in: .gmt) + "Z" }

    /// A moment as clocks of the zone show it: `20260102T100000`.
    public static func local(_ moment: Instant, in zone: TimeZone) -> String {
        let day = Day(moment, in: zone)
        let seconds = (moment.milliseconds / 1000 + Int64(zone.secondsFromGMT(for: moment.date))) % 86_400
        let clock = (seconds / 3600 * 100 + seconds / 60 % 60) * 100 + seconds % 60
        return date(day) + "T" + String(repeating: "0", count: max(0, 6 - String(clock).count)) + String(clock)
    }

    /// `+0100`
    public static func offset(_ seconds: Int) -> String {
        let minutes = abs(seconds) / 60
        return (seconds < 0 ? "-" : "+") + String(String(10_000 + minutes / 60 * 100 + minutes % 60).dropFirst())
    }
}

/// How the clocks of a zone go between two moments, as calendars are told (RFC 5545 §3.6.5): every change by itself, since no rule holds for ever.
struct CalendarZone: Sendable {
    let zone: TimeZone
    let from: Instant
    let to: Instant

    func write(to text: inout CalendarText) {
        text.add("BEGIN", "VTIMEZONE")
        text.add("TZID", zone.identifier)
        var (moment, offset) = (from.date, zone.secondsFromGMT(for: from.date))
        observance(isSummer: zone.isDaylightSavingTime(for: moment), from: "19700101T000000", offset, offset, at: moment, in: &text)
        while let next = zone.nextDaylightSavingTimeTransition(after: moment), next <= to.date {
            let after = zone.secondsFromGMT(for: next)
            // The moment by the clock that is then put forward or back.
            let begin = CalendarText.local(Instant(next.addingTimeInterval(Double(offset))), in: .gmt)
            observance(isSummer: zone.isDaylightSavingTime(for: next), from: begin, offset, after, at: next, in: &text)
            (moment, offset) = (next, after)
        }
        text.add("END", "VTIMEZONE")
    }

    private func observance(isSummer: Bool, from begin: String, _ before: Int, _ after: Int, at moment: Date, in text: inout CalendarText) {
        let kind = isSummer ? "DAYLIGHT" : "STANDARD"
        text.add("BEGIN", kind)
        text.add("DTSTART", begin)
        text.add("TZOFFSETFROM", CalendarText.offset(before))
        text.add("TZOFFSETTO", CalendarText.offset(after))
        text.add("TZNAME", words: zone.abbreviation(for: moment) ?? zone.identifier)
        text.add("END", kind)
    }
}
