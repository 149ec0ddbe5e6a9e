public import Core
import Crypto
public import Foundation

/// Why a file was not stored.
public enum MediaError: Error, Equatable, Sendable {
    /// A step of storing failed; `code` is the system's `errno`.
    case failed(step: String, code: Int32)
}

extension MediaError: StorageFailure {
    /// Whether the disk is full.
    public var isForLackOfRoom: Bool {
        switch self {
        case .failed(_, let code): DiskRoom.isMissing(code)
        }
    }
}

/// Files by their content, in one folder: `media/3f/a9/3fa9…`. Once stored, a file never changes.
///
/// A file is on disk, under its final name, before `store` answers; a crash in between leaves something in the temporary
/// folder and nothing else.
public struct MediaStore: Sendable {
    /// Where everything lies.
    public let folder: URL
    /// For files on their way in, on the same disk; ``removeTemporaryFiles(olderThan:)`` clears what crashes left.
    public let temporaryFolder: URL
    private let threads = WorkerThreads(name: "stoa-media", limit: 2)

    /// Opens a store, and makes its folders if they are not there.
    public init(folder: URL) throws {
        self.folder = folder
        temporaryFolder = folder.appending(path: "temporary", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: temporaryFolder, withIntermediateDirectories: true)
    }

    /// A name in the temporary folder that nobody else uses.
    public func makeTemporaryURL() -> URL { temporaryFolder.appending(path: UUID().uuidString) }

    /// Takes over a temporary file: it is gone from `file` afterwards.
    public func store(fileAt file: URL) async throws -> MediaRef {
        try await threads.run { try moveIn(file) }
    }

    /// Stores bytes from memory.
    public func store(bytes: [UInt8]) async throws -> MediaRef {
        try await threads.run {
            let draft = makeTemporaryURL()
            try Data(bytes).write(to: draft)
            return try moveIn(draft)
        }
    }

    /// Where the bytes lie, whether or not they are there.
    public func url(_ reference: MediaRef) -> URL {
        let digest = reference.digest
        return folder.appending(path: "\(digest.prefix(2))/\(digest.dropFirst(2).prefix(2))/\(digest)")
    }

    /// Whether the bytes are there.
    public func contains(_ reference: MediaRef) -> Bool { FileManager.default.fileExists(atPath: url(reference).path) }

    /// Removes the bytes, if they are there. The caller knows that nothing else refers to them.
    public func delete(_ reference: MediaRef) async throws {
        let path = url(reference).path
        try await threads.run {
            guard unlink(path) == 0 || errno == ENOENT else { throw MediaError.failed(step: "remove", code: errno) }
        }
    }

    /// Clears what uploads and crashes left behind.
    @discardableResult
    public func removeTemporaryFiles(olderThan age: Duration) async throws -> Int {
        let limit = Date(timeIntervalSinceNow: -Double(age.components.seconds))
        return try await threads.run {
            let keys: [URLResourceKey] = [.contentModificationDateKey]
            let files = try FileManager.default.contentsOfDirectory(at: temporaryFolder, includingPropertiesForKeys: keys)
            let old = try files.filter { (try $0.resourceValues(forKeys: Set(keys)).contentModificationDate ?? limit) < limit }
            for file in old { try FileManager.default.removeItem(at: file) }
            return old.count
        }
    }

    // MARK: On a thread that may wait for the disk

    private func moveIn(_ file: URL) throws -> MediaRef {
        guard PlainFile(at: file) != nil else { throw MediaError.failed(step: "open", code: EINVAL) }
        let digest = try sha256(fileAt: file).hex
        let size = try syncedSize(of: file)
        guard let reference = MediaRef(digest: digest, size: size) else { throw MediaError.failed(step: "digest", code: EINVAL) }
        let target = url(reference)
        if FileManager.default.fileExists(atPath: target.path) {
            try FileManager.default.removeItem(at: file)
            return reference
        }
        let home = target.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        if rename(file.path, target.path) != 0 {
            guard errno == EXDEV else { throw MediaError.failed(step: "rename", code: errno) }
            // From another disk: brought here first, so that the final name appears in one step all the same.
            let draft = makeTemporaryURL()
            try FileManager.default.moveItem(at: file, to: draft)
            _ = try syncedSize(of: draft)
            guard rename(draft.path, target.path) == 0 else { throw MediaError.failed(step: "rename", code: errno) }
        }
        // The names are on disk once their folders are.
        for folder in [home, home.deletingLastPathComponent(), folder] { try sync(folder) }
        return reference
    }

    private func syncedSize(of file: URL) throws -> Int {
        let descriptor = open(file.path, O_RDONLY)
        guard descriptor >= 0 else { throw MediaError.failed(step: "open", code: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fsync(descriptor) == 0, fstat(descriptor, &status) == 0 else { throw MediaError.failed(step: "sync", code: errno) }
        return Int(status.st_size)
    }

    private func sync(_ folder: URL) throws {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY)
        guard descriptor >= 0 else { throw MediaError.failed(step: "open", code: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw MediaError.failed(step: "sync", code: errno) }
    }
}
