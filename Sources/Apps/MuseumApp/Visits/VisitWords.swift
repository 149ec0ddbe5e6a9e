import Core

extension Visit {
    /// How long it lasted; a dash where only the entrance knows of it.
    var length: Text { stay.length < .seconds(60) ? "–" : stay.length.stayWords }
}

extension Duration {
    /// “45 min”, “1 h 20 min”.
    var stayWords: Text {
        let (hours, minutes) = Int(components.seconds / 60).quotientAndRemainder(dividingBy: 60)
        return hours == 0 ? "\(minutes) min" : "\(hours) h \(minutes) min"
    }
}

/// Scripts that several pages begin with.
enum MuseumScripts {
    /// Sends positions of a member who wants their visits counted, on a device on which they said so.
    static let visits = "museum/js/visits.js"
}
