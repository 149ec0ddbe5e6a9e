/// The HTTP methods that Stoa answers.
public enum Method: String, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"

    /// Whether the method promises to change nothing (RFC 9110 §9.2.1).
    public var isSafe: Bool { self == .get || self == .head || self == .options }
}
