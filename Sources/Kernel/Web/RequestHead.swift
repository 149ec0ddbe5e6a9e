import Core

/// Everything of a request that comes before its body.
public struct RequestHead: Sendable {
    /// What no handler changes. A request is handed on a dozen times, and each copy of it counts one reference instead of five.
    private final class Parts: Sendable {
        let method: Method
        let target: String
        let path: [String]
        let headers: Headers
        let remoteAddress: String
        let isSecure: Bool

        init(_ method: Method, _ target: String, _ path: [String], _ headers: Headers, _ remoteAddress: String, _ isSecure: Bool) {
            (self.method, self.target, self.path, self.headers) = (method, target, path, headers)
            (self.remoteAddress, self.isSecure) = (remoteAddress, isSecure)
        }
    }

    private var parts: Parts

    /// The method.
    public var method: Method { parts.method }
    /// The target exactly as it was sent, e.g. `/library/books/7?page=2`.
    public var target: String { parts.target }
    /// The path, split at `/` and decoded; a slash at the end leaves an empty last segment.
    public var path: [String] { parts.path }
    /// The decoded query.
    public var query: QueryItems
    /// The header fields.
    public var headers: Headers {
        get { parts.headers }
        set { parts = Parts(method, target, path, newValue, remoteAddress, isSecure) }
    }
    /// The address of whoever asks, without port.
    public var remoteAddress: String { parts.remoteAddress }
    /// Whether it came over TLS, here or at the proxy in front.
    public var isSecure: Bool { parts.isSecure }

    /// Longer targets are refused.
    public static let longestTarget = 8192

    /// Splits and decodes a target; refuses relative segments, broken escapes, NUL and text that is no UTF-8.
    public init(
        method: Method, target: String, headers: Headers = Headers(), remoteAddress: String = "127.0.0.1", isSecure: Bool = false
    ) throws(Problem) {
        let bytes = target.utf8
        guard bytes.count <= Self.longestTarget else {
            throw Problem(.addressTooLong, "request.address-too-long", "The address is too long.")
        }
        guard bytes.first == UInt8(ascii: "/"), !bytes.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == 0x23 }) else {
            throw .badAddress
        }
        let end = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        let path = try Self.segments(bytes[bytes.index(after: bytes.startIndex)..<end])
        parts = Parts(method, target, path, headers, remoteAddress, isSecure)
        query = end == bytes.endIndex ? QueryItems() : try QueryItems(parsing: target[bytes.index(after: end)...])
    }

    /// Stands in for a head that could not be read, so that the refusal can be answered like any other.
    public init(unreadable method: Method = .get, remoteAddress: String, isSecure: Bool = false) {
        parts = Parts(method, "/", [], Headers(), remoteAddress, isSecure)
        query = QueryItems()
    }

    /// The path as it was sent, without the query: what the log may show.
    public var pathText: Substring { target.prefix { $0 != "?" } }

    /// The path as logs may keep it: without the tokens that some addresses carry, which open something to whoever knows them.
    public var loggedPath: String {
        pathText.split(separator: "/", omittingEmptySubsequences: false).map { Self.holdsToken($0) ? "…" : String($0) }.joined(separator: "/")
    }

    /// Forty letters of base64url in a row. Digests of files are hexadecimal and no secrets.
    private static func holdsToken(_ segment: Substring) -> Bool {
        let runs = segment.utf8.split { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D: false
            default: true
            }
        }
        return runs.contains { $0.count >= 40 && !$0.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) } }
    }

    private static func segments(_ path: Substring.UTF8View) throws(Problem) -> [String] {
        guard !path.isEmpty else { return [] }
        var segments: [String] = []
        segments.reserveCapacity(6)
        var start = path.startIndex
        while true {
            let end = path[start...].firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
            let part = path[start..<end]
            if part.contains(UInt8(ascii: "%")) {
                guard let decoded = PercentEncoding.decode(part) else { throw .badAddress }
                segments.append(decoded)
            } else {
                segments.append(String(Substring(part)))
            }
            if let last = segments.last, last == "." || last == ".." { throw .badAddress }
            guard end < path.endIndex else { return segments }
            start = path.index(after: end)
        }
    }
}

extension Problem {
    static let badAddress = Problem(.badRequest, "request.bad-address", "The address isn’t written correctly.")
}
