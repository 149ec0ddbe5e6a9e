import CMicroHTTPD
import Glibc
import Synchronization
import Web

/// Stands between the task that writes a body bit by bit and libmicrohttpd, which asks for it. When there is nothing
/// to send the connection is suspended; the next write resumes it. A writer that is ahead waits.
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
        var task: Task<Void, Never>?
        /// Monotonic nanoseconds of the last bytes that were written.
        var lastWrite: Int64
    }

    /// More than this is not held for a slow client.
    private static let room = 262_144
    private static let endOfStream = Int(bitPattern: UInt.max)
    private static let endWithError = Int(bitPattern: UInt.max - 1)

    /// Guards the state, including the calls that suspend and resume the connection.
    private let state: Mutex<State>

    /// Who follows a stream that never ends by itself; others are sent to their end, as half-closed connections may want it.
    private let follower: ClientConnection?

    /// Whether whoever follows has closed the connection.
    var hasLeft: Bool { state.withLock { $0.connection != nil && follower?.hasLeft == true } }

    private let heartbeat: Heartbeat?

    init(connection: OpaquePointer, follower: ClientConnection?, heartbeat: Heartbeat?) {
        self.follower = follower
        self.heartbeat = heartbeat
        state = Mutex(State(connection: Connection(pointer: connection), lastWrite: monotonicNanoseconds()))
    }

    /// Writes the heartbeat when nothing was written for its time.
    func beat(at now: Int64) {
        guard let heartbeat else { return }
        state.withLock { state in
            guard state.connection != nil, state.end == nil, state.pending.isEmpty, now - state.lastWrite >= heartbeat.interval.nanoseconds
            else { return }
            state.pending = heartbeat.bytes
            state.lastWrite = now
            Self.wake(&state)
        }
    }

    /// Runs what writes the body.
    func start(_ stream: ResponseStream, onFailure: @escaping @Sendable (any Error) -> Void) {
        let task = Task {
            do {
                try await stream.produce(self)
                self.finish(Self.endOfStream)
            } catch {
                // Being cancelled is the ordinary end of a stream that would never end by itself.
                let isOver = error is CancellationError || Task.isCancelled
                if !isOver { onFailure(error) }
                self.finish(isOver ? Self.endOfStream : Self.endWithError)
            }
        }
        let isGone = state.withLock { state in
            state.task = task
            return state.connection == nil
        }
        if isGone { task.cancel() }
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
                    if follower != nil { Self.release(buffer) }
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
                state.pending.removeAll(keepingCapacity: follower == nil)
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
    func stop() { state.withLock { $0.task }?.cancel() }

    /// Ends everything because the request is over.
    func abandon() {
        let task = state.withLock { state in
            state.connection = nil
            return state.task
        }
        task?.cancel()
        releaseWriter()
    }

    private func finish(_ end: Int) {
        state.withLock { state in
            state.end = end
            Self.wake(&state)
        }
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
