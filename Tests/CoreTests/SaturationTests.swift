import Core
import Foundation
import Testing

/// Numbers from outside may be any; nothing that is counted with them may end the process.
struct SaturationTests {
    @Test func `whole numbers stay at the ends of their range`() {
        #expect(Int64.max.addingSaturated(1) == .max && Int64.min.addingSaturated(-1) == .min && (1 as Int64).addingSaturated(2) == 3)
        #expect(Int64.min.subtractingSaturated(1) == .min && Int64.max.subtractingSaturated(-1) == .max)
        #expect((0 as Int).subtractingSaturated(.min) == .max)
        #expect(Int64.max.multipliedSaturated(by: 2) == .max && Int64.max.multipliedSaturated(by: -2) == .min)
        #expect(Int64.min.multipliedSaturated(by: -1) == .max && (6 as Int64).multipliedSaturated(by: 7) == 42)
        #expect(UInt8(250).addingSaturated(10) == 255 && UInt8(5).subtractingSaturated(10) == 0)
    }

    @Test(arguments: [
        (Double.nan, 0), (.infinity, Int.max), (-.infinity, Int.min), (1e300, .max), (-1e300, .min), (2.9, 2), (-2.9, -2), (9.3e18, .max),
    ])
    func `numbers with a fraction become whole ones`(number: Double, whole: Int) { #expect(Int(saturating: number) == whole) }

    @Test func `moments stay between the first and the last`() {
        let (first, last) = (Instant(milliseconds: .min), Instant(milliseconds: .max))
        #expect(last + .days(1) == last && first - .days(1) == first && last - .seconds(Int64.min) == last)
        #expect(last + .seconds(Int64.max) == last && first + .seconds(Int64.min) == first)
        #expect((last - first).wholeMilliseconds == .max && (first - last).wholeMilliseconds == .min)
        #expect(Duration.days(Int.max) > .days(1_000_000) && Duration.days(Int.min) < .zero)
        #expect(Instant(Date(timeIntervalSince1970: .infinity)) == last && Instant(Date(timeIntervalSince1970: -1e300)) == first)
        #expect(Instant(Date(timeIntervalSince1970: .nan)) == Instant(milliseconds: 0))
    }

    @Test(arguments: [Int64.min, -62_135_596_800_001, -1, 253_402_300_800_000, 9_000_000_000_000_000, Int64.max])
    func `every moment can be written`(milliseconds: Int64) {
        let moment = Instant(milliseconds: milliseconds)
        #expect(!moment.rfc3339.isEmpty)
        let day = Day(moment, in: .gmt)
        #expect(day.start(in: .gmt) <= Instant(milliseconds: .max) && !day.description.isEmpty)
    }

    @Test(arguments: [
        "999999-1-1", "+999-01-01", "-999-01-01", "2026-13-01", "2026-02-30", "2026-1-001", "0000-01-01", "9999999999", "----------", "2026-٠١-01",
    ])
    func `what is no day is none`(text: String) { #expect(Day(text) == nil) }

    @Test func `the first and last days are days`() {
        #expect(Day("0001-01-01")?.description.hasSuffix("-01-01") == true)
        #expect(Day("9999-12-31")?.description == "9999-12-31")
    }

    @Test func `each is there once, in its first place`() { #expect(["b", "a", "b", "c", "a"].unique == ["b", "a", "c"]) }
}
