import Analytics
import Core
import Statistics

/// Figures of sales as people read them.
enum SalesWords {
    static func money(_ minor: Int?, _ currency: String) -> Text { Amount.text(minor, .money(currency: currency)) }

    static func minutes(_ minutes: Double?) -> Text { minutes.map { "\(Int($0.rounded())) min" } ?? "–" }

    /// “12%”. What is a little more than nothing, or a little less than all, isn't rounded to that.
    static func share(_ share: Double?) -> Text {
        guard let share else { return "–" }
        let percent = Int(saturating: (share * 100).rounded())
        return switch percent {
        case 0 where share > 0: "< 1%"
        case 100 where share < 1: "99%"
        default: "\(percent)%"
        }
    }

    /// “+12% vs. previous period (KES 1,200)”; nil where one of the two can't be told.
    /// - Parameter words: the figure before.
    static func change(_ now: Double?, _ before: Double?, _ words: Text) -> Text? {
        guard let now, let before else { return nil }
        guard before > 0 else { return Self.before(words) }
        let change = Int(saturating: ((now - before) / before * 100).rounded())
        return change == 0 ? "Same as previous period" : "\(signed(change))% vs. previous period (\(words))"
    }

    /// “20% in previous period”, for shares and times, whose change is told in themselves.
    static func before(_ words: Text) -> Text { "\(words) in previous period" }

    private static func signed(_ number: Int) -> String { number > 0 ? "+\(number)" : "−\(number.magnitude)" }

    /// “07” for seven o'clock.
    static func hour(_ hour: Int) -> String { (hour < 10 ? "0" : "") + String(hour) }
}
