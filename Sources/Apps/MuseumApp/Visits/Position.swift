import Core
import Foundation

/// Where a phone was at a moment, in degrees (WGS 84).
struct Position: Sendable, Equatable {
    let at: Instant
    let latitude: Double
    let longitude: Double
    /// The radius in metres within which the phone believes to be; nil where it doesn't say.
    var accuracy: Double?

    /// nil where there is no such place on earth.
    init?(at moment: Instant, latitude: Double, longitude: Double, accuracy: Double? = nil) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude), (accuracy ?? 0) >= 0, accuracy?.isFinite != false else { return nil }
        (at, self.latitude, self.longitude, self.accuracy) = (moment, latitude, longitude, accuracy)
    }
}

/// The museum as a circle.
struct Fence: Sendable, Equatable {
    static let radius = 20...2000

    let latitude: Double
    let longitude: Double
    /// From the middle to the edge.
    let metres: Int

    /// Reads `56.8777, 14.8091`; nil where that is no place.
    init?(_ place: String, metres: Int) {
        let parts = place.split(whereSeparator: { $0 == "," || $0 == ";" || $0.isWhitespace }).map { Double($0) }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else { return nil }
        self.init(latitude: latitude, longitude: longitude, metres: metres)
    }

    init?(latitude: Double, longitude: Double, metres: Int) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude), Self.radius.contains(metres) else { return nil }
        (self.latitude, self.longitude, self.metres) = (latitude, longitude, metres)
    }

    /// Metres from the middle, along the surface of the earth taken as a sphere: wrong by half a percent at most.
    func distance(to position: Position) -> Double {
        let radians = Double.pi / 180
        let (north, east) = ((position.latitude - latitude) * radians, (position.longitude - longitude) * radians)
        let a =
            sin(north / 2) * sin(north / 2) + cos(latitude * radians) * cos(position.latitude * radians) * sin(east / 2) * sin(east / 2)
        return 2 * 6_371_009 * asin(min(1, a.squareRoot()))
    }
}
