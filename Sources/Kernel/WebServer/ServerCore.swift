import CMicroHTTPD
import Core
import Foundation
import Synchronization
import Web

/// What every request of one server shares.
final class ServerCore: Sendable {
    let handler: any Handler
    let configuration: WebServerConfiguration
    let log: Log
    let counters = RequestCounters()
    let connections = ConnectionTable()
    let budget: BodyBudget
    let longAnswers: LongAnswers
    /// Behind a proxy only: without one, connections are counted.
    let networkRequests: NetworkRequests?
    let isStopping = Atomic<Bool>(false)
    /// Whether patience has ended: from then on no handler begins.
    let hasGivenUp = Atomic<Bool>(false)
    /// Whether each request gets a line; looked up once.
    let logsRequests: Bool

    /// Guards the requests that wait for their answer away from their thread, and the streams; both must be ended
    /// before libmicrohttpd may stop.
    private let waiting = Mutex<[ObjectIdentifier: Exchange]>([:])
    private let streams = Mutex<[ObjectIdentifier: StreamBuffer]>([:])
    private let lastID = Atomic<UInt64>(0)
    private let idPrefix: String

    let headerTime: Int64
    let idleTime: Int64
    let bodyTime: Int64

    init(handler: any Handler, configuration: WebServerConfiguration, log: Log) {
        self.handler = handler
        self.configuration = configuration
        self.log = log
        budget = BodyBudget(configuration.limits, folder: configuration.uploadFolder)
        longAnswers = LongAnswers(configuration.limits)
        networkRequests = configuration.behindProxy ? NetworkRequests(most: configuration.limits.connectionsPerAddress) : nil
        logsRequests = log.writes(.info)
        headerTime = configuration.limits.headerTime.nanoseconds
        idleTime = configuration.limits.idleTime.nanoseconds
        bodyTime = configuration.limits.bodyTime.nanoseconds
        // Six and at most eight characters: short enough for Swift to keep the id without allocating.
        idPrefix = String(UInt32.random(in: 60_466_176...2_176_782_335), radix: 36) + "-"
    }

    /// A name for the next request, unlike those of earlier runs.
    func nextID() -> String { idPrefix + String(lastID.add(1, ordering: .relaxed).newValue, radix: 36) }

    func waits(_ exchange: Exchange) { waiting.withLock { $0[ObjectIdentifier(exchange)] = exchange } }
    func waitsNoMore(_ exchange: Exchange) { _ = waiting.withLock { $0.removeValue(forKey: ObjectIdentifier(exchange)) } }
    func opened(_ stream: StreamBuffer) { streams.withLock { $0[ObjectIdentifier(stream)] = stream } }
    func closed(_ stream: StreamBuffer) { _ = streams.withLock { $0.removeValue(forKey: ObjectIdentifier(stream)) } }

    /// Ends the streams of clients that have left: nothing else notices before the next event is sent. Keeps the others open.
    func tendStreams(at now: Int64) {
        for stream in streams.withLock({ Array($0.values) }) {
            if stream.hasLeft { stream.stop() } else { stream.beat(at: now) }
        }
    }

    /// Ends every stream, as when the server stops.
    func stopStreams() {
        for stream in streams.withLock({ Array($0.values) }) { stream.stop() }
    }

    /// Answers for handlers that did not come back in time.
    func giveUpWaiting() {
        hasGivenUp.store(true, ordering: .releasing)
        for exchange in waiting.withLock({ Array($0.values) }) {
            exchange.giveUp()
        }
    }
}

extension Problem {
    static let stopping = Problem(
        .unavailable, "server.stopping", "The server is being stopped.", remedy: "Try again in a moment.", retryAfter: 5)
}
