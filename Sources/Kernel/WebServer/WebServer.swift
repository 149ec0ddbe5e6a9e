import CMicroHTTPD
import Core
import Foundation
import Synchronization
import Web

/// Serves a ``Handler`` over HTTP/1.1 with libmicrohttpd: an epoll thread per core and a few, TLS by GnuTLS.
///
/// A handler runs on the thread that received the request until it first waits for something; from then on it runs
/// on Swift's own threads and the connection is suspended.
public final class WebServer: Sendable {
    private struct Running {
        let daemon: Daemon
        let sweeper: Task<Void, Never>
        let redirect: WebServer?
    }

    private let core: ServerCore
    private let isRedirect: Bool
    /// Guards starting and stopping.
    private let running = Mutex<Running?>(nil)

    /// A server that does not listen yet.
    public convenience init(handler: any Handler, configuration: WebServerConfiguration, log: Log, metrics: Metrics) {
        self.init(handler: handler, configuration: configuration, log: log, isRedirect: false)
        let core = core
        metrics.beforeReading { metrics in
            core.counters.bring(to: metrics)
            metrics.gauge("stoa_http_connections_open", "", Double(core.connections.count), help: "Open connections.")
        }
    }

    private init(handler: any Handler, configuration: WebServerConfiguration, log: Log, isRedirect: Bool) {
        core = ServerCore(handler: handler, configuration: configuration, log: log)
        self.isRedirect = isRedirect
    }

    /// Where and how it listens.
    public var configuration: WebServerConfiguration { core.configuration }

    /// Begins to serve.
    /// - Returns: the port, which matters when any free one was asked for.
    @discardableResult
    public func start() throws(WebServerError) -> Int {
        let configuration = core.configuration
        guard isLoopback(configuration.address) || configuration.tls != nil || configuration.behindProxy || isRedirect else {
            throw .plainOutsideLoopback
        }
        let socket = try ListeningSocket(address: configuration.address, port: configuration.port)
        guard let daemon = Daemon.start(core, on: socket.descriptor) else {
            close(socket.descriptor)
            throw .cannotStart
        }
        let redirect: WebServer?
        do throws(WebServerError) { redirect = try startRedirect(to: socket.port) } catch {
            daemon.stop()
            throw error
        }
        let core = core
        let sweeper = Task {
            while !Task.isCancelled {
                let now = monotonicNanoseconds()
                core.connections.cutOverdue(at: now)
                core.tendStreams(at: now)
                try? await Task.sleep(for: .milliseconds(500))
            }
        }
        running.withLock { $0 = Running(daemon: daemon, sweeper: sweeper, redirect: redirect) }
        return socket.port
    }

    private func startRedirect(to port: Int) throws(WebServerError) -> WebServer? {
        guard let plainPort = core.configuration.redirectPort, core.configuration.tls != nil else { return nil }
        var configuration = core.configuration
        configuration.tls = nil
        configuration.redirectPort = nil
        configuration.port = plainPort
        configuration.threads = 1
        let server = WebServer(
            handler: HTTPSRedirect(port: port, knows: configuration.redirectsHost, site: core.handler), configuration: configuration, log: core.log,
            isRedirect: true)
        try server.start()
        return server
    }

    /// Stops listening, lets requests that have begun finish within `patience`, ends streams, and closes everything.
    public func stop(patience: Duration = .seconds(10)) async {
        guard
            let running = running.withLock({ running in
                defer { running = nil }
                return running
            })
        else { return }
        core.isStopping.store(true, ordering: .relaxed)
        running.daemon.stopListening()
        await running.redirect?.stop(patience: .zero)
        core.stopStreams()
        await waitForRequests(patience)
        core.giveUpWaiting()
        // Those answers still have to go out, and a stream may have begun meanwhile.
        core.stopStreams()
        await waitForRequests(.seconds(1))
        running.sweeper.cancel()
        running.daemon.stop()
    }

    private func waitForRequests(_ patience: Duration) async {
        let end = ContinuousClock.now + patience
        while core.counters.accepted.load(ordering: .acquiring) > 0, ContinuousClock.now < end {
            try? await Task.sleep(for: .milliseconds(5))
        }
    }
}
