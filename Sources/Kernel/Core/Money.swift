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

    /// Reads what a person typed: `1 250`, `1,250`, `1250.50`, `1250,5`, `1,250.50`; nil when it is no amount or has too many decimals. No
    /// currency here has three decimals, so three digits behind a comma are thousands; behind a point they are rather a slip.
    public init?(typed text: String, currency: String) {
        self.init(minor: 0, currency: currency)
        let plain = text.filter { !$0.isWhitespace && $0 != "\u{A0}" }
        guard let match = plain.wholeMatch(of: /(-?)(?:([0-9]{1,3}(?:,[0-9]{3})+)(?:\.([0-9]*))?|([0-9]{1,12})(?:[.,]([0-9]*))?)/),
            let whole = Int((match.output.2 ?? match.output.4 ?? "").filter { $0 != "," }), whole < 1_000_000_000_000
        else { return nil }
        let digits = match.output.3 ?? match.output.5 ?? ""
        guard digits.count <= decimals else { return nil }
        let scale = decimals == 2 ? 100 : 1
        minor = (whole * scale + (Int(digits.padding(to: decimals)) ?? 0)) * (match.output.1.isEmpty ? 1 : -1)
    }
}

extension Substring {
    fileprivate func padding(to count: Int) -> String { self + String(repeating: "0", count: Swift.max(0, count - self.count)) }
}
