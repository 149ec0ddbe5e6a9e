import CArchive
import Documents
import Foundation

/// An archive, unpacked into numbered files: names in it are keys, never paths, so nothing can reach outside the folder.
package struct Archive {
    /// The files by name, exactly as the archive spells it (`/` between folders).
    package private(set) var files: [String: URL] = [:]
    /// The names in the archive's order.
    package private(set) var names: [String] = []
    /// Names that came twice or that no reader could open; their files were left out.
    package private(set) var skipped: [String] = []

    /// Unpacks `url` into `folder`, which must exist, within the limits.
    package static func unpack(_ url: URL, into folder: URL, limits: ConversionLimits) throws(ConversionRefusal) -> Archive {
        let reader = try ArchiveReader(url) {
            archive_read_support_format_zip_seekable($0)
        }
        var archive = Archive()
        var budget = ExpansionBudget(packed: reader.size, limits: limits)
        var count = 0
        while let entry = try reader.next() {
            count += 1
            if count > limits.archiveEntries { throw .hostile(.tooManyParts) }
            guard let name = try entry.name(limits: limits) else {
                archive.skipped.append("?")
                continue
            }
            if entry.isEncrypted { throw .encrypted }
            if entry.isFolder { continue }
            guard entry.isFile, archive.files[name] == nil else {
                archive.skipped.append(name)
                continue
            }
            let file = folder.appendingPathComponent("part-\(count)")
            try reader.write(to: file, budget: &budget)
            archive.files[name] = file
            archive.names.append(name)
        }
        return archive
    }

    /// Unpacks a gzip file, which holds one stream, to `target`.
    package static func gunzip(_ url: URL, to target: URL, limits: ConversionLimits) throws(ConversionRefusal) {
        let reader = try ArchiveReader(url) {
            archive_read_support_filter_gzip($0)
            archive_read_support_format_raw($0)
        }
        var budget = ExpansionBudget(packed: reader.size, limits: limits)
        guard try reader.next() != nil else { throw .damaged }
        try reader.write(to: target, budget: &budget)
    }

    /// The file of a name; case is forgiven when only one name fits, as many books were made on systems that forgive it.
    package func file(_ name: String) -> URL? {
        if let exact = files[name] { return exact }
        let folded = name.lowercased()
        let matches = names.filter { $0.lowercased() == folded }
        return matches.count == 1 ? files[matches[0]] : nil
    }
}

/// Counts what an archive unpacks to and stops at the first byte too many.
struct ExpansionBudget {
    private let perEntry: Int64
    private let ratioLimit: Int64
    private let absoluteLimit: Int64
    private var total: Int64 = 0

    init(packed: Int64, limits: ConversionLimits) {
        perEntry = limits.entryBytes
        ratioLimit = max(32 << 20, packed * limits.archiveRatio)
        absoluteLimit = limits.archiveBytes
    }

    mutating func spend(_ bytes: Int, entry: Int64) throws(ConversionRefusal) {
        total += Int64(bytes)
        if total > ratioLimit { throw .hostile(.expansion) }
        if total > absoluteLimit { throw .tooLarge(megabytes: Int(absoluteLimit >> 20)) }
        if entry > perEntry { throw .tooLarge(megabytes: Int(perEntry >> 20)) }
    }
}
