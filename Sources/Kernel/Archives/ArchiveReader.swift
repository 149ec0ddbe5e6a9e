import CArchive
import Core
import Documents
import Foundation

/// libarchive's reader over one file on disk.
final class ArchiveReader {
    private let archive: OpaquePointer
    /// Bytes of the packed file.
    let size: Int64

    init(_ url: URL, formats: (OpaquePointer) -> Void) throws(ConversionRefusal) {
        guard let archive = archive_read_new() else { throw .storage }
        self.archive = archive
        size = Int64((try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0)
        formats(archive)
        // Names are read as UTF-8; anything else is left to `ArchiveEntry.name`.
        archive_read_set_options(archive, "hdrcharset=UTF-8")
        guard archive_read_open_filename(archive, url.path, 64 << 10) == ARCHIVE_OK else { throw .damaged }
    }

    deinit { archive_read_free(archive) }

    /// The next entry, or nil at the end.
    func next() throws(ConversionRefusal) -> ArchiveEntry? {
        var entry: OpaquePointer?
        switch archive_read_next_header(archive, &entry) {
        case ARCHIVE_OK, ARCHIVE_WARN: return entry.map { ArchiveEntry(pointer: $0) }
        case ARCHIVE_EOF: return nil
        default: throw .damaged
        }
    }

    /// Writes the current entry to `file`.
    func write(to file: URL, budget: inout ExpansionBudget) throws(ConversionRefusal) {
        guard let output = fopen(file.path, "wbx") else { throw .storage }
        do throws(ConversionRefusal) {
            try copy(to: output, budget: &budget)
        } catch {
            fclose(output)
            throw error
        }
        guard fclose(output) == 0 else { throw .storage }
    }

    private func copy(to output: UnsafeMutablePointer<FILE>, budget: inout ExpansionBudget) throws(ConversionRefusal) {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        var written: Int64 = 0
        while true {
            let count = archive_read_data(archive, &buffer, buffer.count)
            if count == 0 { return }
            guard count > 0 else { throw .damaged }
            written += Int64(count)
            try budget.spend(count, entry: written)
            guard fwrite(buffer, 1, count, output) == count else { throw .storage }
        }
    }
}

/// One entry of an archive; valid until the next one is read.
struct ArchiveEntry {
    fileprivate let pointer: OpaquePointer

    var isEncrypted: Bool { archive_entry_is_data_encrypted(pointer) == 1 || archive_entry_is_metadata_encrypted(pointer) == 1 }
    var isFolder: Bool { archive_entry_filetype(pointer) & S_IFMT == S_IFDIR }
    /// A plain file: links and devices are never unpacked.
    var isFile: Bool { archive_entry_filetype(pointer) & S_IFMT == S_IFREG && archive_entry_symlink(pointer) == nil }

    /// The name as UTF-8; nil when it is not. A name that climbs out of its folder condemns the archive.
    func name(limits: ConversionLimits) throws(ConversionRefusal) -> String? {
        guard let raw = archive_entry_pathname_utf8(pointer) ?? archive_entry_pathname(pointer) else { return nil }
        let length = strlen(raw)
        if length > limits.nameBytes { throw .hostile(.tooManyParts) }
        guard let name = String(validatingCString: raw), !name.isEmpty else { return nil }
        let parts = name.pieces(betweenExactly: "/")
        let climbs = parts.contains("..") || parts[0].isEmpty || name.pieces(betweenExactly: "\\").dropLast().contains("..")
        let hasDrive = name.utf8.count > 2 && name.utf8.dropFirst().first == UInt8(ascii: ":")
        if climbs || hasDrive { throw .hostile(.escape) }
        return parts.filter { $0 != "." }.joined(separator: "/")
    }
}
