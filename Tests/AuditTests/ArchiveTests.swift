import Audit
import Core
import Database
import Foundation
import TestSupport
import Testing

/// A log of so many entries, of which the first ones are in an archive in `folder`.
private func withArchive(
    _ count: Int, upTo last: Int64, on engine: Engine, _ body: (Database, AuditLog, URL) async throws -> Void
) async throws {
    try await withDatabase(on: engine) { database in
        try await withTemporaryFolder { folder in
            try await database.migrate(AuditMigrations.all)
            let log = AuditLog(clock: ManualClock().clock)
            try await database.write { db in
                for number in 1...count {
                    try log.record(
                        AuditEntry(
                            actor: number.isMultiple(of: 2) ? PersonID(7) : nil, action: .update, entity: "garden.tree", entityID: "\(number)",
                            details: ["title": "Pear \(number) – “ä”\nnew line"]), in: db)
                }
            }
            _ = try await log.archive(upTo: ID(last), into: folder, by: PersonID(7), database: database)
            try await body(database, log, folder)
        }
    }
}

@Suite struct `Archive of the audit log` {
    @Test(.covers("LIB-113"), arguments: Engine.available)
    func `archived entries leave the database, and the whole chain is still proven`(on engine: Engine) async throws {
        try await withArchive(20, upTo: 15, on: engine) { database, log, folder in
            _ = try await log.archive(upTo: ID(18), into: folder, by: nil, database: database)
            let nothing = try await log.archive(upTo: ID(18), into: folder, by: nil, database: database)
            #expect(nothing == nil)
            let (entries, counts, verdict) = try await database.readInBackground { db in
                (try log.entries(in: db), try log.counts(in: db), try log.verify(archives: folder, in: db))
            }
            #expect(entries.map(\.entity) == ["audit.archive", "audit.archive", "garden.tree", "garden.tree"])
            #expect(counts.here == 4 && counts.archived == 18)
            guard case .intact(entries: 22, let end) = verdict else { throw TestFailure("\(verdict)") }
            #expect(end?.entry == 22)
            let found = try await database.read { db in try log.entries(AuditFilter(words: "pear"), in: db).map(\.entityID) }
            #expect(found == ["20", "19"])
        }
    }

    @Test(.covers("LIB-113", "CORE-035"), arguments: Engine.available)
    func `a file that is changed, exchanged or missing is noticed`(on engine: Engine) async throws {
        try await withArchive(20, upTo: 15, on: engine) { database, log, folder in
            let file = folder.appending(path: "audit-1-15.jsonl.gz")
            let whole = try Data(contentsOf: file)
            func verdict() async throws -> AuditVerdict { try await database.readInBackground { db in try log.verify(archives: folder, in: db) } }
            var other = whole
            other[whole.count / 2] ^= 1
            for damaged in [other, whole.prefix(whole.count - 9), Data()] {
                try damaged.write(to: file)
                let found = try await verdict()
                #expect(found == .brokenArchive("audit-1-15.jsonl.gz"))
            }
            try FileManager.default.removeItem(at: file)
            guard case .incomplete(missing: ["audit-1-15.jsonl.gz"], entries: 21, _) = try await verdict() else {
                throw TestFailure("It was not missed.")
            }
            try whole.write(to: file)
            guard case .intact = try await verdict() else { throw TestFailure("It is whole again.") }
        }
    }

    @Test(.covers("CORE-035", "LIB-113"), arguments: Engine.available)
    func `the database gives up no entry that is not archived, and nothing that is known of archives`(on engine: Engine) async throws {
        try await withArchive(20, upTo: 15, on: engine) { database, _, _ in
            for sql in ["DELETE FROM audit_entry WHERE id = 17", "DELETE FROM audit_archive", "UPDATE audit_archive SET last_entry = 20"] as [SQL] {
                do {
                    try await database.write { db in try db.run(sql) }
                    Issue.record("\(sql.text) was let through")
                } catch DatabaseError.constraint(.rule, _) {}
            }
        }
    }

    @Test(.covers("CORE-035"), arguments: Engine.available)
    func `an end that was cut off is noticed by whoever noted it`(on engine: Engine) async throws {
        try await withArchive(20, upTo: 15, on: engine) { database, log, folder in
            let end = try #require(try await database.read { try log.end(in: $0) })
            let early = try await database.read { db in
                AuditEnd(entry: 3, head: try log.verify(archives: folder, in: db) == .broken(at: ID(1)) ? "" : "wrong")
            }
            let (honest, wrong) = try await database.readInBackground { db in
                (try log.verify(archives: folder, known: end, in: db), try log.verify(archives: folder, known: early, in: db))
            }
            guard case .intact = honest else { throw TestFailure("\(honest)") }
            #expect(wrong == .cutOff(at: 3))
            let drop: SQL = engine == .sqlite ? "DROP TRIGGER audit_entry_no_delete" : "ALTER TABLE audit_entry DISABLE TRIGGER USER"
            try await database.write { db in
                try db.run(drop)
                try db.run("DELETE FROM audit_entry WHERE id > 19")
            }
            let cut = try await database.readInBackground { db in try log.verify(archives: folder, known: end, in: db) }
            #expect(cut == .cutOff(at: 21))
        }
    }
}
