import Core
import Foundation
import Platform
import Testing

@Suite struct OpeningHoursTests {
    private let nairobi = TimeZone(identifier: "Africa/Nairobi") ?? .gmt

    private func at(_ text: String) throws -> Instant { try #require(Instant(rfc3339: text)) }
    private func day(_ text: String) throws -> Day { try #require(Day(text)) }
    private func closed(_ first: String, _ last: String, _ hours: String = "") throws -> OpeningHours.Exception {
        try #require(OpeningHours.Exception(from: day(first), through: day(last), spans: OpeningHours.read(hours)))
    }

    @Test func `a place is open from the first minute to the last by the site's clock`() throws {
        let hours = OpeningHours(days: [try OpeningHours.read("07:00–20:00")])
        // Monday 2 March 2026, 04:00 UTC is 07:00 in Nairobi.
        let opening = Instant(milliseconds: 1_772_424_000_000)
        #expect(hours.isOpen(at: opening, in: nairobi))
        #expect(!hours.isOpen(at: opening + .milliseconds(-1), in: nairobi))
        #expect(hours.isOpen(at: opening + .seconds(13 * 3600 - 1), in: nairobi))
        #expect(!hours.isOpen(at: opening + .seconds(13 * 3600), in: nairobi))
    }

    @Test(arguments: [
        ("", ""), ("  ", ""), ("08:00–12:00, 13:00–17:30", "08:00–12:00, 13:00–17:30"), ("8-12", "08:00–12:00"), ("8.00 - 12.00", "08:00–12:00"),
        ("13-17.30; 0800—1200", "08:00–12:00, 13:00–17:30"), ("8 am–5 p.m.", "08:00–17:00"), ("12am-12pm", "00:00–12:00"), ("18-24", "18:00–24:00"),
        ("18:00–00:00", "18:00–24:00"), ("8h30-12h", "08:30–12:00"), ("8-12,12-17", "08:00–12:00, 12:00–17:00"), ("8-12,", "08:00–12:00"),
        ("0-24", "00:00–24:00"), ("12am-24", "00:00–24:00"),
    ])
    func `hours are read as people type them`(_ typed: String, _ meant: String) throws {
        #expect(try OpeningHours.text(OpeningHours.read(typed)) == meant)
        #expect(try OpeningHours.text(OpeningHours.read(meant)) == meant)
    }

    @Test(arguments: [
        ("noon", OpeningHours.Mistake.unreadable), ("8", .unreadable), ("8-12-14", .unreadable), ("8:60-9", .unreadable), ("8-25", .unreadable),
        ("13pm-14", .unreadable), ("-", .unreadable), ("٨-12", .unreadable), ("17-8", .backwards), ("8-8", .backwards), ("18-02", .backwards),
        ("9-5", .afternoon("09:00–17:00")), ("8:30-12, 11-3", .afternoon("11:00–15:00")),
        ("0:00-0:00", .backwards), ("12am-12am", .backwards), ("24-24", .backwards), ("24-0", .backwards), ("0-0, 8-12", .backwards),
        ("8-12, 11-17", .overlapping), ("13-17, 8-14", .overlapping),
    ])
    func `hours that make no sense are refused with a reason`(_ typed: String, _ mistake: OpeningHours.Mistake) {
        #expect(throws: mistake) { try OpeningHours.read(typed) }
    }

    @Test func `what was kept when a day had one span is still read`() throws {
        let old = #"{"days":[{"from":480,"until":1050},null,null,{"from":0,"until":1440},null,null,null]}"#
        let hours = try JSONDecoder().decode(OpeningHours.self, from: Data(old.utf8))
        #expect(hours.days.map(OpeningHours.text) == ["08:00–17:30", "", "", "00:00–24:00", "", "", ""])
        #expect(hours.exceptions == [])
    }

    @Test func `what is kept now comes back as it was`() throws {
        var hours = OpeningHours(days: [try OpeningHours.read("8-12,13-17")])
        hours.add(try closed("2026-12-24", "2026-12-26", "10-12"))
        #expect(try JSONDecoder().decode(OpeningHours.self, from: JSONEncoder().encode(hours)) == hours)
    }

    @Test func `a place that was open on a day that is over is not open for it`() throws {
        var hours = OpeningHours()
        hours.add(try closed("2026-06-20", "2026-06-21", "9-10"))
        hours.add(try closed("2026-12-24", "2026-12-24"))
        #expect(try hours.isEverOpen(from: day("2026-06-21")))
        #expect(try !hours.isEverOpen(from: day("2026-06-22")))
        hours.days = [try OpeningHours.read("8-12")]
        #expect(try hours.isEverOpen(from: day("2026-06-22")))
    }

    @Test func `so many exceptions may lie ahead, and the oldest that are over are forgotten`() throws {
        let (most, today) = (OpeningHours.mostExceptions, try day("2026-06-20"))
        var hours = OpeningHours()
        for offset in 0..<most {
            let date = today.adding(offset)
            #expect(hours.add(try #require(.init(from: date, through: date)), on: today))
        }
        let full = hours
        let next = today.adding(most)
        #expect(!hours.add(try #require(.init(from: next, through: next)), on: today) && hours == full)
        #expect(hours.add(try #require(.init(from: today, through: today, note: "Party")), on: today), "in the place of one for the same day")
        #expect(hours.exceptions.count == most && hours.exceptions.first?.note == "Party")
        #expect(hours.add(try #require(.init(from: next, through: next)), on: today.adding(1)), "a day later there is room for one more")
        #expect(hours.exceptions.count == most + 1)
        #expect(hours.add(try #require(.init(from: next, through: next)), on: next) && hours.exceptions.count == most + 1)
        let later = next.adding(1)
        #expect(hours.add(try #require(.init(from: later, through: later)), on: later))
        #expect(hours.exceptions.count == most + 1 && hours.exceptions.first?.first == today.adding(1))
    }

    @Test func `the shortest exception of a day counts`() throws {
        var hours = OpeningHours(days: try (0..<7).map { _ in try OpeningHours.read("8-17") })
        hours.add(try closed("2026-06-01", "2026-08-31", "10-14"))
        hours.add(try closed("2026-06-20", "2026-06-20"))
        hours.add(try closed("2026-06-20", "2026-06-20", "9-10"))
        #expect(try OpeningHours.text(hours.spans(on: day("2026-05-31"))) == "08:00–17:00")
        #expect(try OpeningHours.text(hours.spans(on: day("2026-06-19"))) == "10:00–14:00")
        #expect(try OpeningHours.text(hours.spans(on: day("2026-06-20"))) == "09:00–10:00", "it took the place of the one for the same day")
        hours.removeException(from: try day("2026-06-20"), through: try day("2026-06-20"))
        #expect(hours.exceptions.count == 1)
    }

    @Test func `the next change passes breaks, nights, weekends and holidays`() throws {
        // Monday to Friday; 2 March 2026 is a Monday.
        var hours = OpeningHours(days: try (0..<5).map { _ in try OpeningHours.read("8-12, 13-17") })
        hours.add(try closed("2026-03-09", "2026-03-10"))
        func next(_ moment: String) throws -> OpeningHours.Change? { hours.nextChange(after: try at(moment), in: nairobi) }
        #expect(try next("2026-03-02T04:00:00Z") == .opens(at: at("2026-03-02T05:00:00Z")))
        #expect(try next("2026-03-02T05:00:00Z") == .closes(at: at("2026-03-02T09:00:00Z")))
        #expect(try next("2026-03-02T09:00:00Z") == .opens(at: at("2026-03-02T10:00:00Z")))
        #expect(try next("2026-03-02T14:00:00Z") == .opens(at: at("2026-03-03T05:00:00Z")))
        #expect(try next("2026-03-06T14:00:00Z") == .opens(at: at("2026-03-11T05:00:00Z")), "a weekend and two holidays")
        #expect(OpeningHours().nextChange(after: try at("2026-03-06T14:00:00Z"), in: nairobi) == nil)
    }

    @Test func `midnight between two spans that touch is no change`() throws {
        var days = Array(repeating: [OpeningHours.Span](), count: 7)
        days[4] = try OpeningHours.read("18-24")
        days[5] = try OpeningHours.read("0-2")
        let hours = OpeningHours(days: days)
        #expect(hours.nextChange(after: try at("2026-03-06T20:00:00Z"), in: .gmt) == .closes(at: try at("2026-03-07T02:00:00Z")))
        #expect(
            OpeningHours(days: try (0..<7).map { _ in try OpeningHours.read("0-24") }).nextChange(after: try at("2026-03-06T20:00:00Z"), in: .gmt)
                == nil)
    }

    @Test func `on the day the clock goes forward, an hour that is not there opens when it would have been`() throws {
        let stockholm = try #require(TimeZone(identifier: "Europe/Stockholm"))
        var days = Array(repeating: [OpeningHours.Span](), count: 7)
        days[6] = try OpeningHours.read("2:30-6")
        let change = OpeningHours(days: days).nextChange(after: try at("2026-03-29T00:30:00Z"), in: stockholm)
        #expect(change == .opens(at: try at("2026-03-29T01:00:00Z")))
    }

    @Test func `a change is told as people say it`() throws {
        let now = try at("2026-03-02T14:00:00Z")
        func words(_ change: OpeningHours.Change) -> String { change.words(at: now, in: nairobi).key }
        #expect(words(.opens(at: try at("2026-03-02T15:00:00Z"))) == "Opens at %1 today")
        #expect(words(.opens(at: try at("2026-03-03T04:00:00Z"))) == "Opens at %1 tomorrow")
        #expect(words(.opens(at: try at("2026-03-09T04:00:00Z"))) == "Opens %1 at %2")
        #expect(words(.closes(at: try at("2026-03-02T15:00:00Z"))) == "Open until %1")
        #expect(words(.closes(at: try at("2026-03-02T21:00:00Z"))) == "Open until midnight")
    }

    @Test(arguments: [
        #"{"days":[[{"from":900,"until":100}]]}"#, #"{"days":[{"from":900,"until":100}]}"#, #"{"days":[[{"from":-5,"until":99999}]]}"#,
        #"{"days":[[{"from":60,"until":200},{"from":100,"until":300}]]}"#,
        #"{"days":[],"exceptions":[{"first":{"year":2026,"month":99,"day":1},"last":{"year":2026,"month":99,"day":1},"spans":[],"note":""}]}"#,
        #"{"days":[],"exceptions":[{"first":{"year":2026,"month":3,"day":9},"last":{"year":2026,"month":3,"day":8},"spans":[],"note":""}]}"#,
    ])
    func `hours that make no sense are not read`(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(OpeningHours.self, from: Data(json.utf8)) }
    }
}
