public import Core

/// Which phone numbers people register with who come from an app.
public enum PhoneRule: String, Sendable, Codable, CaseIterable {
    /// A mobile number in Kenya (CAF-002).
    case kenyan

    /// Reads what somebody wrote; nil for what is no such number.
    /// - Returns: the number with its country's code, `+254712345678`.
    public func read(_ written: String) -> String? {
        switch self {
        case .kenyan: KenyanPhone(written).map { "+" + $0.international }
        }
    }

    /// What to write, beside the field.
    public var hint: Text {
        switch self {
        case .kenyan: "A mobile number in Kenya, for example 0712 345 678."
        }
    }
}
