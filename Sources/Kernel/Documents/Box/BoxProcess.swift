import CSpawn
import Core
import Foundation

/// A child process in a group of its own, with pipes for what it prints and nothing else inherited.
package struct BoxProcess: ~Copyable {
    private let process: pid_t
    private let output: Int32
    private let errors: Int32

    /// Starts a program that is in a box already, with the environment of this process.
    package init(path: String, arguments: [String]) throws(ConversionRefusal) {
        try self.init(path, arguments, kind: CSPAWN_ENVIRONMENT)
    }

    /// Starts bubblewrap.
    init(bubblewrap path: String, arguments: [String]) throws(ConversionRefusal) {
        try self.init(path, arguments, kind: CSPAWN_BOX)
    }

    private init(_ path: String, _ arguments: [String], kind: Int32) throws(ConversionRefusal) {
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
        defer { for word in words { free(word) } }
        words.append(nil)
        var outputEnd: Int32 = -1
        var errorEnd: Int32 = -1
        let child = cspawn_start(path, words, kind, nil, &outputEnd, &errorEnd)
        guard child > 0 else { throw .boxUnavailable }
        process = child
        output = outputEnd
        errors = errorEnd
    }

    deinit {
        close(output)
        close(errors)
    }

    /// Collects what the process prints until it ends; kills its whole group when its time is over, it prints or writes too much, or
    /// `stop` says so. `heard` is told every second or so what it has printed.
    package mutating func wait(
        seconds: Double, outputLimit: Int, folder: URL?, stop: Cancellation, heard: ([UInt8]) -> Void = { _ in }
    ) throws(ConversionRefusal) -> BoxResult {
        var nextLook = ContinuousClock.now
        var nextWord = ContinuousClock.now + .seconds(1)
        let deadline = ContinuousClock.now + .seconds(seconds)
        var out: [UInt8] = []
        var err: [UInt8] = []
        var refusal: ConversionRefusal?
        var openOutput = true
        var openErrors = true
        while openOutput || openErrors {
            let left = ContinuousClock.now.duration(to: deadline)
            if stop.isCancelled { refusal = .cancelled } else if left <= .zero { refusal = .tooSlow }
            if out.count > outputLimit { refusal = .tooLarge(megabytes: outputLimit >> 20) }
            // One file is limited by the kernel; many files only by looking.
            if let folder, ContinuousClock.now >= nextLook {
                if FolderTree.size(of: folder) ?? .max > outputLimit { refusal = .tooLarge(megabytes: outputLimit >> 20) }
                nextLook = ContinuousClock.now + .milliseconds(300)
            }
            if refusal != nil { break }
            if ContinuousClock.now >= nextWord {
                heard(out)
                nextWord = ContinuousClock.now + .seconds(1)
            }
            var polls = [
                pollfd(fd: openOutput ? output : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: openErrors ? errors : -1, events: Int16(POLLIN), revents: 0),
            ]
            // Short naps, so that a caller who gives up is noticed.
            poll(&polls, 2, Int32(min(200, max(1, left.components.seconds * 1000))))
            if polls[0].revents != 0 { openOutput = Self.read(output, into: &out, keeping: outputLimit + 1) }
            if polls[1].revents != 0 { openErrors = Self.read(errors, into: &err, keeping: 16 << 10) }
        }
        if refusal != nil { kill(-process, SIGKILL) }
        let status = reap(deadline)
        if let refusal { throw refusal }
        guard let status else { throw .tooSlow }
        return BoxResult(status: status, standardOutput: out, standardError: String(decoding: err, as: UTF8.self))
    }

    /// The exit status; nil when it had to be killed although its pipes were closed.
    private func reap(_ deadline: ContinuousClock.Instant) -> Int32? {
        var status: Int32 = 0
        var killed = false
        while true {
            let reaped = waitpid(process, &status, killed ? 0 : WNOHANG)
            if reaped == process || (reaped == -1 && errno != EINTR) { break }
            if ContinuousClock.now >= deadline {
                kill(-process, SIGKILL)
                killed = true
            } else {
                usleep(2_000)
            }
        }
        if killed { return nil }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    /// Whether more may come. Bytes beyond `keeping` are read and dropped.
    private static func read(_ descriptor: Int32, into bytes: inout [UInt8], keeping: Int) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = Foundation.read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return count < 0 && errno == EINTR }
        bytes.append(contentsOf: buffer.prefix(min(count, max(0, keeping - bytes.count))))
        return true
    }
}
