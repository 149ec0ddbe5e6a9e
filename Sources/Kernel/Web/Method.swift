/// The HTTP methods that Stoa knows. It offers neither TRACE nor CONNECT: no route can take them, so they get 405.
public enum Method: String, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"
    case trace = "TRACE"
    case connect = "CONNECT"

    /// Whether the method promises to change nothing (RFC 9110 §9.2.1).
    public var isSafe: Bool { self == .get || self == .head || self == .options || self == .trace }
}
