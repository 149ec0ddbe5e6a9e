import Core
import Foundation
import Platform
import Synchronization

/// What a command line sends to the running server: the words after `stoa`, paths made absolute.
struct ControlRequest: Codable {
    var words: [String]
}

/// What the server sends back: lines as they come, then the exit status.
struct ControlReply: Codable {
    var line: String?
    var isError: Bool?
    var exit: Int32?
}

/// Takes command lines on `stoa.sock` while the server runs, so that `import` and its kin work beside it.
///
/// Only the owner of the site folder can connect: the socket's mode is 0600.
public final class ControlServer: Sendable {
    private let listening: UnixSocket
    private let path: String

    /// Listens and answers each client with `run`, one task a client.
    public init(_ folder: SiteFolder, log: Log, run: @escaping @Sendable ([String], @escaping Command.Output) async -> Int32) throws {
        path = folder.socket.path
        let socket = try UnixSocket.listen(at: path)
        listening = socket
        Thread.detachNewThread {
            while let client = socket.accept() {
                Thread.detachNewThread { Self.converse(with: client, log: log, run: run) }
            }
            socket.end()
        }
    }

    private static func converse(
        with client: UnixSocket, log: Log, run: @escaping @Sendable ([String], @escaping Command.Output) async -> Int32
    ) {
        defer { client.end() }
        client.readLines { line in
            guard let request = try? JSONDecoder().decode(ControlRequest.self, from: Data(line.utf8)) else { return false }
            log(.info, "control.command", ["words": .string(request.words.prefix(2).joined(separator: " "))])
            let finished = DispatchSemaphore(value: 0)
            Task {
                let status = await run(request.words) { line, isError in
                    _ = client.write(ControlReply(line: line, isError: isError))
                }
                _ = client.write(ControlReply(exit: status))
                finished.signal()
            }
            finished.wait()
            return false
        }
    }

    /// Stops taking command lines and removes the socket.
    public func stop() {
        listening.shutDown()
        unlink(path)
    }
}

/// Hands a command line to the server that owns the site.
public enum ControlClient {
    /// Runs `words` in the running server and passes its output on; nil when no server runs.
    public static func run(_ words: [String], in folder: SiteFolder, output: Command.Output) throws -> Int32? {
        guard let socket = try UnixSocket.connect(to: folder.socket.path) else { return nil }
        defer { socket.end() }
        guard socket.write(ControlRequest(words: words)) else { return nil }
        var status: Int32?
        socket.readLines { line in
            guard let reply = try? JSONDecoder().decode(ControlReply.self, from: Data(line.utf8)) else { return false }
            if let line = reply.line { output(line, reply.isError ?? false) }
            status = reply.exit
            return status == nil
        }
        return status ?? 1
    }
}

extension UnixSocket {
    fileprivate func write(_ message: some Encodable) -> Bool {
        guard let json = try? JSONEncoder().encode(message) else { return false }
        return write(line: String(decoding: json, as: UTF8.self))
    }
}
