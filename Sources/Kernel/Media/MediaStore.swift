public import Core
import Crypto
public import Database
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

/// Files by their content, in one folder: `media/3f/a9/3fa9…`. Once stored, a file never changes, and it stays while ``holds`` has an
/// owner for it.
///
/// Files are stored under a ``MediaLease``. A file is on disk, under its final name, before `store` answers; a crash in between leaves
/// something in the temporary folder and nothing else.
public struct MediaStore: Sendable {
    /// Where everything lies.
    public let folder: URL
    /// For files on their way in, on the same disk; ``removeTemporaryFiles(olderThan:)`` clears what crashes left.
    public let temporaryFolder: URL
    /// Who keeps which file.
    public let holds: MediaHolds
    let database: Database
    private let threads = WorkerThreads(name: "stoa-media", limit: 2)
    /// Never waits for the lock, whose holder needs it.
    let removals = WorkerThreads(name: "stoa-media-removal", limit: 1)

    /// Opens a store whose holds are in `database`, and makes its folders if they are not there.
    public init(folder: URL, database: Database, clock: SiteClock = .wall) throws {
        self.folder = folder
        self.database = database
        holds = MediaHolds(clock: clock)
        temporaryFolder = folder.appending(path: "temporary", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: temporaryFolder, withIntermediateDirectories: true)
    }

    /// A name in the temporary folder that nobody else uses.
    public func makeTemporaryURL() -> URL { temporaryFolder.appending(path: UUID().uuidString) }

    /// Takes over a temporary file under a lease.
    func store(fileAt file: URL, lease: String) async throws -> MediaRef {
        try await threads.run { try moveIn(file, lease: lease) }
    }

    /// Takes the marks of a lease away.
    func endLease(_ lease: String, of references: Set<MediaRef>) async throws {
        try await threads.run { for reference in references { unlink(mark(reference.digest, of: lease).path) } }
    }

    /// Where the bytes lie, whether or not they are there.
    public func url(_ reference: MediaRef) -> URL {
        let digest = reference.digest
        return folder.appending(path: "\(digest.prefix(2))/\(digest.dropFirst(2).prefix(2))/\(digest)")
    }

    /// Whether the bytes are there.
    public func contains(_ reference: MediaRef) -> Bool { FileManager.default.fileExists(atPath: url(reference).path) }

    /// Clears what uploads and crashes left behind.
    @discardableResult
    public func removeTemporaryFiles(olderThan age: Duration) async throws -> Int {
        let limit = Date(timeIntervalSinceNow: -Double(age.components.seconds))
        return try await threads.run {
            let keys: [URLResourceKey] = [.contentModificationDateKey]
            let files = try FileManager.default.contentsOfDirectory(at: temporaryFolder, includingPropertiesForKeys: keys)
            let old = try files.filter { $0.lastPathComponent != MediaLock.name }.filter {
                (try $0.resourceValues(forKeys: Set(keys)).contentModificationDate ?? limit) < limit
            }
            for file in old { try FileManager.default.removeItem(at: file) }
            return old.count
        }
    }

    // MARK: On a thread that may wait for the disk

    /// The digests of all files under a lease, on any node.
    func leasedDigests() throws -> Set<String> {
        let names = try FileManager.default.contentsOfDirectory(atPath: temporaryFolder.path)
        return Set(names.filter { $0.hasPrefix(Self.marks) }.map { String($0.dropFirst(Self.marks.count).prefix(64)) })
    }

    private static let marks = "lease-"

    private func mark(_ digest: String, of lease: String) -> URL {
        temporaryFolder.appending(path: "\(Self.marks)\(digest)-\(lease)")
    }

    private func moveIn(_ file: URL, lease: String) throws -> MediaRef {
        guard PlainFile(at: file) != nil else { throw MediaError.failed(step: "open", code: EINVAL) }
        let digest = try sha256(fileAt: file).hex
        // A copy keeps the date of its original; the sweep goes by the day of storing.
        utimes(file.path, nil)
        let size = try syncedSize(of: file)
        guard let reference = MediaRef(digest: digest, size: size) else { throw MediaError.failed(step: "digest", code: EINVAL) }
        let home = url(reference).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let mark = mark(digest, of: lease)
        do {
            try enter(file, reference, mark)
            // The names are on disk once their folders are; also where another upload has just brought the same bytes.
            for folder in [home, home.deletingLastPathComponent(), folder] { try sync(folder) }
        } catch {
            unlink(mark.path)
            throw error
        }
        return reference
    }

    /// Marks a file and gives it its name, unless the bytes are there already.
    private func enter(_ file: URL, _ reference: MediaRef, _ mark: URL) throws {
        let lock = try MediaLock.shared(in: temporaryFolder)
        defer { lock.release() }
        let descriptor = open(mark.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw MediaError.failed(step: "mark", code: errno) }
        close(descriptor)
        let target = url(reference)
        if FileManager.default.fileExists(atPath: target.path) {
            utimes(target.path, nil)
            try FileManager.default.removeItem(at: file)
        } else if rename(file.path, target.path) != 0 {
            guard errno == EXDEV else { throw MediaError.failed(step: "rename", code: errno) }
            // From another disk: brought here first, so that the final name appears in one step all the same.
            let draft = makeTemporaryURL()
            try FileManager.default.moveItem(at: file, to: draft)
            _ = try syncedSize(of: draft)
            guard rename(draft.path, target.path) == 0 else { throw MediaError.failed(step: "rename", code: errno) }
        }
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
