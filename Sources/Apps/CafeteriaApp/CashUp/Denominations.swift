import Core
import Web

/// The notes and coins of a currency, to add up a drawer by.
enum Denominations {
    /// The most pieces of one kind.
    static let most = 9999

    /// In the currency's smallest unit, the largest first; none where they aren't known.
    static func all(of currency: String) -> [Int] {
        switch currency {
        case "KES": [1000_00, 500_00, 200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 1_00]
        case "ZMW": [500_00, 200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 10, 5]
        case "TZS": [10_000_00, 5000_00, 2000_00, 1000_00, 500_00, 200_00, 100_00, 50_00]
        case "UGX": [50_000, 20_000, 10_000, 5000, 2000, 1000, 500, 200, 100, 50]
        case "SEK": [1000_00, 500_00, 200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00]
        case "EUR": [200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10, 5, 2, 1]
        case "USD": [100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 25, 10, 5, 1]
        default: []
        }
    }

    /// The field of one of them.
    static func field(_ minor: Int) -> String { "piece-\(minor)" }

    /// What was typed, by note and coin.
    static func counts(_ fields: QueryItems, of currency: String) -> [Int: String] {
        let typed = all(of: currency).compactMap { one in fields[field(one)].map { (one, String($0.trimmed.prefix(6))) } }
        return Dictionary(typed.filter { !$0.1.isEmpty }) { first, _ in first }
    }

    /// What they come to; nil where nothing was counted, or something isn't a number of pieces.
    static func sum(_ counts: [Int: String]) -> Int? {
        guard !counts.isEmpty else { return nil }
        return counts.reduce(0 as Int?) { sum, one in
            guard let sum, let count = Int(one.value), (0...most).contains(count) else { return nil }
            return sum + one.key * count
        }
    }
}
