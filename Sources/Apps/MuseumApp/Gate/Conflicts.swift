import Core
import Database
import Platform

/// Somebody who was let in offline, and what speaks against it.
struct Conflict: Sendable {
    let scan: Scan
    let name: String?
    let tier: String?
    /// The admission of the day, at another gate.
    let first: Scan?
}

extension Gate {
    /// Whoever was let in by a gate that was offline and shouldn't have been, with what is known now.
    func conflicts(for reader: ReaderLanguage = .originals, in db: any Connection) throws -> [Conflict] {
        try db.all(Query<Scan>.conflicts).map { scan in
            let membership = try scan.membership.flatMap { try db.first(.membership($0)) }
            return Conflict(
                scan: scan, name: try membership.flatMap { try Holders.name(of: $0, in: db) },
                tier: try reader(membership.flatMap { try db.first(.tier($0.tier)) }, in: db)?.name,
                first: try membership.flatMap { try db.first(.first(of: $0, on: Day(scan.scannedAt, in: zone))) })
        }
    }

    /// Somebody has looked at a conflict.
    func markSeen(_ id: ScanID, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            try write.run(
                """
                UPDATE museum_scan SET seen_at = \(write.now), changed_at = \(write.now), changed_by = \(write.actor)
                WHERE id = \(id) AND seen_at IS NULL
                """)
        }
    }
}
