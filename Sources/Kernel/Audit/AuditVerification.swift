import Compression
public import Core
import Crypto
public import Database
public import Foundation

/// The end of the log as it was at some moment, kept where whoever can change the database cannot change it too.
public struct AuditEnd: Codable, Sendable, Equatable {
    /// The number of the last entry.
    public var entry: Int64
    /// Its digest, in hexadecimal digits.
    public var head: String

    /// An end by number and digest.
    public init(entry: Int64, head: String) {
        self.entry = entry
        self.head = head
    }
}

/// What a walk along the chain found.
public enum AuditVerdict: Equatable, Sendable {
    /// All entries, archived ones included, are as they were written.
    case intact(entries: Int, end: AuditEnd?)
    /// The chain holds, but what these files hold was taken on trust, because they do not lie in the folder.
    case incomplete(missing: [String], entries: Int, end: AuditEnd?)
    /// This entry, or the one before it, is not what was written.
    case broken(at: ID<AuditRecord>)
    /// This file of archived entries is not what was written.
    case brokenArchive(String)
    /// The log once ended at this entry, which is gone or another: its end was cut off.
    case cutOff(at: Int64)
    /// The seal that tells the log's end is missing or not the site's, so that nobody can say whether its end was cut off.
    case unsealed
}

extension AuditLog {
    /// The end of the log.
    public func end(in db: any Connection) throws -> AuditEnd? {
        let last = try db.first("SELECT id, hash FROM audit_entry ORDER BY id DESC LIMIT 1" as Query<Row2<Int64, [UInt8]>>)
        return last.map { AuditEnd(entry: $0.first, head: $0.second.hex) }
    }

    /// Whether the log still holds the entry that once was its end, here or in an archive. Quick; it looks at no other entry.
    public func holds(_ end: AuditEnd, in db: any Connection) throws -> Bool {
        let hash: [UInt8]? = try db.first("SELECT hash FROM audit_entry WHERE id = \(end.entry)")
        if let hash { return hash.hex == end.head }
        return try archives(in: db).contains { $0.entries.contains(end.entry) }
    }

    /// Walks the whole chain, through the archives and then the database; run it in a `report`.
    /// - Parameters:
    ///   - archives: where the files of archived entries lie.
    ///   - known: an end that was noted earlier; the chain has to pass it.
    public func verify(archives folder: URL? = nil, known: AuditEnd? = nil, in db: any Connection) throws -> AuditVerdict {
        var walk = Walk(known: known)
        var missing: [String] = []
        for archive in try archives(in: db) {
            guard archive.before == walk.last ?? [], archive.entries.lowerBound > walk.number else { return .brokenArchive(archive.file) }
            guard let bytes = folder.flatMap({ try? Data(contentsOf: $0.appending(path: archive.file)) }) else {
                missing.append(archive.file)
                walk.skip(to: archive)
                continue
            }
            guard sha256(Array(bytes)).hex == archive.sha256, try walk.through(archive, Array(bytes)) else { return .brokenArchive(archive.file) }
        }
        var broken: ID<AuditRecord>?
        do {
            try db.each("SELECT \(AuditRecord.columns) FROM audit_entry ORDER BY id" as Query<AuditRecord>) { record in
                if broken == nil, !walk.step(record.id.number, record.link, record.hash) { broken = record.id }
            }
        } catch DatabaseError.unreadable where broken == nil {
            // It holds something that no entry has.
            broken = try db.first("SELECT id FROM audit_entry WHERE id > \(walk.number) ORDER BY id LIMIT 1")
        }
        if let broken { return .broken(at: broken) }
        if let known, !walk.hasPassed, !walk.isSkipped(known.entry) { return .cutOff(at: known.entry) }
        let end = walk.last.map { AuditEnd(entry: walk.number, head: $0.hex) }
        return missing.isEmpty ? .intact(entries: walk.count, end: end) : .incomplete(missing: missing, entries: walk.count, end: end)
    }

    /// Where a walk along the chain stands.
    private struct Walk {
        let known: AuditEnd?
        var last: [UInt8]?
        var number: Int64 = 0
        var count = 0
        var hasPassed = false
        private var skipped: [ClosedRange<Int64>] = []

        init(known: AuditEnd?) { self.known = known }

        mutating func step(_ id: Int64, _ link: AuditLink, _ hash: [UInt8]) -> Bool {
            guard link.hash(after: last) == hash else { return false }
            (last, number) = (hash, id)
            count += 1
            if let known, known.entry == id, known.head == hash.hex { hasPassed = true }
            return true
        }

        mutating func skip(to archive: AuditArchive) {
            (last, number) = (archive.head, archive.entries.upperBound)
            count += archive.count
            skipped.append(archive.entries)
        }

        func isSkipped(_ id: Int64) -> Bool { skipped.contains { $0.contains(id) } }

        /// False when a line does not continue the chain, or the file does not hold what the database says.
        mutating func through(_ archive: AuditArchive, _ packed: [UInt8]) throws -> Bool {
            guard let text = gunzip(packed, limit: AuditLog.largestArchive) else { return false }
            let lines = text.split(separator: UInt8(ascii: "\n"))
            guard lines.count == archive.count else { return false }
            for bytes in lines {
                guard let line = try? JSONDecoder().decode(AuditLine.self, from: Data(bytes)), line.id > number,
                    step(line.id, line.link, line.link.hash(after: last)), line.hash == last?.hex
                else { return false }
            }
            return number == archive.entries.upperBound && last == archive.head
        }
    }
}
