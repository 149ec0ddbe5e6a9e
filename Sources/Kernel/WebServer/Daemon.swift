import CMicroHTTPD
import Foundation

/// libmicrohttpd's side of one server.
///
/// `@unchecked Sendable` is safe because the pointer never changes and libmicrohttpd's functions on a daemon may be
/// called from any thread; `WebServer` calls `stop` once.
struct Daemon: @unchecked Sendable {
    private let pointer: OpaquePointer
    private let core: Unmanaged<ServerCore>

    /// Starts the threads; `nil` when libmicrohttpd refuses.
    static func start(_ core: ServerCore, on listener: Int32) -> Daemon? {
        let configuration = core.configuration
        let limits = configuration.limits
        var settings = stoa_http_settings()
        settings.threads = UInt32(max(configuration.threads, 1))
        settings.connections = UInt32(limits.connections)
        settings.idle_seconds = UInt32(limits.idleTime.components.seconds)
        // The request's header, and what is read of a body at once, share this room; it is cleared for every request.
        settings.connection_memory = 2 * limits.headerBytes
        // The daemon's own reference: requests may come until the last thread has ended.
        let retained = Unmanaged.passRetained(core)
        let pointer = withPEM(configuration.tls, settings) { stoa_http_start(listener, Callbacks.all(for: core), $0) }
        guard let pointer else {
            retained.release()
            return nil
        }
        return Daemon(pointer: pointer, core: retained)
    }

    /// libmicrohttpd reads the texts while it starts and needs them no longer.
    private static func withPEM<Result>(
        _ tls: WebServerConfiguration.TLS?, _ settings: stoa_http_settings, _ body: (stoa_http_settings) -> Result
    ) -> Result {
        guard let tls else { return body(settings) }
        var settings = settings
        return tls.certificate.withCString { certificate in
            tls.key.withCString { key in
                encryption.withCString { encryption in
                    settings.certificate = certificate
                    settings.key = key
                    settings.encryption = encryption
                    return body(settings)
                }
            }
        }
    }

    /// TLS 1.3 and 1.2, a fresh key for every connection, and ciphers that seal and sign in one (what Mozilla calls "intermediate"),
    /// as GnuTLS writes it.
    private static let encryption =
        "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-KX-ALL:+ECDHE-ECDSA:+ECDHE-RSA:-CIPHER-ALL:+AES-128-GCM:+AES-256-GCM:+CHACHA20-POLY1305"
        + ":-MAC-ALL:+AEAD:-SIGN-RSA-SHA1:-SIGN-ECDSA-SHA1:%SERVER_PRECEDENCE"

    /// Takes no new connections.
    func stopListening() {
        let listener = MHD_quiesce_daemon(pointer)
        if listener >= 0 { close(listener) }
    }

    /// Ends every connection and thread.
    func stop() {
        MHD_stop_daemon(pointer)
        core.release()
    }
}
