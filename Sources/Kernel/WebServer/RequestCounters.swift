import Core
import Synchronization
import Web

/// What the server counts about requests: one atomic addition each, brought into ``Metrics`` when somebody reads them.
final class RequestCounters: Sendable {
    private static let methods = Method.allCases.map(\.rawValue) + ["other"]
    /// Clients that left before there was an answer, then the classes of RFC 9110 from 2xx on; 1xx is never final.
    private static let classes = ["none", "2xx", "3xx", "4xx", "5xx"]

    private let requests = InlineArray<50, Atomic<Int>> { _ in Atomic(0) }
    private let buckets = InlineArray<12, Atomic<Int>> { _ in Atomic(0) }
    private let nanoseconds = Atomic<Int64>(0)
    /// Requests that are being answered right now.
    let running = Atomic<Int>(0)
    /// Those and the ones whose body is still coming: a stop waits for them.
    let accepted = Atomic<Int>(0)

    func count(_ method: Method?, status: Int, nanoseconds spent: Int64?) {
        let row = method.map(Self.index) ?? Self.methods.count - 1
        let column = min(max(status / 100 - 1, 0), Self.classes.count - 1)
        requests[row * Self.classes.count + column].add(1, ordering: .relaxed)
        guard let spent else { return }
        let seconds = Double(spent) / 1e9
        buckets[Metrics.bounds.firstIndex { seconds <= $0 } ?? Metrics.bounds.count].add(1, ordering: .relaxed)
        nanoseconds.add(spent, ordering: .relaxed)
    }

    private static func index(_ method: Method) -> Int {
        switch method {
        case .get: 0
        case .head: 1
        case .post: 2
        case .put: 3
        case .patch: 4
        case .delete: 5
        case .options: 6
        case .trace: 7
        case .connect: 8
        }
    }

    /// Hands over what was counted since the last time.
    func bring(to metrics: Metrics) {
        for (row, method) in Self.methods.enumerated() {
            for (column, status) in Self.classes.enumerated() {
                let count = requests[row * Self.classes.count + column].exchange(0, ordering: .relaxed)
                guard count > 0 else { continue }
                metrics.count(
                    "stoa_http_requests_total", "method=\"\(method)\",status=\"\(status)\"", by: Double(count),
                    help: "Requests answered.")
            }
        }
        var cells: [Double] = []
        for index in buckets.indices { cells.append(Double(buckets[index].exchange(0, ordering: .relaxed))) }
        cells.append(Double(nanoseconds.exchange(0, ordering: .relaxed)) / 1e9)
        metrics.merge(
            "stoa_http_request_duration_seconds", cells: cells,
            help: "From the first line of a request to the end of its answer; streams are not among them.")
        metrics.gauge(
            "stoa_http_requests_running", "", Double(running.load(ordering: .relaxed)), help: "Requests being answered now.")
    }
}
