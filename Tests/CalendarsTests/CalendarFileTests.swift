import Core
import Foundation
import TestSupport
import Testing

@testable import Calendars

@Suite struct CalendarFileTests {
    @Test(.covers("MUS-031"))
    func `clocks that go forward and back are told by every change of theirs`() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Stockholm"))
        let from = try #require(Day("2026-03-01")).start(in: zone), to = try #require(Day("2026-12-01")).start(in: zone)
        var text = CalendarText()
        CalendarZone(zone: zone, from: from, to: to).write(to: &text)
        let lines = String(decoding: text.bytes, as: UTF8.self).components(separatedBy: "\r\n")
        #expect(lines.filter { $0.hasPrefix("DTSTART") } == ["DTSTART:19700101T000000", "DTSTART:20260329T020000", "DTSTART:20261025T030000"])
        #expect(lines.filter { $0.hasPrefix("TZOFFSETTO") } == ["TZOFFSETTO:+0100", "TZOFFSETTO:+0200", "TZOFFSETTO:+0100"])
        #expect(CalendarText.local(Instant(milliseconds: 1_767_861_000_000), in: zone) == "20260108T093000")
        #expect(CalendarText.offset(-12_600) == "-0330" && CalendarText.offset(20_700) == "+0545")
    }

    @Test
    func `what lasts all day and comes every week has no time, and is kept from others where it is private`() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Stockholm"))
        var event = CalendarEvent(
            id: "a@b", time: .day(try #require(Day("2026-12-31"))), title: "Tea; with Kim", changedAt: Instant(milliseconds: 1_767_861_000_000))
        event.isWeekly = true
        event.isPrivate = true
        let lines = String(decoding: CalendarFile(product: "Test", name: "", zone: zone, isFeed: false).bytes(of: [event]), as: UTF8.self)
            .components(separatedBy: "\r\n")
        for line in [
            "DTSTART;VALUE=DATE:20261231", "DTEND;VALUE=DATE:20270101", "RRULE:FREQ=WEEKLY", "SUMMARY:Tea\\; with Kim", "CLASS:PRIVATE",
        ] { #expect(lines.contains(line), "\(line)") }
        #expect(!lines.contains { $0.hasPrefix("NAME") || $0.hasPrefix("LOCATION") || $0.hasPrefix("REFRESH") })
    }
}
