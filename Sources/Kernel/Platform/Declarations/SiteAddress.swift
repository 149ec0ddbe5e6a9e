import Documents
import Foundation
import Web

/// The address that people use, as `baseURL` has it: scheme and host, without a path.
public enum SiteAddress {
    /// Whether links can begin with it: https, or http on this machine.
    public static func isValid(_ text: String) -> Bool {
        guard let url = URL(string: text), let scheme = url.scheme, let host = url.host(), !host.isEmpty else { return false }
        // What URL does not show it may have read past: nothing may stand there but a name and a port.
        let plain = text.utf8.dropFirst(scheme.utf8.count + 3).allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || ".:-[]".utf8.contains($0) }
        guard plain, url.port.map({ (1...65_535).contains($0) }) ?? true else { return false }
        return scheme == "https" || scheme == "http" && local.contains(host)
    }

    /// Whether only this machine can follow it.
    public static func isLocal(_ text: String) -> Bool { URL(string: text)?.host().map(local.contains) ?? false }

    private static let local = ["localhost", "127.0.0.1"]

    /// The name in a `Host` header: lower case, without the port.
    public static func name(ofHost host: String) -> String {
        guard let colon = host.lastIndex(of: ":"), host[host.index(after: colon)...].allSatisfy(\.isNumber) else { return host.lowercased() }
        return host[..<colon].lowercased()
    }

    /// Whether a name means this machine, whoever asks.
    public static func isLoopback(_ name: String) -> Bool { ["localhost", "127.0.0.1", "[::1]"].contains(name) }

    /// The name under which a request reached the site, when other machines can use it; nil for a loopback one.
    public static func publicName(of request: Request) -> String? {
        let name = name(ofHost: request.headers["Host"] ?? "")
        return name.isEmpty || isLoopback(name) ? nil : name
    }

    /// The address that a request was sent to, for somebody to look at and correct; nil when it is none.
    public static func guess(from request: Request) -> String? {
        guard let host = request.headers["Host"] else { return nil }
        let address = (request.isSecure ? "https://" : "http://") + host
        return isValid(address) ? address : nil
    }
}

extension SiteConfiguration {
    /// ``linkBase`` for a link that is shown to whoever asks, to hand over: where the site was given no address, the one that they use.
    public func linkBase(for request: Request) -> String {
        guard baseURL == nil else { return linkBase }
        return SiteAddress.guess(from: request) ?? linkBase
    }
}
