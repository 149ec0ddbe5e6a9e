import Core
import Foundation
import Web

/// Days as forms send them, in the site's time zone.
enum Days {
    /// The moment a day begins, or `days` later; nil where none was given.
    /// - Throws: a ``Problem`` that names the field of a day that is none.
    static func start(of text: String?, field: String, in zone: TimeZone, after days: Int = 0) throws(Problem) -> Instant? {
        guard let text, !text.isEmpty else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = text.split(separator: "-").compactMap { Int($0) }
        guard text.count == 10, parts.count == 3 else { throw .wrongField(field, "This must be a day, written like 2026-11-20.") }
        let wanted = DateComponents(year: parts[0], month: parts[1], day: parts[2])
        guard let date = calendar.date(from: wanted), calendar.dateComponents([.year, .month, .day], from: date) == wanted,
            let moment = calendar.date(byAdding: .day, value: days, to: date)
        else { throw .wrongField(field, "This must be a day, written like 2026-11-20.") }
        return Instant(moment)
    }
}
