import Core
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

    /// What somebody typed as an address, completed as browsers do: with `https://` where no scheme was typed, without a slash at the end.
    public static func completed(_ typed: String) -> String {
        var text = typed.trimmed
        if !text.isEmpty, !text.contains("://") { text = (isLoopback(name(ofHost: text)) ? "http://" : "https://") + text }
        while text.hasSuffix("/") { text.removeLast() }
        return text
    }

    /// Whether only this machine can follow it.
    public static func isLocal(_ text: String) -> Bool { URL(string: text)?.host().map(local.contains) ?? false }

    private static let local = ["localhost", "127.0.0.1"]

    /// Why others can't open an address, or not without a warning.
    public enum Shortcoming: Sendable, Equatable {
        /// It means the computer that asks.
        case thisComputer
        /// Names and numbers of a home or an office.
        case ownNetwork
        /// A number, for which phones and browsers trust no certificate by itself.
        case number
        /// Without TLS.
        case unencrypted
    }

    /// What keeps others from opening an address; nil for one that everyone can open, as far as can be told from it.
    public static func shortcoming(of text: String) -> Shortcoming? {
        guard let url = URL(string: text), let host = url.host()?.lowercased() else { return .thisComputer }
        if isLoopback(host) || host == "::1" || host.hasPrefix("127.") || host.hasSuffix(".localhost") { return .thisComputer }
        let parts = host.split(separator: ".").map(String.init)
        if host.contains(":") || parts.count == 4 && parts.allSatisfy({ UInt8($0) != nil }) {
            let (first, second) = (parts.first.flatMap { UInt8($0) }, parts.dropFirst().first.flatMap { UInt8($0) })
            let isPrivate = first == 10 || first == 192 && second == 168 || first == 172 && (16...31).contains(second ?? 0) || host.hasPrefix("f")
            return isPrivate ? .ownNetwork : .number
        }
        if parts.count < 2 || ["local", "lan", "internal", "home", "arpa"].contains(parts.last) { return .ownNetwork }
        return url.scheme == "https" ? nil : .unencrypted
    }

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
