/// An amount in the smallest unit of its currency: 12.50 kronor are 1250 öre.
public struct Money: Hashable, Sendable, Codable {
    /// In the currency's smallest unit; negative is owed.
    public var minor: Int
    /// ISO 4217: `SEK`, `KES`, `EUR`.
    public var currency: String

    /// An amount.
    public init(minor: Int, currency: String) {
        self.minor = minor
        self.currency = currency
    }

    /// How many decimals people write: two for nearly every currency, none for some (ISO 4217).
    public var decimals: Int { ["JPY", "KRW", "UGX", "RWF", "ISK", "VND", "XAF", "XOF", "CLP", "PYG"].contains(currency) ? 0 : 2 }

    /// Digits with a point and no currency, for tables that are calculated with: `1250.50`.
    public var plain: String {
        guard decimals == 2 else { return String(minor) }
        let cents = minor.magnitude % 100
        return "\(minor < 0 ? "-" : "")\(minor.magnitude / 100).\(cents < 10 ? "0" : "")\(cents)"
    }

    /// Reads what a person typed: `1 250`, `1250.50`, `1250,5`; nil when it is no amount or has too many decimals.
    public init?(typed text: String, currency: String) {
        self.init(minor: 0, currency: currency)
        let plain = text.filter { !$0.isWhitespace && $0 != "\u{A0}" }.replacing(",", with: ".")
        let parts = plain.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let whole = Int(parts[0]), whole.magnitude < 1_000_000_000_000 else { return nil }
        let digits = parts.count == 2 ? parts[1] : ""
        guard digits.count <= decimals, digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        let scale = decimals == 2 ? 100 : 1
        let fraction = Int(digits.padding(to: decimals)) ?? 0
        minor = whole * scale + (parts[0].hasPrefix("-") ? -fraction : fraction)
    }
}

extension Substring {
    fileprivate func padding(to count: Int) -> String { self + String(repeating: "0", count: Swift.max(0, count - self.count)) }
}
