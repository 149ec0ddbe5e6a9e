import Core
import Foundation
import Web

/// Days as forms send them, in the site's time zone.
enum Days {
    /// The moment a day begins, or `days` later; nil where none was given.
    /// - Throws: a ``Problem`` that names the field of a day that is none.
    static func start(of text: String?, field: String, in zone: TimeZone, after days: Int = 0) throws(Problem) -> Instant? {
        guard let text, !text.isEmpty else { return nil }
        guard let day = Day(text) else { throw .wrongField(field, "This must be a day, written like 2026-11-20.") }
        return day.start(in: zone, after: days)
    }
}
