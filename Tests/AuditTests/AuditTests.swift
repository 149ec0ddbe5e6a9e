import Audit
import Core
import Database
import TestSupport
import Testing

private let ada = PersonID(7)

private func withLog<T>(on engine: Engine, _ body: (Database, AuditLog, ManualClock) async throws -> T) async throws -> T {
    try await withDatabase(on: engine) { database in
        try await database.migrate(AuditMigrations.all)
        let clock = ManualClock()
        return try await body(database, AuditLog(clock: clock.clock), clock)
    }
}

private func write(_ count: Int, to log: AuditLog, in database: Database) async throws {
    try await database.write { db in
        for number in 1...count {
            try log.record(
                AuditEntry(
                    actor: number.isMultiple(of: 3) ? nil : ada, action: .update, entity: "library.item", entityID: "\(number)",
                    details: ["title": ["Emma", "Emma, or \"so\" \(number)"]]),
                in: db)
        }
    }
}

@Suite struct `Audit log` {
    @Test(.covers("CORE-035", "LIB-100", "LIB-114"), arguments: Engine.available)
    func `an entry says who did what to what, when, and how it changed`(on engine: Engine) async throws {
        try await withLog(on: engine) { database, log, clock in
            try await write(2, to: log, in: database)
            clock.advance(by: .seconds(60))
            try await database.write { db in
                try log.record(AuditEntry(actor: nil, action: .delete, entity: "library.loan", entityID: "4"), in: db)
            }
            let entries = try await database.read { db in try log.entries(in: db) }
            #expect(entries.map(\.entityID) == ["4", "2", "1"])
            let newest = try #require(entries.first)
            #expect(newest.actor == nil)
            #expect(newest.action == .delete)
            #expect(newest.entity == "library.loan")
            #expect(newest.details == "{}")
            #expect(newest.at == clock.clock.now())
            #expect(entries.last?.actor == ada)
            #expect(entries.last?.details == #"{"title":["Emma","Emma, or \"so\" 1"]}"#)
        }
    }

    @Test(.covers("CORE-035"), arguments: Engine.available)
    func `words also find entries about what they name, page by page, and no entry that only has its number`(on engine: Engine) async throws {
        struct About: Encodable {
            struct Subject: Encodable { var id = 7, kind = "garden.tree" }
            var subject = Subject()
        }
        try await withLog(on: engine) { database, log, _ in
            try await database.write { db in
                for (entity, id) in [("garden.tree", "7"), ("garden.tree", "8"), ("garden.bush", "7"), ("garden.tree", "9")] {
                    try log.record(AuditEntry(actor: nil, action: .update, entity: entity, entityID: id, details: ["version": "7"]), in: db)
                }
                try log.record(AuditEntry(actor: ada, action: .approve, entity: "moderation.case", entityID: "1", details: About()), in: db)
                try log.record(AuditEntry(actor: nil, action: .create, entity: "garden.pond", entityID: "1", details: ["title": "Pear"]), in: db)
                try log.record(AuditEntry(actor: nil, action: .create, entity: "points", entityID: "1", details: ["person": "7"]), in: db)
            }
            func found(_ filter: AuditFilter, limit: Int = 10) async throws -> [Int64] {
                try await database.read { db in try log.entries(filter, limit: limit, in: db).map(\.id.number) }
            }
            let tree = AuditNamed.thing(kind: "garden.tree", id: 7)
            #expect(try await found(AuditFilter(words: "pear", named: [tree])) == [6, 5, 1])
            #expect(try await found(AuditFilter(words: "pear", named: [tree]), limit: 2) == [6, 5])
            #expect(try await found(AuditFilter(words: "pear", named: [tree], before: ID(5))) == [1])
            #expect(try await found(AuditFilter(action: .update, words: "pear", named: [tree])) == [1])
            #expect(try await found(AuditFilter(words: "nothing", named: [.person(ada)])) == [7, 5])
            #expect(try await found(AuditFilter(named: [tree])).count == 7, "without words there is nothing to name")
            #expect(try await database.read { db in try log.count(AuditFilter(words: "pear", named: [tree]), most: 50, in: db) } == 3)
        }
    }

    @Test(.covers("CORE-035"), arguments: Engine.available)
    func `entries can be narrowed and paged`(on engine: Engine) async throws {
        try await withLog(on: engine) { database, log, _ in
            try await write(9, to: log, in: database)
            let (system, one, older) = try await database.read { db in
                let all = try log.entries(AuditFilter(actors: [ada]), limit: 2, in: db)
                return (
                    try log.entries(AuditFilter(entity: "library.item"), in: db).filter { $0.actor == nil },
                    try log.entries(AuditFilter(action: .update, entity: "library.item", entityID: "5"), in: db),
                    try log.entries(AuditFilter(actors: [ada], before: all.last?.id), in: db)
                )
            }
            #expect(system.map(\.entityID) == ["9", "6", "3"])
            #expect(one.map(\.entityID) == ["5"])
            #expect(older.map(\.entityID) == ["5", "4", "2", "1"])
        }
    }

    @Test(.covers("CORE-035"), arguments: Engine.available)
    func `a kind of thing that no entry can have finds nothing, however it is written`(on engine: Engine) async throws {
        try await withLog(on: engine) { database, log, _ in
            let marked = "x" + String(repeating: "\u{301}", count: 3000)
            for entity in ["Ŗ\u{0B45}䎎ㇹ", "a'b\"c", "ﷺ ﬁ", marked, String(repeating: "a", count: 3000)] {
                let found = try await database.read { db in try log.entries(AuditFilter(entity: entity), in: db) }
                #expect(found.isEmpty)
            }
        }
    }

    @Test(.covers("LIB-112"), arguments: Engine.available)
    func `any character may be searched for`(on engine: Engine) async throws {
        let letters = (UInt32(0)..<0x3_0000).compactMap(Unicode.Scalar.init).filter {
            ($0.properties.isAlphabetic || $0.properties.numericType != nil) && ($0.value < 0x3400 || $0.value % 61 == 0)
        }
        try await withLog(on: engine) { database, log, _ in
            try await database.write { db in
                let entry = AuditEntry(actor: nil, action: .update, entity: "thing", entityID: "ดื่มน้ำ", details: ["title": "हिन्दी coŀlegi"])
                try log.record(entry, in: db)
            }
            try await database.read { db in
                for start in stride(from: 0, to: letters.count, by: 16) {
                    let line = letters[start..<min(start + 16, letters.count)]
                    for words in [line.map { String($0) }, line.map { "a\($0)b" }] {
                        _ = try log.entries(AuditFilter(words: words.joined(separator: " ")), limit: 1, in: db)
                    }
                }
                let endless = [String(repeating: "a", count: 5000), "e" + String(repeating: "\u{301}", count: 5000), "\0", "a\0b"]
                for words in ["हिन्दी", "coŀlegi", "ดื่มน้ำ"] + endless {
                    let found = try log.entries(AuditFilter(words: words), in: db)
                    if !endless.contains(words) { #expect(found.count == 1, "\(words)") }
                }
            }
        }
    }

    @Test(.covers("LIB-108", "LIB-109"), arguments: Engine.available)
    func `words find entries in any form, together with who, what, what to and when`(on engine: Engine) async throws {
        try await withLog(on: engine) { database, log, clock in
            try await write(9, to: log, in: database)
            clock.advance(by: .seconds(3600))
            let later = clock.clock.now()
            try await database.write { db in
                try log.record(
                    AuditEntry(
                        actor: ada, action: .delete, entity: "library.app-word", entityID: "a:b-12",
                        details: ["note": "Uploaded 3 hymns: \"Härlig är jorden\" (it's one's own)"]), in: db)
                try log.record(AuditEntry(actor: nil, action: .loginRefused, entity: "library.app-word", entityID: "13"), in: db)
            }
            let filters = [
                AuditFilter(words: "upload"), AuditFilter(words: "hymn deleted"), AuditFilter(words: "jorden DELETE"),
                AuditFilter(words: "upload emma"),
                AuditFilter(actors: [ada], words: "emma"), AuditFilter(actors: [nil], words: "emma"), AuditFilter(actors: [nil, ada], words: "emma"),
                AuditFilter(actors: [nil], action: .loginRefused, entity: "library.app-word"), AuditFilter(entity: "library.app.word"),
                AuditFilter(from: later), AuditFilter(until: later, words: "emma", before: ID(3)), AuditFilter(entityID: "a:b-12"),
                AuditFilter(actors: []),
                AuditFilter(words: #"" OR * NEAR( ' & | ! :"#), AuditFilter(until: later - .seconds(4000)), AuditFilter(words: "own"),
            ]
            let found = try await database.read { db in try filters.map { try log.entries($0, in: db).map { Int($0.id.number) } } }
            #expect(
                found == [
                    [10], [10], [10], [], [8, 7, 5, 4, 2, 1], [9, 6, 3], [9, 8, 7, 6, 5, 4, 3, 2, 1], [11], [], [11, 10], [2, 1], [10], [],
                    [], [], [10],
                ])
            let kinds = try await database.read { db in try log.entities(in: db) }
            #expect(kinds == ["library.app-word", "library.item"])
        }
    }

    @Test(.covers("CORE-035"), arguments: Engine.available)
    func `a clock that is set back does not mix up the order of the log`(on engine: Engine) async throws {
        try await withLog(on: engine) { database, log, clock in
            try await write(1, to: log, in: database)
            clock.advance(by: .seconds(-600))
            try await write(1, to: log, in: database)
            let times = try await database.read { db in try log.entries(in: db).map(\.at) }
            #expect(times.count == 2 && times[0] == times[1])
        }
    }

    @Test(.covers("CORE-035"), arguments: Engine.available)
    func `the database refuses to edit or delete an entry`(on engine: Engine) async throws {
        try await withLog(on: engine) { database, log, _ in
            try await write(2, to: log, in: database)
            for sql in ["UPDATE audit_entry SET entity_id = '3'", "DELETE FROM audit_entry"] as [SQL] {
                do {
                    try await database.write { db in try db.run(sql) }
                    Issue.record("\(sql.text) was let through")
                } catch DatabaseError.constraint(.rule, _) {}
            }
            let verdict = try await database.readInBackground { db in try log.verify(in: db) }
            guard case .intact(entries: 2, _) = verdict else { throw VerdictError(verdict: verdict) }
        }
    }

    @Test(
        .covers("CORE-035"),
        arguments: Engine.available,
        [
            "UPDATE audit_entry SET details = '{}' WHERE entity_id = '3'",
            "UPDATE audit_entry SET changed_by = 8 WHERE entity_id = '4'",
            "UPDATE audit_entry SET action = 'CREATE' WHERE entity_id = '5'",
            "DELETE FROM audit_entry WHERE entity_id = '1'",
            "DELETE FROM audit_entry WHERE entity_id = '5'",
        ] as [SQL])
    func `whoever gets around that is found out`(on engine: Engine, by tampering: SQL) async throws {
        try await withLog(on: engine) { database, log, _ in
            try await write(6, to: log, in: database)
            let honest = try await database.readInBackground { db in try log.verify(in: db) }
            guard case .intact(entries: 6, let end) = honest else { throw VerdictError(verdict: honest) }
            #expect(end?.head.count == 64)
            try await database.write { db in
                try db.script(
                    db.dialect == .sqlite
                        ? "DROP TRIGGER audit_entry_no_update; DROP TRIGGER audit_entry_no_delete"
                        : "ALTER TABLE audit_entry DISABLE TRIGGER ALL")
                try db.run(tampering)
            }
            let verdict = try await database.readInBackground { db in try log.verify(in: db) }
            guard case .broken = verdict else { throw VerdictError(verdict: verdict) }
        }
    }

    @Test(.covers("CORE-035"), arguments: Engine.available)
    func `many who write at once make one chain`(on engine: Engine) async throws {
        try await withLog(on: engine) { database, log, _ in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<30 { group.addTask { try await write(2, to: log, in: database) } }
                try await group.waitForAll()
            }
            let verdict = try await database.readInBackground { db in try log.verify(in: db) }
            guard case .intact(entries: 60, _) = verdict else { throw VerdictError(verdict: verdict) }
        }
    }
}

private struct VerdictError: Error {
    let verdict: AuditVerdict
}
