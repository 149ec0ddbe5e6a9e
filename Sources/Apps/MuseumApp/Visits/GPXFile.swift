import Core
import Foundation

/// The positions of a track that a device recorded (GPX 1.0 and 1.1).
///
/// Only what is asked for here is read: points of tracks, their times, and how certain they are. The server links no library that reads XML
/// of strangers, so this reader knows tags, text and the five entities of XML, and refuses a document that declares its own.
struct GPXFile: Sendable, Equatable {
    /// In the order of the file.
    var positions: [Position] = []
    /// Points without a time, or without a place on earth.
    var unusable = 0

    /// The largest file that is read, in bytes, and the most points.
    static let largestFile = 16 << 20
    static let mostPoints = 200_000
    /// What `hdop` is multiplied by to be metres, for a receiver as phones have one.
    private static let metresPerDilution = 5.0

    /// Why a file is no track.
    enum Fault: Error, Equatable {
        case tooLarge, entities, noTrack
        /// Ends within a tag, or has tags that don't match.
        case damaged
    }

    init(_ bytes: [UInt8]) throws(Fault) {
        guard bytes.count <= Self.largestFile else { throw .tooLarge }
        var reader = XMLReader(String(decoding: bytes, as: UTF8.self))
        var (point, text, open): (Point?, String, [Substring]) = (nil, "", [])
        var isGPX = false
        while let piece = try reader.next() {
            switch piece {
            case .start(let name, let attributes, let isEmpty):
                if open.isEmpty { isGPX = name == "gpx" }
                if name == "trkpt" { point = Point(attributes) }
                text = ""
                guard open.count < 64 else { throw .damaged }
                if isEmpty { if name == "trkpt" { add(&point) } } else { open.append(name) }
            case .text(let words): text += words
            case .end(let name):
                guard open.popLast() == name else { throw .damaged }
                switch name {
                case "time": point?.time = text.trimmed
                case "hdop": point?.dilution = Double(text.trimmed)
                case "trkpt": add(&point)
                default: break
                }
                guard positions.count + unusable <= Self.mostPoints else { throw .tooLarge }
            }
        }
        guard open.isEmpty else { throw .damaged }
        guard isGPX else { throw .noTrack }
    }

    private struct Point {
        let latitude: Double?
        let longitude: Double?
        var time: String?
        var dilution: Double?

        init(_ attributes: [Substring: String]) {
            (latitude, longitude) = (attributes["lat"].flatMap { Double($0) }, attributes["lon"].flatMap { Double($0) })
        }
    }

    private mutating func add(_ point: inout Point?) {
        defer { point = nil }
        guard let found = point, let latitude = found.latitude, let longitude = found.longitude, let time = found.time.flatMap(Self.moment),
            let position = Position(
                at: time, latitude: latitude, longitude: longitude, accuracy: found.dilution.map { $0 * Self.metresPerDilution })
        else {
            unusable += 1
            return
        }
        positions.append(position)
    }

    /// A time of GPX: UTC where it names no zone, and with any number of decimals.
    private static func moment(_ text: String) -> Instant? {
        guard let match = text.wholeMatch(of: /([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})(\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})?/)
        else { return nil }
        return Instant(rfc3339: "\(match.1)\(match.3 ?? "Z")").map { moment in
            let fraction = match.2.flatMap { Double("0\($0)") } ?? 0
            return moment + .milliseconds(Int((fraction * 1000).rounded()))
        }
    }
}
