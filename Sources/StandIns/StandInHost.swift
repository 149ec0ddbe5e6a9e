public import Core
import Foundation
import Web
import WebServer

/// Serves stand-ins on loopback, for demos and tests. They believe whoever asks, so no other machine may reach them.
public final class StandInHost: Sendable {
    private let server: WebServer
    private let standIns: [any StandIn]
    /// Where it listens.
    public let port: Int

    /// Opens the doors.
    /// - Parameters:
    ///   - port: 0 takes a free one.
    ///   - standIns: made once the address is known, which stands in what they say about themselves.
    public init(port: Int = 0, log: Log = .silent, standIns make: (_ address: String) throws -> [any StandIn]) async throws {
        let port = port == 0 ? try Self.freePort() : port
        let standIns = try make("http://127.0.0.1:\(port)")
        let routes = standIns.flatMap(\.routes) + StandInHostRoutes(standIns: standIns).routes
        let configuration = WebServerConfiguration(port: port, uploadFolder: FileManager.default.temporaryDirectory)
        server = WebServer(handler: try Router(routes, log: log), configuration: configuration, log: log, metrics: Metrics())
        self.standIns = standIns
        self.port = try server.start()
        for standIn in standIns { try await standIn.start() }
    }

    /// Where the stand-ins are: `http://127.0.0.1:4711`.
    public var address: String { "http://127.0.0.1:\(port)" }

    /// Closes the doors.
    public func stop() async {
        for standIn in standIns { await standIn.stop() }
        await server.stop(patience: .zero)
    }

    /// A port that nobody uses at this moment; the stand-ins have to know it before the server starts.
    private static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw WebServerError.cannotListen("no socket") }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard bound else { throw WebServerError.cannotListen("no free port") }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}

/// The house's own addresses.
struct StandInHostRoutes: Sendable {
    let standIns: [any StandIn]

    var routes: [Route] {
        [
            .get(Path("/"), allow: .everyone, use: index),
            .get(Path("/style.css"), allow: .everyone, use: style),
            .post(Path("/control"), allow: .everyone, body: .json, use: control),
        ]
    }

    func index(_ request: Request, _ visitor: Visitor) async throws -> Response {
        .text("Stand-ins: \(standIns.map(\.name).joined(separator: ", "))\n")
    }

    func style(_ request: Request, _ visitor: Visitor) async throws -> Response {
        .bytes(Array(ConsentPage.style.utf8), type: "text/css; charset=utf-8")
    }

    func control(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let order = try request.json(ControlOrder.self)
        guard let standIn = standIns.first(where: { $0.name == order.standIn }), await standIn.control(order) else {
            throw Problem(.badRequest, "stand-in.unknown-order", .verbatim("No stand-in here knows how to do that."))
        }
        return .noContent
    }
}
