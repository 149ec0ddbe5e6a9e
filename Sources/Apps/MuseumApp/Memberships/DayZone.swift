import Core
import Foundation

/// Says moments as days by the museum's clock.
struct DayZone: Sendable {
    let zone: TimeZone

    func day(_ moment: Instant) -> Text { "\(Day(moment, in: zone))" }

    /// The last day of a term, which ends within it or at its end; for life where there is none.
    func end(_ moment: Instant?) -> Text { moment.map { day($0 - .milliseconds(1)) } ?? "For life" }
}

extension Money {
    var words: Text { "\(self)" }
}
