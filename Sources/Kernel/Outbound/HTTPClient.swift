import CCurl
import Core
import Foundation

/// Asks outside services over HTTP, on threads of its own: no more than a few exchanges at once, each with an end.
///
/// It follows no redirects, sends no cookies and uses no proxy: it connects where it was told, or nowhere.
public struct HTTPClient: Sendable {
    private let timeout: Duration
    private let limit: Int
    private let reach: Reach
    private let threads: WorkerThreads

    /// A client.
    /// - Parameters:
    ///   - timeout: for a whole exchange, from the first look-up of the name.
    ///   - limit: longest answer, in bytes.
    ///   - reach: which addresses it may connect to.
    ///   - threads: most exchanges at the same time; others wait for their turn.
    public init(timeout: Duration = .seconds(10), limit: Int = 1 << 20, reach: Reach = .anywhere, threads: Int = 4) {
        self.timeout = timeout
        self.limit = limit
        self.reach = reach
        self.threads = WorkerThreads(name: "stoa-outbound", limit: threads)
    }

    /// The same client, on the same threads, for other addresses.
    public func reaching(_ reach: Reach) -> HTTPClient { HTTPClient(timeout: timeout, limit: limit, reach: reach, threads: threads) }

    private init(timeout: Duration, limit: Int, reach: Reach, threads: WorkerThreads) {
        self.timeout = timeout
        self.limit = limit
        self.reach = reach
        self.threads = threads
    }

    /// Sends a request and waits for the whole answer; any status is an answer.
    public func send(_ request: OutboundRequest) async throws(OutboundFailure) -> OutboundAnswer {
        let (timeout, limit, reach) = (timeout, limit, reach)
        do {
            return try await threads.run { try Self.exchange(request, timeout, limit, reach) }
        } catch let failure as OutboundFailure {
            throw failure
        } catch {
            throw OutboundFailure("\(error)", isTemporary: true)
        }
    }

    private static func exchange(
        _ request: OutboundRequest, _ timeout: Duration, _ limit: Int, _ reach: Reach
    ) throws(OutboundFailure) -> OutboundAnswer {
        let rule = try rule(for: request, reach)
        let transfer = try Transfer(rule: rule, timeout: timeout, limit: limit)
        transfer.set(CURLOPT_URL, request.url)
        transfer.set(CURLOPT_PROTOCOLS_STR, "http,https")
        transfer.set(CURLOPT_USERAGENT, "Stoa")
        switch request.method {
        case "GET": transfer.set(CURLOPT_HTTPGET, 1)
        case "HEAD": transfer.set(CURLOPT_NOBODY, 1)
        default:
            transfer.post(request.body)
            transfer.set(CURLOPT_CUSTOMREQUEST, request.method)
        }
        // Waiting to be told to go on costs a second with servers that do not know the word.
        transfer.set(CURLOPT_HTTPHEADER, lines: request.headers.map { "\($0.name): \($0.value)" } + ["Expect:"])
        try transfer.perform()
        return OutboundAnswer(status: transfer.code, headers: headers(transfer.headerLines), body: transfer.received)
    }

    private static func rule(for request: OutboundRequest, _ reach: Reach) throws(OutboundFailure) -> ConnectionRule {
        let words = [request.method, request.url] + request.headers.flatMap { [$0.name, $0.value] }
        guard words.allSatisfy({ $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } }) else {
            throw OutboundFailure("the request has control characters in it", isTemporary: false)
        }
        guard let url = URL(string: request.url), let scheme = url.scheme?.lowercased(), let host = url.host(), url.user() == nil else {
            throw OutboundFailure("the address cannot be read", isTemporary: false)
        }
        let place = (url.port.map { "\(host):\($0)" } ?? host).lowercased()
        guard ["http", "https"].contains(scheme), let rule = reach.rule(for: place, isEncrypted: scheme == "https") else {
            throw OutboundFailure("the address is not encrypted", isTemporary: false)
        }
        return rule
    }

    /// The headers of the last answer: an interim one (`100 Continue`) may have come before.
    private static func headers(_ lines: [String]) -> [(name: String, value: String)] {
        let start = lines.lastIndex { $0.hasPrefix("HTTP/") } ?? 0
        return lines[start...].compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (String(line[..<colon]), line[line.index(after: colon)...].trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }
}
