import Core
import Database
import Foundation
import Platform
import Synchronization
import TestSupport
import Testing
import Timetables
import Web

@testable import MuseumApp

/// Tracks that people recorded, and the visits that they make.
@Suite struct ReplayTests {
    private static func track(_ name: String) throws -> GPXFile {
        try GPXFile(Array(try Data(contentsOf: try #require(SharedData.folder).appending(path: "museum/gpx/\(name)"))))
    }

    private static func replay(_ name: String, _ place: String, _ metres: Int, hours text: String = "24/7") throws -> [String] {
        let fence = try #require(Fence(place, metres: metres))
        return Replay(try track(name), fence, MuseumHours(source: .timetable(try Timetable(text), .none), zone: .gmt)).lines
    }

    // What is expected was worked out from the tracks themselves: where they stand still, and for how long.
    @Test(.covers("MUS-035"), .enabled(if: SharedData.isHere, "\(SharedData.absence)"))
    func `standing at the lake is a visit, the drive there is none`() throws {
        #expect(
            try Self.replay("cerknicko-jezero.gpx", "45.7915,14.3048", 100) == [
                "2010-08-05  15:58–16:23  25 min", "296 positions, 0 outside of opening hours, 0 without a time or a place",
            ])
        #expect(try Self.replay("cerknicko-jezero.gpx", "45.769537,14.356298", 100).first == "2010-08-05  14:30–14:43  13 min")
        #expect(try Self.replay("around-visnjan-with-car.gpx", "45.2769,13.7203", 100).first == "no visits")
    }

    @Test(.covers("MUS-035", "MUS-040"), .enabled(if: SharedData.isHere, "\(SharedData.absence)"))
    func `half an hour without reception on a hill is one visit`() throws {
        let lines = try Self.replay("korita-zbevnica.gpx", "45.45939,14.01367", 100)
        #expect(lines.first?.hasPrefix("2010-10-03  11:2") == true && lines.first?.contains("–12:1") == true && lines.count == 2, "\(lines)")
    }

    @Test(.covers("MUS-037"), .enabled(if: SharedData.isHere, "\(SharedData.absence)"))
    func `the visit ends at closing time, and outside of the hours there is none`() throws {
        #expect(
            try Self.replay("cerknicko-jezero.gpx", "45.7915,14.3048", 100, hours: "Th 10:00-16:10").first == "2010-08-05  15:58–16:09  11 min")
        #expect(try Self.replay("cerknicko-jezero.gpx", "45.7915,14.3048", 100, hours: "Mo-We 10:00-18:00").first == "no visits")
    }

    @Test(.covers("MUS-038", "MUS-040"), .enabled(if: SharedData.isHere, "\(SharedData.absence)"))
    func `without times, or with the same time everywhere, there is no visit`() throws {
        let lines = try Self.replay("cerknicko-without-times.gpx", "45.7915,14.3048", 100)
        #expect(lines.first == "no visits" && lines.last?.contains("291 without a time") == true, "\(lines)")
        #expect(try Self.replay("Mojstrovka.gpx", "46.434981,13.748273", 1000).first == "no visits")
    }

    @Test(.covers("MUS-040"), .enabled(if: SharedData.isHere, "\(SharedData.absence)"))
    func `every file is read or refused`() throws {
        let files = SharedData.files(in: "museum/gpx")
        #expect(files.count == 28)
        for file in files {
            let track = try GPXFile(Array(try Data(contentsOf: file)))
            #expect(track.positions.allSatisfy { (-90...90).contains($0.latitude) }, "\(file.lastPathComponent)")
        }
        #expect(try Self.track("unicode.gpx").positions.isEmpty)
        #expect(try Self.track("track-with-less-sec-time.gpx").positions.map(\.at.rfc3339).first?.hasPrefix("2015-12-11T14:43:13") == true)
    }

    @Test(
        .covers("MUS-060"),
        arguments: [
            ("<!DOCTYPE gpx [<!ENTITY a \"b\">]><gpx></gpx>", GPXFile.Fault.entities), ("", .noTrack), ("<html></html>", .noTrack),
            ("<gpx><trk><trkpt lat=\"1\" lon=\"2\">", .damaged), ("<gpx></trk></gpx>", .damaged), ("<gpx lat=1></gpx>", .damaged), ("<gpx", .damaged),
            ("<gpx><!-- ", .damaged), (String(repeating: "<a>", count: 100), .damaged),
        ])
    func `a file that is no track, or means harm, is refused`(_ text: String, _ fault: GPXFile.Fault) {
        #expect(throws: fault) { try GPXFile(Array(text.utf8)) }
    }

    @Test(.covers("MUS-035"), arguments: Engine.available)
    func `the command prints visits, and stores nothing`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            try await withTemporaryFolder { folder in
                let file = folder.appending(path: "track.gpx")
                let points = (0...20).map { minute in
                    "<trkpt lat=\"56.8777\" lon=\"14.8091\"><time>2026-11-30T11:\(minute < 10 ? "0" : "")\(minute):00Z</time></trkpt>"
                }
                try Data("<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>".utf8).write(to: file)
                let printed = Lines()
                let words = ["museum", "replay", file.path, "--fence", "56.8777,14.8091,80", "--hours", "Mo 00:00-24:00"]
                #expect(await museum.app.running.run(words) { line, _ in printed.add(line) } == 0)
                #expect(printed.all.contains { $0.contains("20 min") }, "\(printed.all)")
                #expect(await museum.app.running.run(["museum", "replay", file.path, "--fence", "nowhere"]) { _, _ in } == exitUsage)
                #expect(try await museum.app.site.database.read { try $0.one("SELECT COUNT(*) FROM museum_visit" as Query<Int>) } == 0)
            }
        }
    }
}

/// Collects lines from any thread.
private final class Lines: Sendable {
    private let kept = Mutex<[String]>([])
    func add(_ line: String) { kept.withLock { $0.append(line) } }
    var all: [String] { kept.withLock { $0 } }
}
