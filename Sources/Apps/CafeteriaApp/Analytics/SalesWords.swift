import Analytics
import Core
import Statistics

/// Figures of sales as people read them.
enum SalesWords {
    static func money(_ minor: Int?, _ currency: String) -> Text { Amount.text(minor, .money(currency: currency)) }

    static func minutes(_ minutes: Double?) -> Text { minutes.map { "\(Int($0.rounded())) min" } ?? "–" }

    /// “12.5%”.
    static func share(_ share: Double?) -> Text { share.map { "\($0 * 100, decimals: 1)%" } ?? "–" }

    /// “+12% vs. previous period”; nil where there is nothing to compare with.
    static func change(_ now: Double?, _ before: Double?) -> Text? {
        guard let now, let before, before > 0 else { return nil }
        let change = Int(saturating: ((now - before) / before * 100).rounded())
        return change == 0 ? "Same as previous period" : "\(signed(change))% vs. previous period"
    }

    /// The same for shares, whose change is told in the share itself.
    static func before(_ share: Double?) -> Text? { share.map { "\(Self.share($0)) in previous period" } }

    private static func signed(_ number: Int) -> String { number > 0 ? "+\(number)" : "−\(number.magnitude)" }

    /// “Monday” for 0, in the reader's language.
    static func weekday(_ number: Int) -> Text {
        // Monday, 5 January 1970, at noon: the same weekday in every time zone that people live in.
        "\(weekday: Instant(milliseconds: (4 + Int64(number)) * 86_400_000 + 43_200_000))"
    }

    /// “07” for seven o'clock.
    static func hour(_ hour: Int) -> String { (hour < 10 ? "0" : "") + String(hour) }
}
