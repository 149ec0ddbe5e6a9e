/// A mobile phone number in Kenya, in whatever form somebody wrote it (CAF-002, CAF-026).
public struct KenyanPhone: Hashable, Sendable, Codable {
    /// Country code and nine digits, as M-Pesa wants it: `254712345678`.
    public let international: String

    /// Reads `0712 345 678`, `+254 712 345678`, `00254-712-345678`, `712345678`; nil for what is no mobile number in Kenya, which begins with 7 or 1
    /// after the country code.
    public init?(_ written: String) {
        let text = written.trimmed
        guard text.count <= 30, text.allSatisfy({ $0.isASCII && ($0.isNumber || " +-.()/".contains($0)) || $0 == "\u{A0}" }) else { return nil }
        guard text.dropFirst().firstIndex(of: "+") == nil || text.hasPrefix("(+") else { return nil }
        var digits = text.filter(\.isNumber)
        let hasCountry = text.contains("+") || digits.hasPrefix("00")
        if digits.hasPrefix("00") { digits.removeFirst(2) }
        if digits.hasPrefix("254"), digits.count >= 12 {
            digits.removeFirst(3)
            // “+254 (0)712 …”
            if digits.count == 10, digits.hasPrefix("0") { digits.removeFirst() }
        } else if hasCountry {
            return nil
        } else if digits.hasPrefix("0") {
            digits.removeFirst()
        }
        guard digits.count == 9, digits.hasPrefix("7") || digits.hasPrefix("1") else { return nil }
        international = "254" + digits
    }

    /// As people read it: `+254 712 345 678`.
    public var readable: String {
        let local = Array(international.dropFirst(3))
        return "+254 \(String(local[0..<3])) \(String(local[3..<6])) \(String(local[6..<9]))"
    }
}
