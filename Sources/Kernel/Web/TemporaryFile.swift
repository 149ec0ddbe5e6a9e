import Core
import Foundation
import Glibc

/// A file that is being received: only we can read it, and it never grows beyond its limit.
public final class TemporaryFile {
    /// Where it lies.
    public let url: URL
    /// Bytes so far.
    public private(set) var size = 0
    private let limit: Int
    private var descriptor: Int32

    /// Makes an empty file with a name that nobody can guess.
    /// - Throws: a ``Problem`` when the folder cannot be written to.
    public init(in folder: URL, limit: Int) throws(Problem) {
        var random = SystemRandomNumberGenerator()
        let name = "upload-\(String(random.next(), radix: 36))\(String(random.next(), radix: 36))"
        url = folder.appendingPathComponent(name)
        self.limit = limit
        descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .unwritten(errno) }
    }

    deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

    /// Adds bytes.
    public func append(_ bytes: UnsafeRawBufferPointer) throws(Problem) {
        guard size + bytes.count <= limit else { throw .bodyTooLarge(limit) }
        var rest = bytes
        while let base = rest.baseAddress, !rest.isEmpty {
            let written = write(descriptor, base, rest.count)
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else { throw .unwritten(errno) }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
        }
        size += bytes.count
    }

    /// Ends writing and hands back the size.
    public func close() throws(Problem) -> Int {
        let result = Glibc.close(descriptor)
        descriptor = -1
        guard result == 0 else { throw .unwritten(errno) }
        return size
    }

    /// Deletes it.
    public func remove() { unlink(url.path) }
}

extension Problem {
    /// The folder cannot be written to, for another reason than room.
    static let notStored = Problem(
        .unavailable, "request.not-stored", "The upload couldn’t be saved.", remedy: "Try again later.", retryAfter: 60)

    /// Why a file could not be written, by the system's number.
    static func unwritten(_ code: Int32) -> Problem { DiskRoom.isMissing(code) ? .storageFull : .notStored }
}
