import Documents
import Foundation

/// The first process of a box: it forks itself for every file, passes on what the fork says, and ends all that is left in the box
/// before the next. It never reads a file, and its forks can neither signal nor look into it.
public struct ConverterService {
    /// Serves until its standard input ends. Answers the process's exit status.
    public static func run() -> Int32 {
        signal(SIGPIPE, SIG_IGN)
        setlocale(LC_CTYPE, "C.UTF-8")
        // Only the first process of a namespace may end all others without ending anybody else's.
        guard getpid() == 1, Fork.protect() else {
            FileHandle.standardError.write(Data("stoa-converter is started by stoa, inside a box.\n".utf8))
            return 64
        }
        WarmUp.run()
        guard send(.ready, []) else { return 1 }
        while let request = nextRequest() {
            guard serve(request) else { return 1 }
        }
        return 0
    }

    private static func nextRequest() -> [UInt8]? {
        guard let head = read(8) else { return nil }
        let count = head.reversed().reduce(0) { $0 << 8 | Int($1) }
        guard (0...(2 << 20)).contains(count) else { return nil }
        return read(count)
    }

    /// Has a fork read the file; false when the server has gone.
    private static func serve(_ request: [UInt8]) -> Bool {
        guard send(.begun, []) else { return false }
        var pipe: Int32 = -1
        let fork = Fork.begin(&pipe)
        if fork == 0 {
            ConverterFork(pipe: pipe).run(request)
            _exit(0)
        }
        guard fork > 0 else { return false }
        defer { close(pipe) }
        guard passOn(pipe) else { return false }
        let status = endAll(fork)
        return send(.ended, (0..<4).map { UInt8(truncatingIfNeeded: status >> (8 * $0)) })
    }

    /// Passes on everything until the fork and all its children have let go of the pipe; false when the server has gone.
    private static func passOn(_ pipe: Int32) -> Bool {
        while true {
            var polls = [pollfd(fd: pipe, events: Int16(POLLIN), revents: 0), pollfd(fd: 0, events: Int16(POLLIN), revents: 0)]
            poll(&polls, 2, -1)
            // The server says nothing while it waits: this is its end.
            if polls[1].revents != 0 { return false }
            guard polls[0].revents != 0 else { continue }
            let bytes = [UInt8](unsafeUninitializedCapacity: BoxFrame.longest) { buffer, count in
                count = max(0, Foundation.read(pipe, buffer.baseAddress, buffer.count))
            }
            if bytes.isEmpty { return true }
            guard send(.piece, bytes) else { return false }
        }
    }

    /// Ends every other process of the box; answers how the fork itself ended.
    private static func endAll(_ fork: pid_t) -> Int32 {
        var status: Int32 = 0
        var found: Int32?
        // It has closed its pipe and is about to end by itself.
        for _ in 0..<1000 where found == nil {
            if waitpid(fork, &status, WNOHANG) == fork { found = status } else { usleep(100) }
        }
        kill(-1, SIGKILL)
        while true {
            let ended = waitpid(-1, &status, 0)
            if ended == fork { found = status }
            if ended == -1, errno != EINTR { break }
        }
        let result = found ?? SIGKILL
        let signal = result & 0x7F
        return signal == 0 ? (result >> 8) & 0xFF : 128 + signal
    }

    private static func send(_ kind: BoxFrame, _ bytes: [UInt8]) -> Bool { ConverterFork.write(kind.around(bytes), to: 1) }

    private static func read(_ count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let missing = count - bytes.count
            let part = [UInt8](unsafeUninitializedCapacity: missing) { buffer, filled in
                filled = max(0, Foundation.read(0, buffer.baseAddress, missing))
            }
            if part.isEmpty { return nil }
            bytes += part
        }
        return bytes
    }
}

/// The process that reads one file.
struct ConverterFork {
    /// Where it says what it has to say.
    let pipe: Int32

    func run(_ request: [UInt8]) {
        guard let request = try? ConversionRequest(request) else { _exit(65) }
        let limits = request.limits
        guard Fork.limit(to: limits) else { _exit(70) }
        let conversion = Conversion(
            limits: limits, folder: URL(fileURLWithPath: "/out", isDirectory: true), pictures: request.pictures,
            recognisesText: request.recognisesText
        ) { say(.progress($0)) }
        do throws(ConversionRefusal) {
            let document = try FileConverter(conversion: conversion).convert(URL(fileURLWithPath: "/in/file"), name: request.name).bytes
            // The server takes no more, and could not tell why there is more.
            if document.count > limits.programOutput { throw .tooLarge(megabytes: Int(limits.programOutput >> 20)) }
            say(.document(document[...]))
        } catch {
            say(.refusal(error))
        }
    }

    private func say(_ reply: ConversionReply) {
        if !Self.write(reply.bytes, to: pipe) { _exit(74) }
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var position = 0
            while position < buffer.count {
                let count = Foundation.write(descriptor, buffer.baseAddress?.advanced(by: position), buffer.count - position)
                if count > 0 { position += count } else if errno != EINTR { return false }
            }
            return true
        }
    }
}
