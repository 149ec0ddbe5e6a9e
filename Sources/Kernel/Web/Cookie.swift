import Core

/// A cookie to set: always `Secure`, for this host only and the whole of it (`__Host-`, RFC 6265bis §4.1.3.2).
public struct Cookie: Sendable {
    /// Which requests from other sites carry it.
    public enum SameSite: String, Sendable {
        case strict = "Strict"
        case lax = "Lax"
    }

    /// The name with its prefix, e.g. `__Host-session`.
    public let name: String
    /// The value; anything but letters, digits and `-._~` is percent-encoded on the way.
    public let value: String
    /// How long it lives; without, until the browser closes.
    public var maxAge: Duration?
    /// Which requests from other sites carry it.
    public var sameSite: SameSite
    /// Whether scripts are kept away from it.
    public var isHidden: Bool

    /// A cookie by its name without prefix.
    public init(_ name: String, _ value: String, maxAge: Duration? = nil, sameSite: SameSite = .lax, isHidden: Bool = true) {
        self.name = Self.fullName(name)
        self.value = value
        self.maxAge = maxAge
        self.sameSite = sameSite
        self.isHidden = isHidden
    }

    /// A cookie that makes the browser forget the one of that name.
    public static func removing(_ name: String) -> Cookie { Cookie(name, "", maxAge: .zero) }

    /// The `Set-Cookie` value.
    public var header: String {
        var text = "\(name)=\(PercentEncoding.encode(value)); Path=/; Secure; SameSite=\(sameSite.rawValue)"
        if isHidden { text += "; HttpOnly" }
        if let maxAge { text += "; Max-Age=\(maxAge.components.seconds)" }
        return text
    }

    /// The name as browsers see it, with the prefix that ties a cookie to this host (RFC 6265bis).
    public static func fullName(_ name: String) -> String { "__Host-" + name }
}

extension Request {
    /// The value of a cookie of ours, by its name without prefix; `nil` when absent or not written correctly.
    public func cookie(_ name: String) -> String? { head.cookie(name) }
}

extension RequestHead {
    /// The value of a cookie of ours, by its name without prefix; `nil` when absent or not written correctly.
    public func cookie(_ name: String) -> String? {
        let wanted = Cookie.fullName(name) + "="
        for header in headers.fields where Headers.same(header.name, "Cookie") {
            var rest = header.value[...].utf8
            while !rest.isEmpty {
                rest = rest.drop { $0 == UInt8(ascii: " ") }
                let end = rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex
                let pair = rest[..<end]
                if pair.starts(with: wanted.utf8) { return PercentEncoding.decode(pair.dropFirst(wanted.utf8.count)) }
                rest = rest[end...].dropFirst()
            }
        }
        return nil
    }
}
