import Core
import Foundation
import Platform
import Timetables

/// `stoa museum replay`: which visits a recorded track would have been, by the same rules as those of members.
struct ReplayCommand: Sendable {
    let site: Site

    static let help = CommandHelp(
        ["museum", "replay"], usage: "museum replay FILE.gpx… --fence LAT,LON,METRES [--hours TEXT] [--data DIR]",
        summary: "show which visits a recorded track makes",
        details: """
            Reads tracks in GPX and prints the visits that the museum would have counted, and why positions didn't count. Nothing is stored.
              --fence LAT,LON,METRES  the museum: its middle in degrees, and how far it reaches (20 to 2000 metres)
              --hours TEXT            opening hours as in OpenStreetMap, such as "Mo-Fr 10:00-17:00"; without it those of the site
            Times are in the time zone of the site.
            """, makesSite: false)

    var command: Command { Command(Self.help, on: site, work: run) }

    private func run(_ words: [String], _ output: @escaping Command.Output) async throws {
        let arguments = try Arguments(words, values: ["--fence", "--hours"])
        guard !arguments.rest.isEmpty else { throw Arguments.Mistake("Name a file.") }
        let parts = (arguments["--fence"] ?? "").split(separator: ",").map(String.init)
        guard parts.count == 3, let metres = Int(parts[2]), let fence = Fence("\(parts[0]),\(parts[1])", metres: metres) else {
            throw Arguments.Mistake("--fence takes latitude, longitude and metres, like 56.8777,14.8091,80.")
        }
        let hours = try hours(arguments["--hours"])
        for file in arguments.rest {
            output("\(file)", false)
            for line in try lines(of: file, fence, hours) { output("  \(line)", false) }
        }
    }

    private func hours(_ text: String?) throws -> MuseumHours {
        let zone = site.configuration.zone
        if let text {
            do throws(TimetableFault) {
                return MuseumHours(source: .timetable(try Timetable(text), .of(site)), zone: zone)
            } catch {
                throw Problem(.invalid, "museum.hours-wrong", "These opening hours weren’t understood.", remedy: error.words)
            }
        }
        guard let hours = MuseumHours.of(site) else { throw Arguments.Mistake("This site has no opening hours for the museum. Add --hours.") }
        return hours
    }

    private func lines(of file: String, _ fence: Fence, _ hours: MuseumHours) throws -> [String] {
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
        defer { try? handle.close() }
        let bytes = try handle.read(upToCount: GPXFile.largestFile + 1) ?? Data()
        let track: GPXFile
        do throws(GPXFile.Fault) { track = try GPXFile(Array(bytes)) } catch { return [error.cause] }
        return Replay(track, fence, hours).lines
    }
}

/// A track that was looked at.
struct Replay {
    let stays: [Stay]
    let positions: Int
    let outsideOfHours: Int
    let unusable: Int
    private let zone: TimeZone

    init(_ track: GPXFile, _ fence: Fence, _ hours: MuseumHours) {
        var tracker = VisitTracker(fence: fence, hours: hours)
        for position in track.positions.sorted(by: { $0.at < $1.at }) { tracker.take(position) }
        tracker.finish()
        stays = tracker.finished
        positions = track.positions.count
        outsideOfHours = track.positions.filter { hours.opening(at: $0.at) == nil }.count
        unusable = track.unusable
        zone = hours.zone
    }

    var lines: [String] {
        let visits = stays.map { stay in
            let minutes = Int(stay.length.components.seconds / 60)
            return "\(Day(stay.arrival, in: zone))  \(clock(stay.arrival))–\(clock(stay.departure))  \(minutes) min"
        }
        return (visits.isEmpty ? ["no visits"] : visits)
            + ["\(positions) positions, \(outsideOfHours) outside of opening hours, \(unusable) without a time or a place"]
    }

    private func clock(_ moment: Instant) -> String { OpeningHours.clock(Day.minute(of: moment, in: zone)) }
}

extension GPXFile.Fault {
    fileprivate var cause: String {
        switch self {
        case .tooLarge: "too large: at most \(GPXFile.largestFile >> 20) MB and \(GPXFile.mostPoints) points"
        case .entities: "refused: it declares entities of its own"
        case .noTrack: "not a GPX file"
        case .damaged: "damaged: it isn’t well-formed XML"
        }
    }
}
