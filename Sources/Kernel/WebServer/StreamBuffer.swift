import CMicroHTTPD
import Glibc
import Synchronization
import Web

/// Stands between what has a body bit by bit and libmicrohttpd, which asks for it. When there is nothing to send the connection is
/// suspended; the next write resumes it. A writer that is ahead waits. A stream that is followed has a task only while it catches up.
final class StreamBuffer: ResponseWriter {
    /// `@unchecked Sendable` is safe because libmicrohttpd lets any thread suspend and resume a connection, and this
    /// pointer is used for nothing else, under the lock, while the request lives.
    private struct Connection: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    private struct State: Sendable {
        /// `nil` once the request is over: libmicrohttpd may have freed it.
        var connection: Connection?
        var pending: [UInt8] = []
        var sent = 0
        var isSuspended = false
        var end: Int?
        var writer: CheckedContinuation<Void, Never>?
        /// What writes now.
        var task: Task<Void, Never>?
        /// Whether it was rung for while the task ran, which may have looked before.
        var isRung = false
        var stopListening: (@Sendable () -> Void)?
        /// Monotonic nanoseconds of the last bytes that were written.
        var lastWrite: Int64
    }

    /// More than this is not held for a slow client.
    private static let room = 262_144
    private static let endOfStream = Int(bitPattern: UInt.max)
    private static let endWithError = Int(bitPattern: UInt.max - 1)

    /// Guards the state, including the calls that suspend and resume the connection.
    private let state: Mutex<State>

    private let source: ResponseStream.Source
    private let client: ClientConnection?
    private let onFailure: @Sendable (any Error) -> Void

    /// Whether it lasts until somebody leaves.
    var isEndless: Bool { if case .followed = source { true } else { false } }

    /// Whether whoever follows has closed the connection. Others are sent to their end, as half-closed connections may want it.
    var hasLeft: Bool { isEndless && client?.hasLeft == true && state.withLock { $0.connection != nil } }

    init(
        _ source: ResponseStream.Source, connection: OpaquePointer, client: ClientConnection?,
        onFailure: @escaping @Sendable (any Error) -> Void
    ) {
        self.source = source
        self.client = client
        self.onFailure = onFailure
        var first = State(connection: Connection(pointer: connection), lastWrite: monotonicNanoseconds())
        if case .followed(let source) = source { first.pending = source.opening }
        state = Mutex(first)
    }

    /// Writes the heartbeat when nothing was written for its time.
    func beat(at now: Int64) {
        guard case .followed(let source) = source else { return }
        let heartbeat = source.heartbeat
        state.withLock { state in
            guard state.connection != nil, state.end == nil, state.pending.isEmpty, now - state.lastWrite >= heartbeat.interval.nanoseconds
            else { return }
            state.pending = heartbeat.bytes
            state.lastWrite = now
            Self.wake(&state)
        }
    }

    /// Begins with what has the body.
    func start() {
        switch source {
        case .written(let write):
            let task = task { stream in
                try await write(stream)
                stream.finish(Self.endOfStream)
            }
            let isGone = state.withLock { state in
                if state.end == nil { state.task = task }
                return state.connection == nil
            }
            if isGone { task.cancel() }
        case .followed(let source):
            let stop = source.listen { self.catchUp(with: source) }
            let isGone = state.withLock { state in
                guard state.connection != nil, state.end == nil else { return true }
                state.stopListening = stop
                return false
            }
            if isGone { stop() } else { catchUp(with: source) }
        }
    }

    /// Writes what a source has until it has nothing more; where that is being done, it is done once more.
    private func catchUp(with source: FollowedSource) {
        state.withLock { state in
            state.isRung = true
            guard state.task == nil, state.connection != nil, state.end == nil else { return }
            state.task = task { stream in
                while stream.takesRing() {
                    while true {
                        guard let bytes = try await source.next() else { return stream.finish(Self.endOfStream) }
                        if bytes.isEmpty { break }
                        try await stream.write(bytes)
                    }
                }
            }
        }
    }

    /// Whether it was rung for since the last look; otherwise its task is over.
    private func takesRing() -> Bool {
        state.withLock { state in
            defer { state.isRung = false }
            if !state.isRung { state.task = nil }
            return state.isRung
        }
    }

    private func task(_ work: @escaping @Sendable (StreamBuffer) async throws -> Void) -> Task<Void, Never> {
        Task {
            do {
                try await work(self)
            } catch {
                // Being cancelled is the ordinary end of a stream that would never end by itself.
                let isOver = error is CancellationError || Task.isCancelled
                if !isOver { onFailure(error) }
                finish(isOver ? Self.endOfStream : Self.endWithError)
            }
        }
    }

    func write(_ bytes: [UInt8]) async throws {
        try Task.checkCancellation()
        let isAhead = try state.withLock { state in
            guard state.connection != nil else { throw CancellationError() }
            state.pending.append(contentsOf: bytes)
            state.lastWrite = monotonicNanoseconds()
            Self.wake(&state)
            return state.pending.count - state.sent > Self.room
        }
        guard isAhead else { return }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mayGoOn = state.withLock { state in
                    guard state.connection != nil, !Task.isCancelled, state.pending.count - state.sent > Self.room else { return true }
                    state.writer = continuation
                    return false
                }
                if mayGoOn { continuation.resume() }
            }
        } onCancel: {
            releaseWriter()
        }
    }

    /// Fills libmicrohttpd's buffer, or suspends the connection.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let (count, writer) = state.withLock { state -> (Int, CheckedContinuation<Void, Never>?) in
            let waiting = state.pending.count - state.sent
            guard waiting > 0 else {
                if let end = state.end { return (end, nil) }
                if let connection = state.connection {
                    if isEndless { Self.release(buffer) }
                    MHD_suspend_connection(connection.pointer)
                    state.isSuspended = true
                }
                return (0, nil)
            }
            let count = min(waiting, buffer.count)
            state.pending.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[state.sent..<state.sent + count])) }
            state.sent += count
            // What was sent is dropped in large steps: moving the rest forward for every piece would cost more.
            if state.sent == state.pending.count {
                state.pending.removeAll(keepingCapacity: !isEndless)
                state.sent = 0
            } else if state.sent > Self.room {
                state.pending.removeFirst(state.sent)
                state.sent = 0
            }
            guard state.pending.count - state.sent <= Self.room / 2 else { return (count, nil) }
            defer { state.writer = nil }
            return (count, state.writer)
        }
        writer?.resume()
        return count
    }

    /// Gives the memory behind a buffer that is to be filled back to the system; it reads as zeros until it is written again. Most of a
    /// connection's 32 KiB are offered here, and a screen may wait for hours.
    private static func release(_ buffer: UnsafeMutableRawBufferPointer) {
        guard let start = buffer.baseAddress else { return }
        let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
        let first = (UInt(bitPattern: start) + page - 1) / page * page
        let end = (UInt(bitPattern: start) + UInt(buffer.count)) / page * page
        guard first < end else { return }
        madvise(UnsafeMutableRawPointer(bitPattern: first), Int(end - first), MADV_DONTNEED)
    }

    /// Ends the body because the server stops; what was written before still goes out.
    func stop() {
        guard let task = state.withLock({ $0.task }) else { return finish(Self.endOfStream) }
        task.cancel()
        // A task that ends just now without having written an end leaves that to us.
        if isEndless { finish(Self.endOfStream) }
    }

    /// Ends everything because the request is over.
    func abandon() {
        let (task, stopListening) = state.withLock { state in
            state.connection = nil
            defer { state.stopListening = nil }
            return (state.task, state.stopListening)
        }
        task?.cancel()
        stopListening?()
        releaseWriter()
    }

    private func finish(_ end: Int) {
        let stopListening = state.withLock { state in
            if state.end == nil { state.end = end }
            Self.wake(&state)
            defer { state.stopListening = nil }
            return state.stopListening
        }
        stopListening?()
    }

    private func releaseWriter() {
        let writer = state.withLock { state in
            defer { state.writer = nil }
            return state.writer
        }
        writer?.resume()
    }

    private static func wake(_ state: inout State) {
        guard state.isSuspended, let connection = state.connection else { return }
        state.isSuspended = false
        MHD_resume_connection(connection.pointer)
    }
}
