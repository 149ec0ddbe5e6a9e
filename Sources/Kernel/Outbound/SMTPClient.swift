import CCurl
import Core
import Foundation

/// A mail server that takes emails for others.
public struct SMTPServer: Sendable, Equatable {
    /// `smtp://host:port` (STARTTLS) or `smtps://host:port` (TLS from the start).
    public var url: String
    /// Whom to sign in as; nil: nobody.
    public var user: String?
    /// The password of that user.
    public var password: String?

    /// A server by its address.
    public init(url: String, user: String? = nil, password: String? = nil) {
        self.url = url
        self.user = user
        self.password = password
    }

    /// The name of the machine; nil when the address is no address of a mail server.
    public var host: String? {
        guard let url = URL(string: url), ["smtp", "smtps"].contains(url.scheme), url.user() == nil, url.path().isEmpty || url.path() == "/"
        else { return nil }
        // Foundation takes whatever it can escape, such as “0️⃣”, for a name.
        guard let host = url.host()?.removingPercentEncoding, !host.isEmpty,
            host.precomposedStringWithCanonicalMapping.unicodeScalars.allSatisfy(Self.mayName), Transfer.canAsk(self.url)
        else { return nil }
        return host
    }

    private static func mayName(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.generalCategory == .decimalNumber || "-._:[]".unicodeScalars.contains(scalar)
    }

    /// Whether the machine is this one, where nobody listens in between.
    var isLocal: Bool { host.map { $0 == "localhost" || $0 == "::1" || $0 == "[::1]" || $0.hasPrefix("127.") } ?? false }
}

/// Hands emails to a mail server (RFC 5321). Other machines than this one must offer encryption.
public struct SMTPClient: Sendable {
    private let server: SMTPServer
    private let timeout: Duration
    private let threads: WorkerThreads

    /// A client of one server; `timeout` is for handing over one email.
    public init(server: SMTPServer, timeout: Duration = .seconds(30), threads: Int = 2) {
        self.server = server
        self.timeout = timeout
        self.threads = WorkerThreads(name: "stoa-smtp", limit: threads)
    }

    /// Hands over one email; when this returns, the server has taken the duty to deliver it.
    /// - Parameter message: header and body as RFC 5322 wants them, lines ending in CR LF.
    public func send(from sender: String, to receiver: String, message: [UInt8]) async throws(OutboundFailure) {
        let (server, timeout) = (server, timeout)
        do {
            try await threads.run { try Self.exchange(server, timeout, sender, receiver, message) }
        } catch let failure as OutboundFailure {
            throw failure
        } catch {
            throw OutboundFailure("\(error)", isTemporary: true)
        }
    }

    private static func exchange(
        _ server: SMTPServer, _ timeout: Duration, _ sender: String, _ receiver: String, _ message: [UInt8]
    ) throws(OutboundFailure) {
        let isPlain = [sender, receiver].allSatisfy { $0.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F && $0 != "<" && $0 != ">" } }
        guard isPlain, server.host != nil else { throw OutboundFailure("the address cannot be read", isTemporary: false) }
        let transfer = try Transfer(rule: .any, timeout: timeout, limit: 65_536)
        transfer.set(CURLOPT_URL, server.url)
        transfer.set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        transfer.set(CURLOPT_USE_SSL, Int((server.isLocal ? CURLUSESSL_TRY : CURLUSESSL_ALL).rawValue))
        if let user = server.user { transfer.set(CURLOPT_USERNAME, user) }
        if let password = server.password { transfer.set(CURLOPT_PASSWORD, password) }
        transfer.set(CURLOPT_MAIL_FROM, "<\(sender)>")
        transfer.set(CURLOPT_MAIL_RCPT, lines: ["<\(receiver)>"])
        transfer.set(CURLOPT_UPLOAD, 1)
        transfer.give(message)
        do {
            try transfer.perform()
        } catch {
            throw Self.explained(error, transfer)
        }
    }

    /// A server that says no for good (5yz) will say so again, unless it does not let us in: that is for the operator to mend.
    private static func explained(_ failure: OutboundFailure, _ transfer: Transfer) -> OutboundFailure {
        let code = transfer.code
        guard code >= 400 else { return failure }
        let answer = transfer.headerLines.last { $0.hasPrefix(String(code)) }?.trimmingCharacters(in: .whitespacesAndNewlines)
        let isOurs = [454, 530, 534, 535, 538].contains(code)
        return OutboundFailure(
            "the mail server answered \(answer.map { String($0.prefix(300)) } ?? String(code))", isTemporary: code < 500 || isOurs,
            reason: [530, 534, 535, 538].contains(code) ? .signInRefused : nil)
    }
}
