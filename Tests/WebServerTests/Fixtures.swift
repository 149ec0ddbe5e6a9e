import Core
import Dispatch
import Foundation
import Testing
import Web

@testable import WebServer

/// Every test here runs a whole server with its threads; one after the other they keep their timing.
@Suite(.serialized) enum LiveServer {}

/// Runs a server with these routes for the length of `body`, then stops it.
func withServer(
    _ routes: [Route], configure: (inout WebServerConfiguration) -> Void = { _ in }, log: Log = .silent, metrics: Metrics = Metrics(),
    _ body: (Int, WebServer) async throws -> Void
) async throws {
    // The raw client blocks its thread. Swift's own few threads are needed by the handlers that are being tested.
    try await withTaskExecutorPreference(BlockingExecutor()) {
        try await runServer(try Router(routes), configure, log, metrics, body)
    }
}

/// The same with any handler.
func withServer(_ handler: any Handler, _ body: (Int, WebServer) async throws -> Void) async throws {
    try await withTaskExecutorPreference(BlockingExecutor()) {
        try await runServer(handler, { _ in }, .silent, Metrics(), body)
    }
}

/// Runs tasks on threads that may block.
private final class BlockingExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "tests", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

private func runServer(
    _ handler: any Handler, _ configure: (inout WebServerConfiguration) -> Void, _ log: Log, _ metrics: Metrics,
    _ body: (Int, WebServer) async throws -> Void
) async throws {
    try await withFolder { folder in
        var configuration = WebServerConfiguration(port: 0, uploadFolder: folder)
        configure(&configuration)
        let server = WebServer(handler: handler, configuration: configuration, log: log, metrics: metrics)
        let port = try server.start()
        do {
            try await body(port, server)
        } catch {
            await server.stop(patience: .zero)
            throw error
        }
        await server.stop(patience: .seconds(2))
    }
}

/// An empty folder for the length of `body`.
func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stoa-web-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
}

extension RawClient {
    /// One plain request and its answer.
    func get(_ target: String, _ headers: String = "") throws -> Answer {
        try send("GET \(target) HTTP/1.1\r\nHost: stoa.test\r\n\(headers)\r\n")
        return try answer()
    }

    /// One request with a body and its answer.
    func post(_ target: String, type: String, _ body: [UInt8], _ headers: String = "") throws -> Answer {
        try send("POST \(target) HTTP/1.1\r\nHost: stoa.test\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n\(headers)\r\n")
        try send(body)
        return try answer()
    }
}

let hello = Route.get(Path("/hello"), allow: .everyone) { _, _ in Response.text("hello") }

/// Says how many bytes came.
let count = Route.post(Path("/count"), allow: .everyone, body: .bytes(limit: 100_000)) { request, _ in
    guard case .bytes(let bytes) = request.body else { return Response.text("none") }
    return Response.text("\(bytes.count)")
}
