import Foundation
import Synchronization
import Web

/// A stream of events that stays open while the test goes on.
public final class OpenStream: Sendable {
    private let received = Received()
    private let reading: Task<Void, any Error>

    /// Opens it as `client` and waits until it has looked for events once, so that what follows finds it open.
    public init(_ client: TestClient, _ target: String) async throws {
        let answer = try await client.get(target)
        guard case .stream(let stream) = answer.response.body else { throw TestFailure("\(target) is no stream: \(answer.status)") }
        let received = received
        reading = Task {
            defer { received.end() }
            try await stream.run(into: received) { received.begin() }
        }
        for _ in 0..<6_000 where !received.hasBegun && !received.isEnded { try await Task.sleep(for: .milliseconds(5)) }
    }

    deinit { reading.cancel() }

    /// What has come so far.
    public var text: String { received.text }
    /// Whether the server has ended it.
    public var isEnded: Bool { received.isEnded }

    /// Waiting for words to come, or for the end.
    public func wait(for words: String) async throws {
        for _ in 0..<6_000 where !text.contains(words) && !isEnded { try await Task.sleep(for: .milliseconds(5)) }
        guard text.contains(words) else { throw TestFailure("“\(words)” did not come: \(text)") }
    }

    /// Waiting for the server to end it.
    public func waitForEnd() async throws {
        for _ in 0..<6_000 where !isEnded { try await Task.sleep(for: .milliseconds(5)) }
        guard isEnded else { throw TestFailure("The stream is still open: \(text)") }
    }

    private final class Received: ResponseWriter {
        /// Guards what came, whether the server has looked for more, and whether it said that this was all.
        private let state = Mutex((text: "", hasBegun: false, isEnded: false))

        var text: String { state.withLock { $0.text } }
        var isEnded: Bool { state.withLock { $0.isEnded } }
        var hasBegun: Bool { state.withLock { $0.hasBegun } }
        func begin() { state.withLock { $0.hasBegun = true } }
        func end() { state.withLock { $0.isEnded = true } }
        func write(_ bytes: [UInt8]) async throws { state.withLock { $0.text += String(decoding: bytes, as: UTF8.self) } }
    }
}

extension ResponseStream {
    /// Takes in all of it, as the server would.
    /// - Parameter looked: is called once the stream has looked for the first time.
    func run(into writer: some ResponseWriter, looked: () -> Void = {}) async throws {
        switch source {
        case .written(let write):
            looked()
            try await write(writer)
        case .followed(let source):
            let (rings, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            let stop = source.listen { continuation.yield() }
            defer { stop() }
            try await writer.write(source.opening)
            continuation.yield()
            for await _ in rings {
                while true {
                    guard let bytes = try await source.next() else { return }
                    if bytes.isEmpty { break }
                    try await writer.write(bytes)
                }
                looked()
            }
        }
    }
}
