import Foundation

/// Reads what a box says: frames of its first process, which pass on what the converter says piece by piece.
struct Reading {
    enum Part {
        /// The box stands.
        case ready
        /// It has begun with the file.
        case begun
        case piece(ArraySlice<UInt8>)
        /// The converter of this file has ended, with everything it started; 0, a status, or 128 and a signal.
        case ended(Int32)
    }

    /// The most bytes that all frames together may have.
    private let limit: Int
    /// When to give up.
    var deadline: ContinuousClock.Instant
    private var buffer: ArraySlice<UInt8> = []
    private var total = 0
    private var nextLook = ContinuousClock.now + .milliseconds(300)

    init(limit: Int, deadline: ContinuousClock.Instant) {
        self.limit = limit
        self.deadline = deadline
    }

    var isEmpty: Bool { buffer.isEmpty }

    /// The next frame; nil when the box has ended. `look` is asked now and then while waiting.
    mutating func next(
        from output: Int32, errors: Int32, stop: Cancellation, look: () throws(ConversionRefusal) -> Void
    ) throws(ConversionRefusal) -> Part? {
        while true {
            if let frame = try frame() { return frame }
            try stop.check()
            if ContinuousClock.now >= deadline { throw .tooSlow }
            if ContinuousClock.now >= nextLook {
                try look()
                nextLook = ContinuousClock.now + .milliseconds(300)
            }
            var polls = [pollfd(fd: output, events: Int16(POLLIN), revents: 0), pollfd(fd: errors, events: Int16(POLLIN), revents: 0)]
            // Short naps, so that a caller who gives up is noticed.
            poll(&polls, 2, 100)
            // What crashes say goes nowhere: it may quote the file.
            if polls[1].revents & Int16(POLLIN) != 0 { _ = Self.read(errors) }
            if polls[0].revents != 0 {
                guard let bytes = Self.read(output) else { return nil }
                total += bytes.count
                if total > limit { throw .tooLarge(megabytes: limit >> 20) }
                buffer += bytes
            }
        }
    }

    private mutating func frame() throws(ConversionRefusal) -> Part? {
        guard buffer.count >= 5 else { return nil }
        let head = Array(buffer.prefix(5))
        let count = head[1...].reversed().reduce(0) { $0 << 8 | Int($1) }
        guard count <= BoxFrame.longest else { throw .damaged }
        guard buffer.count >= 5 + count else { return nil }
        let body = buffer.dropFirst(5).prefix(count)
        buffer = buffer.dropFirst(5 + count)
        switch BoxFrame(rawValue: head[0]) {
        case .ready: return .ready
        case .begun: return .begun
        case .piece: return .piece(body)
        case .ended:
            guard body.count == 4 else { throw .damaged }
            return .ended(Int32(truncatingIfNeeded: body.reversed().reduce(0) { $0 << 8 | Int($1) }))
        case nil: throw .damaged
        }
    }

    /// Some bytes; nil at the end.
    private static func read(_ descriptor: Int32) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: 128 << 10) { buffer, count in
            count = max(0, Foundation.read(descriptor, buffer.baseAddress, buffer.count))
        }
        return bytes.isEmpty ? nil : bytes
    }
}

/// The kinds of frames between the first process of a box and the server: a kind, a count of four bytes, the bytes.
package enum BoxFrame: UInt8 {
    case ready = 1, begun, piece, ended

    /// Bytes of the longest frame.
    package static let longest = 128 << 10

    /// The frame around `bytes`.
    package func around(_ bytes: some Collection<UInt8>) -> [UInt8] {
        [rawValue] + (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) } + bytes
    }
}
