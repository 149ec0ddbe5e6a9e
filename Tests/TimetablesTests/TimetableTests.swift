import Core
import Foundation
import TestSupport
import Testing
import Timetables

@Suite struct TimetableTests {
    /// A text, a day, and when it is open or unknown on that day.
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let day: String
        let hours: String
        var testDescription: String { "\(text) on \(day)" }

        init(_ text: String, _ day: String, _ hours: String) { (self.text, self.day, self.hours) = (text, day, hours) }
    }

    static let holidays = HolidayCalendar(public: Set(["2026-12-25", "2026-12-26"].compactMap { Day($0) }))

    /// `10:00-17:00`, with a question mark after what nobody can be sure of.
    static func hours(_ timetable: Timetable, on day: Day) -> String {
        func clock(_ minutes: Int) -> String { String(format: "%02d:%02d", minutes / 60, minutes % 60) }
        return timetable.stretches(on: day, holidays: holidays)
            .map { "\(clock($0.from))-\(clock($0.until))\($0.state == .open ? "" : "?")" }.joined(separator: ",")
    }

    // 30 November 2026 is a Monday.
    @Test(
        .covers("MUS-037", "MUS-038"),
        arguments: [
            Case("Mo-Fr 10:00-17:00; Sa 11:00-16:00", "2026-11-30", "10:00-17:00"),
            Case("Mo-Fr 10:00-17:00; Sa 11:00-16:00", "2026-12-05", "11:00-16:00"),
            Case("Mo-Fr 10:00-17:00; Sa 11:00-16:00", "2026-12-06", ""),
            // Later rules take the place of earlier ones.
            Case("Mo-Su 10:00-17:00; PH off", "2026-12-25", ""), Case("Mo-Su 10:00-17:00; Dec 24-26 off", "2026-12-24", ""),
            Case("Mo-Su 10:00-17:00; PH 12:00-15:00", "2026-12-25", "12:00-15:00"), Case("PH -1 day 10:00-13:00", "2026-12-24", "10:00-13:00"),
            Case("24/7; Mo 15:00-16:00 off", "2026-11-30", "00:00-15:00,16:00-24:00"),
            // With a comma they add to them.
            Case("Mo-Fr 08:00-12:00, We 14:00-18:00", "2026-12-02", "08:00-12:00,14:00-18:00"),
            // Past midnight.
            Case("Fr 22:00-02:00", "2026-12-04", "22:00-24:00"), Case("Fr 22:00-02:00", "2026-12-05", "00:00-02:00"),
            Case("Tu 23:59-48:00", "2026-12-02", "00:00-24:00"), Case("We 22:00-26:00; Th off", "2026-12-03", "00:00-02:00"),
            // Seasons, weeks, years.
            Case("Apr-Oct: Mo-Su 09:00-18:00; Nov-Mar: Sa-Su 11:00-15:00", "2026-11-30", ""),
            Case("Nov-Feb 10:00-12:00", "2026-01-31", "10:00-12:00"), Case("Dec 28-Jan 05 off; Jan 06 10:00-12:00", "2026-01-06", "10:00-12:00"),
            Case("Mo-Su 10:00-12:00; Dec 28-Jan 05 off", "2026-01-03", ""), Case("week 49 Mo 10:00-12:00", "2026-11-30", "10:00-12:00"),
            Case("week 02-52/2 Mo 10:00-12:00", "2026-11-30", ""), Case("2025 10:00-12:00", "2026-11-30", ""),
            Case("2026 Nov 29-2027 Jan 02 10:00-12:00", "2026-11-30", "10:00-12:00"),
            Case("easter -2 days-easter +1 day off; Mo-Su 10:00-12:00; easter off", "2026-04-05", ""),
            Case("easter +1 day 10:00-12:00", "2026-04-06", "10:00-12:00"),
            // The first and the last of a month.
            Case("Mo[-1] 10:00-12:00", "2026-11-30", "10:00-12:00"), Case("Mo[1] 10:00-12:00", "2026-11-30", ""),
            Case("Sa[2-3] 10:00-12:00", "2026-12-12", "10:00-12:00"), Case("Su[-1] +1 day 10:00-12:00", "2026-11-30", "10:00-12:00"),
            Case("Mar Su[-1]-Oct Su[-1] 10:00-12:00", "2026-10-25", "10:00-12:00"),
            Case("Mar Su[-1]-Oct Su[-1] 10:00-12:00", "2026-10-26", ""),
            // What isn't certain.
            Case("10:00+", "2026-11-30", "10:00-24:00?"), Case("10:00-14:00+", "2026-11-30", "10:00-14:00,14:00-24:00?"),
            Case("sunrise-sunset", "2026-11-30", "06:00-18:00?"), Case("Mo \"by appointment\"", "2026-11-30", "00:00-24:00?"),
            Case("Mo-Fr 10:00-12:00 || \"call us\"", "2026-11-30", "00:00-10:00?,10:00-12:00,12:00-24:00?"),
            // As people type.
            Case("Monday to Friday: 9am-5.30 p.m.", "2026-11-30", "09:00-17:30"), Case("mo–fr 8.00 – 12", "2026-11-30", "08:00-12:00"),
            Case("Montag, Mittwoch und Freitag 10-18 Uhr; So geschlossen", "2026-12-02", "10:00-18:00"),
            Case("lun-mar 10:00-12:00", "2026-12-01", "10:00-12:00"), Case("mån-fre kl", "2026-11-30", "refused"),
            Case("4-10 pm", "2026-11-30", "16:00-22:00"), Case("9-5 pm", "2026-11-30", "09:00-17:00"),
            Case("1 May-30 Sep 10:00-12:00", "2026-05-01", "10:00-12:00"), Case("１０：００～１７：００", "2026-11-30", "10:00-17:00"),
        ])
    func `hours are those of the day`(_ example: Case) throws {
        let day = try #require(Day(example.day))
        do throws(TimetableFault) {
            #expect(Self.hours(try Timetable(example.text), on: day) == example.hours)
        } catch {
            #expect(example.hours == "refused", "\(error)")
        }
    }

    @Test(
        arguments: zip(
            [
                "", "Mo-Fr 25:00-26:00", "Feb 30 10:00-12:00", "Mo-Fr 10:00-17:00 Sa 11:00-16:00", "Mo-Fr nach Gefühl", "week 54", "10:00-12:70",
                "Mo-",
            ],
            [
                TimetableFault.empty, .impossible("25:00-26:00"), .impossible("30"), .missingSeparator("Sa"), .unknownWord("nach"),
                .impossible("54"), .impossible("12:70"), .unexpected("-"),
            ]))
    func `what makes no sense is named`(_ text: String, _ fault: TimetableFault) {
        #expect(throws: fault) { try Timetable(text) }
    }

    @Test func `a text as long as a book is not read`() {
        #expect(throws: TimetableFault.tooLong) { try Timetable(String(repeating: "Mo 10:00-12:00;", count: 1000)) }
    }

    /// Texts of OpenStreetMap, each with how often it was found.
    private static func values(_ name: String) throws -> [(count: Int, text: String)] {
        let file = try #require(SharedData.folder).appending(path: "museum/\(name)")
        return try lines(ofGzip: file).compactMap { line in
            let parts = line.split(separator: "\t", maxSplits: 1)
            guard parts.count == 2, let count = Int(parts[0]) else { return nil }
            return (count, String(parts[1]))
        }
    }

    private static func lines(ofGzip file: URL) throws -> [Substring] {
        let gunzip = Process()
        gunzip.executableURL = URL(filePath: "/usr/bin/gzip")
        gunzip.arguments = ["-dc", file.path]
        let output = Pipe()
        gunzip.standardOutput = output
        try gunzip.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        gunzip.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }

    @Test(.covers("MUS-037"), .enabled(if: SharedData.isHere, "\(SharedData.absence)"))
    func `of 30,000 sloppy texts that mean one thing, 99 of 100 are understood`() throws {
        let values = try Self.values("osm_invalid_but_unambiguous_opening_hours.tsv.gz")
        #expect(values.count > 30_000)
        let understood = values.filter { (try? Timetable($0.text)) != nil }
        #expect(Double(understood.count) / Double(values.count) > 0.995)
    }

    @Test(.covers("MUS-037"), .enabled(if: SharedData.isHere, "\(SharedData.absence)"), arguments: HolidayCountry.allCases)
    func `the rules of a country find its holidays of the next fifty years`(_ country: HolidayCountry) throws {
        let text = try String(contentsOf: try #require(SharedData.folder).appending(path: "museum/public_holidays.txt"), encoding: .utf8)
        let days = text.split(separator: "\n").filter { $0.hasPrefix(country.rawValue + " ") }.compactMap { Day(String($0.dropFirst(3))) }
        let missed = days.filter { (2024...2076).contains($0.year) && !country.isHoliday($0) }
        #expect(days.count > 300 && missed.isEmpty, "\(missed)")
        let first = try #require(Day("2027-01-01"))
        let found = (0..<365).count { country.isHoliday(first.adding($0)) }
        #expect((8...18).contains(found), "\(found)")
    }

    @Test(.covers("MUS-038"), .enabled(if: SharedData.isHere, "\(SharedData.absence)"))
    func `of 15,000 texts that are no hours, most are refused, and what is read has hours or says that it is closed`() throws {
        let values = try Self.values("osm_invalid_opening_hours.tsv.gz")
        #expect(values.count > 15_000)
        let monday = try #require(Day("2026-11-30"))
        var understood = 0
        for value in values {
            guard let timetable = try? Timetable(value.text) else { continue }
            understood += 1
            for offset in 0..<7 {
                let stretches = timetable.stretches(on: monday.adding(offset))
                #expect(stretches.allSatisfy { 0 <= $0.from && $0.from < $0.until && $0.until <= 1440 }, "\(value.text)")
                #expect(zip(stretches, stretches.dropFirst()).allSatisfy { $0.until <= $1.from }, "\(value.text)")
            }
        }
        // Those that are clear all the same: a colon that is missing, a space instead of a comma.
        #expect(understood < values.count / 5)
    }
}
