import CArchive
import Foundation
import Synchronization

/// Writes a ZIP file, entry by entry, without holding more than a piece of it in memory.
///
/// An archive that is not ``finish()``ed is no archive; whoever made the file removes it.
public final class ZipWriter: Sendable {
    /// The archive that is being written; entries are added one after the other.
    private let archive: Mutex<OpenArchive>

    /// Why an archive was not written: the disk is full, or a file that was to go in could not be read.
    public struct Failure: Error, CustomStringConvertible {
        /// In words for the log.
        public let description: String
    }

    /// Begins an archive; `date` is what its entries carry.
    /// - Throws: ``Failure``.
    public init(at url: URL, date: Date) throws {
        archive = Mutex(try OpenArchive.open(url, writtenAt: Int(date.timeIntervalSince1970)))
    }

    /// Adds an entry of bytes. The name has `/` between folders and is relative.
    /// - Throws: ``Failure``.
    public func add(_ bytes: [UInt8], as name: String) throws {
        try archive.withLock { archive in
            try archive.begin(name, size: Int64(bytes.count))
            try bytes.withUnsafeBytes { try archive.write($0) }
        }
    }

    /// Adds a copy of a file.
    /// - Throws: ``Failure``, or what reading the file throws.
    public func add(fileAt url: URL, as name: String) throws {
        let file = try FileHandle(forReadingFrom: url)
        defer { try? file.close() }
        let size = try file.seekToEnd()
        try file.seek(toOffset: 0)
        try archive.withLock { archive in
            try archive.begin(name, size: Int64(size))
            var left = size
            while left > 0, let piece = try file.read(upToCount: Int(min(Self.piece, left))), !piece.isEmpty {
                try piece.withUnsafeBytes { try archive.write($0) }
                left -= UInt64(piece.count)
            }
            guard left == 0 else { throw Failure(description: "A file became shorter while it was copied.") }
        }
    }

    /// Writes the directory at the end; the archive is whole when this returns.
    /// - Throws: ``Failure``.
    public func finish() throws { try archive.withLock { try $0.finish() } }

    private static let piece: UInt64 = 256 << 10
}

/// libarchive's own handle, freed with the value.
private struct OpenArchive: ~Copyable {
    private let handle: OpaquePointer
    private let writtenAt: Int

    private init(_ handle: OpaquePointer, writtenAt: Int) {
        self.handle = handle
        self.writtenAt = writtenAt
    }

    static func open(_ url: URL, writtenAt: Int) throws -> OpenArchive {
        guard let handle = archive_write_new() else { throw ZipWriter.Failure(description: "There’s no memory for an archive.") }
        let archive = OpenArchive(handle, writtenAt: writtenAt)
        archive_write_set_format_zip(handle)
        // Names are UTF-8 whatever the server's own locale is.
        archive_write_set_options(handle, "zip:hdrcharset=UTF-8")
        try archive.check(archive_write_open_filename(handle, url.path))
        return archive
    }

    deinit { archive_write_free(handle) }

    func begin(_ name: String, size: Int64) throws {
        guard let entry = archive_entry_new() else { throw ZipWriter.Failure(description: "There’s no memory for an entry.") }
        defer { archive_entry_free(entry) }
        archive_entry_set_pathname_utf8(entry, name)
        archive_entry_set_size(entry, size)
        // A plain file that its owner may read and write.
        archive_entry_set_mode(entry, 0o100600)
        archive_entry_set_mtime(entry, writtenAt, 0)
        try check(archive_write_header(handle, entry))
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        guard !bytes.isEmpty else { return }
        guard archive_write_data(handle, bytes.baseAddress, bytes.count) == bytes.count else { throw failure() }
    }

    func finish() throws { try check(archive_write_close(handle)) }

    private func check(_ status: Int32) throws {
        // Warnings are about names that old programs may not show.
        guard status == ARCHIVE_OK || status == ARCHIVE_WARN else { throw failure() }
    }

    private func failure() -> ZipWriter.Failure {
        ZipWriter.Failure(description: archive_error_string(handle).map { String(cString: $0) } ?? "The archive couldn’t be written.")
    }
}
