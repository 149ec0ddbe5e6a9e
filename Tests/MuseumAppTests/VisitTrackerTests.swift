import Core
import Foundation
import Platform
import TestSupport
import Testing
import Timetables

@testable import MuseumApp

/// Which stays positions make, by values alone.
@Suite struct VisitTrackerTests {
    private static let zone = TimeZone(identifier: "Europe/Stockholm") ?? .gmt
    private static let fence = Fence(latitude: 56.8777, longitude: 14.8091, metres: 100)

    private static func hours(_ text: String) throws -> MuseumHours {
        MuseumHours(source: .timetable(try Timetable(text), .none), zone: zone)
    }

    /// Positions by minutes after noon on Monday 30 November 2026, and metres north of the museum.
    private static func stays(
        _ path: [(minute: Double, metres: Double)], accuracy: Double? = 10, hours text: String = "Mo-Su 10:00-17:00", doors: [Double] = []
    ) throws -> [String] {
        let noon = try #require(Day("2026-11-30")).moment(atMinute: 720, in: zone)
        func at(_ minute: Double) -> Instant { noon + .milliseconds(Int64(minute * 60_000)) }
        var tracker = VisitTracker(fence: fence, hours: try hours(text))
        let positions = try path.map { step in
            try #require(
                Position(at: at(step.minute), latitude: 56.8777 + step.metres / 111_195, longitude: 14.8091, accuracy: accuracy))
        }
        for minute in doors { tracker.enter(at: at(minute)) }
        for position in positions { tracker.take(position) }
        tracker.finish()
        return tracker.finished.map { stay in
            let zone = Self.zone
            return "\(OpeningHours.clock(Day.minute(of: stay.arrival, in: zone)))–\(OpeningHours.clock(Day.minute(of: stay.departure, in: zone)))"
        }
    }

    private static func there(_ minutes: ClosedRange<Int>, metres: Double = 20) -> [(minute: Double, metres: Double)] {
        minutes.map { (Double($0), metres) }
    }

    @Test(.covers("MUS-035"))
    func `a stay begins with the first position inside and ends with the last`() throws {
        #expect(try Self.stays([(-5, 900)] + Self.there(0...40) + [(42, 500), (46, 900)]) == ["12:00–12:40"])
    }

    @Test(.covers("MUS-035"))
    func `walking past is no visit`() throws {
        #expect(try Self.stays([(0, 300), (1, 80), (2, 20), (3, 90), (4, 300), (9, 900)]).isEmpty)
    }

    @Test(.covers("MUS-035"))
    func `one position in the next street doesn’t end a stay`() throws {
        #expect(try Self.stays(Self.there(0...20) + [(20.5, 400)] + Self.there(21...40)) == ["12:00–12:40"])
    }

    @Test(.covers("MUS-035"))
    func `at the wall positions jump to both sides, and the stay goes on`() throws {
        let path = (0...30).map { (minute: Double($0), metres: $0.isMultiple(of: 2) ? 95.0 : 125.0) }
        #expect(try Self.stays(path) == ["12:00–12:30"])
    }

    @Test(.covers("MUS-035"))
    func `whoever leaves and comes back later has visited twice`() throws {
        #expect(try Self.stays(Self.there(0...20) + [(22, 600), (30, 900)] + Self.there(60...80)) == ["12:00–12:20", "13:00–13:20"])
    }

    @Test(.covers("MUS-035", "MUS-040"))
    func `a phone that sleeps for an hour stays, one that sleeps for three has left`() throws {
        #expect(try Self.stays(Self.there(0...10) + Self.there(70...80)) == ["12:00–13:20"])
        #expect(try Self.stays(Self.there(0...10) + Self.there(190...200), hours: "Mo-Su 10:00-20:00") == ["12:00–12:10", "15:10–15:20"])
    }

    @Test(.covers("MUS-040"))
    func `positions that are too vague say nothing`() throws {
        #expect(try Self.stays(Self.there(0...40), accuracy: 2000).isEmpty)
    }

    @Test(.covers("MUS-035"))
    func `positions that come twice or too late change nothing`() throws {
        #expect(try Self.stays(Self.there(0...20) + Self.there(5...10, metres: 900) + Self.there(15...30)) == ["12:00–12:30"])
    }

    @Test(.covers("MUS-037"))
    func `a stay begins when the museum opens and ends when it closes`() throws {
        // Whoever works there is there before and after.
        #expect(try Self.stays(Self.there(-180...360), hours: "Mo-Su 10:00-17:00") == ["10:00–16:59"])
        #expect(try Self.stays(Self.there(-180...360), hours: "Mo-Su 10:00-12:30,13:30-17:00") == ["10:00–12:29", "13:30–16:59"])
    }

    @Test(
        .covers("MUS-037", "MUS-038"),
        arguments: ["Tu-Su 10:00-17:00", "Mo off", "Nov 30 off", "Mo 10:00+", "Mo sunrise-sunset", "Mo \"by appointment\"", "Mo 18:00-20:00"])
    func `while it is closed, or nobody knows whether it is open, there are no visits`(_ hours: String) throws {
        #expect(try Self.stays(Self.there(0...60), hours: hours).isEmpty)
    }

    @Test(.covers("MUS-035"))
    func `the entrance makes a visit of its own, and joins that of the phone`() throws {
        #expect(try Self.stays([], doors: [0]) == ["12:00–12:00"])
        #expect(try Self.stays(Self.there(1...30), doors: [0]) == ["12:00–12:30"])
        #expect(try Self.stays([], hours: "Tu 10:00-17:00", doors: [0]).isEmpty)
    }

    @Test(.covers("MUS-037"))
    func `past midnight an evening is one visit`() throws {
        #expect(try Self.stays(Self.there(660...780), hours: "Mo-Su 18:00-02:00") == ["23:00–01:00"])
    }

    @Test(.covers("MUS-037"))
    func `the clock is changed in the night, and the hours stay those of the wall`() throws {
        // 25 October 2026: 03:00 becomes 02:00.
        let hours = try Self.hours("Su 10:00-17:00")
        let sunday = try #require(Day("2026-10-25"))
        let opening = try #require(hours.openings(on: sunday).first)
        #expect(opening.lowerBound.rfc3339.hasPrefix("2026-10-25T09:00:00"))
        #expect(hours.openings(on: sunday.adding(-7)).first?.lowerBound.rfc3339.hasPrefix("2026-10-18T08:00:00") == true)
    }
}
