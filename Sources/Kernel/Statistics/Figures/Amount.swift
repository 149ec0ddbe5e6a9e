public import Analytics
public import Core

/// An amount as people and as programs read it.
public enum Amount {
    /// In words; a dash where nothing is known.
    public static func text(_ amount: Int?, _ unit: Measure.Unit) -> Text {
        guard let amount else { return "–" }
        return switch unit {
        case .count: "\(amount)"
        case .minutes: "\(amount) min"
        case .money(let currency): "\(Money(minor: amount, currency: currency))"
        }
    }

    /// Digits with a point, for tables that are calculated with; empty where nothing is known.
    public static func plain(_ amount: Int?, _ unit: Measure.Unit) -> String {
        guard let amount else { return "" }
        guard case .money(let currency) = unit else { return String(amount) }
        return Money(minor: amount, currency: currency).plain
    }
}
