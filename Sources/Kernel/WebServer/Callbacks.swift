import CMicroHTTPD
import Glibc
import Web

/// The functions that libmicrohttpd calls. The context is the ``ServerCore``; each connection carries a
/// ``ClientConnection``, each request an ``Exchange``.
enum Callbacks {
    static func all(for core: ServerCore) -> stoa_http_callbacks {
        stoa_http_callbacks(
            context: Unmanaged.passUnretained(core).toOpaque(), access: access, completed: completed, connection: connection,
            target: target, accept: accept)
    }

    private static let target: stoa_http_target_callback = { context, target, connection in
        guard let context, let connection else { return nil }
        let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
        let client = stoa_http_socket_context(connection).map {
            Unmanaged<ClientConnection>.fromOpaque($0).takeUnretainedValue()
        }
        let exchange = Exchange(core: core, connection: connection, client: client, target: target)
        if LineLayout.isKnown { stoa_http_spare_lists(connection, target) }
        return Unmanaged.passRetained(exchange).toOpaque()
    }

    /// Refuses a network that has enough connections. libmicrohttpd's own limit counts addresses, and whoever has a network of
    /// IPv6 has more of those than there are connections.
    private static let accept: MHD_AcceptPolicyCallback = { context, peer, _ in
        guard let context else { return stoa_http_no }
        let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
        guard !core.configuration.behindProxy else { return stoa_http_yes }
        let network = ClientNetwork(numericAddress(peer)).text
        return core.connections.count(of: network) < core.configuration.limits.connectionsPerAddress ? stoa_http_yes : stoa_http_no
    }

    private static let access: MHD_AccessHandlerCallback = { _, _, place, method, version, piece, count, request in
        guard let exchange = request?.pointee, let method, let place, let version, let count else { return stoa_http_no }
        return Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue()
            .proceed(method: method, place: place, version: version, piece: piece, count: count)
    }

    private static let completed: MHD_RequestCompletedCallback = { _, _, request, _ in
        guard let request, let exchange = request.pointee else { return }
        request.pointee = nil
        Unmanaged<Exchange>.fromOpaque(exchange).takeRetainedValue().complete()
    }

    private static let connection: MHD_NotifyConnectionCallback = { context, connection, place, event in
        guard let context, let connection, let place else { return }
        let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
        if stoa_http_has_started(event) != 0 {
            let client = ClientConnection(
                address: numericAddress(stoa_http_client(connection)), socket: stoa_http_socket(connection),
                deadline: monotonicNanoseconds() + core.headerTime)
            core.connections.add(client)
            place.pointee = Unmanaged.passRetained(client).toOpaque()
        } else if let client = place.pointee {
            place.pointee = nil
            core.connections.remove(Unmanaged<ClientConnection>.fromOpaque(client).takeRetainedValue())
        }
    }
}
