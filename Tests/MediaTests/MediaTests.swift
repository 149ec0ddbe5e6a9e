import Core
import Database
import Foundation
import Jobs
import TestSupport
import Testing

@testable import Media

/// A store on a fresh database.
func withStore(on engine: Engine = .sqlite, _ body: (MediaStore) async throws -> Void) async throws {
    try await withDatabase(on: engine) { database in
        try await database.migrate(JobMigrations.all + MediaMigrations.all)
        try await withTemporaryFolder { folder in
            try await body(try MediaStore(folder: folder.appending(path: "media"), database: database))
        }
    }
}

extension MediaStore {
    /// Stores bytes that `owner` keeps.
    @discardableResult
    func keep(_ bytes: String, by owner: MediaOwner) async throws -> MediaRef {
        try await withLease { lease in
            let reference = try await lease.store(bytes: Array(bytes.utf8))
            try await database.write { db in try holds.retain(reference, by: owner, in: db) }
            return reference
        }
    }

    /// Releases a file and carries out what follows.
    func letGo(_ reference: MediaRef, by owner: MediaOwner) async throws {
        try await database.write { db in try holds.release(reference, by: owner, in: db) }
        try await runRemovals()
    }

    /// Carries out the removals that were asked for.
    func runRemovals() async throws {
        _ = try await JobRunner(database: database, queue: JobQueue(), kinds: [removalJob], log: .silent, metrics: Metrics()).runPending()
    }

    /// Makes a file look as if it had been stored two days ago.
    func age(_ reference: MediaRef) throws {
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -172_800)], ofItemAtPath: url(reference).path)
    }
}

enum Thing {}

let (book, picture) = (MediaOwner("test.book", ID<Thing>(1)), MediaOwner("test.picture", ID<Thing>(1)))

@Suite struct `Media store` {
    @Test func `a file is found by what it contains`() async throws {
        try await withStore { store in
            let draft = store.makeTemporaryURL()
            try Data("abc".utf8).write(to: draft)
            try await store.withLease { lease in
                let stored = try await lease.store(fileAt: draft)
                #expect(stored.digest == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
                #expect(stored.size == 3)
                #expect(try Data(contentsOf: store.url(stored)) == Data("abc".utf8))
                #expect(store.url(stored).path.hasSuffix("/media/ba/78/\(stored.digest)"))
            }
            #expect(!FileManager.default.fileExists(atPath: draft.path))
        }
    }

    @Test func `equal bytes are stored once`() async throws {
        try await withStore { store in
            let first = try await store.keep("abc", by: book)
            let second = try await store.keep("abc", by: picture)
            #expect(first == second)
            #expect(try FileManager.default.contentsOfDirectory(atPath: store.temporaryFolder.path) == ["lock"])
        }
    }

    @Test func `a file that is not there is an error and leaves nothing`() async throws {
        try await withStore { store in
            await #expect(throws: (any Error).self) {
                try await store.withLease { try await $0.store(fileAt: store.folder.appending(path: "nowhere")) }
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: store.folder.path)
            #expect(names == ["temporary"])
        }
    }

    @Test func `what uploads left behind is cleared by age`() async throws {
        try await withStore { store in
            let (old, new) = (store.makeTemporaryURL(), store.makeTemporaryURL())
            for file in [old, new] { try Data([1]).write(to: file) }
            try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -7200)], ofItemAtPath: old.path)
            let removed = try await store.removeTemporaryFiles(olderThan: .seconds(3600))
            #expect(removed == 1)
            #expect(FileManager.default.fileExists(atPath: new.path))
        }
    }

    @Test(arguments: ["", "../../../../etc/passwd", String(repeating: "A", count: 64), String(repeating: "a", count: 63) + "/"])
    func `a digest that is none is refused`(_ digest: String) {
        #expect(MediaRef(digest: digest, size: 1) == nil)
    }
}

@Suite struct `Holds on stored files` {
    @Test(arguments: Engine.available)
    func `the same bytes of two owners stay until both have released them`(on engine: Engine) async throws {
        try await withStore(on: engine) { store in
            let file = try await store.keep("a map", by: book)
            try await store.keep("a map", by: picture)
            try await store.letGo(file, by: book)
            #expect(store.contains(file))
            try await store.letGo(file, by: book)
            #expect(store.contains(file), "releasing twice is releasing once")
            try await store.letGo(file, by: picture)
            #expect(!store.contains(file))
        }
    }

    @Test(arguments: Engine.available)
    func `a write that is undone releases and retains nothing`(on engine: Engine) async throws {
        try await withStore(on: engine) { store in
            let file = try await store.keep("kept", by: book)
            let holds = store.holds
            await #expect(throws: CancellationError.self) {
                try await store.database.write { db in
                    try holds.releaseAll(by: book, in: db)
                    throw CancellationError()
                }
            }
            try await store.runRemovals()
            #expect(store.contains(file))
            await #expect(throws: CancellationError.self) {
                try await store.withLease { lease in
                    let refused = try await lease.store(bytes: Array("refused".utf8))
                    try await store.database.write { db in
                        try holds.retain(refused, by: book, in: db)
                        throw CancellationError()
                    }
                }
            }
            #expect(try await store.sweep(olderThan: .zero) == 0, "the refused file went with its lease")
            #expect(store.contains(file))
        }
    }

    @Test(arguments: Engine.available)
    func `an owner's files are exchanged for others, and what stays is not touched`(on engine: Engine) async throws {
        try await withStore(on: engine) { store in
            let (old, both) = (try await store.keep("old", by: book), try await store.keep("both", by: book))
            let new = try await store.keep("new", by: picture)
            let holds = store.holds
            try await store.database.write { db in try holds.setHolds(of: book, to: [both, new, new], in: db) }
            try await store.letGo(new, by: picture)
            #expect(!store.contains(old) && store.contains(both) && store.contains(new))
            try await store.database.write { db in try holds.releaseAll(by: book, in: db) }
            try await store.runRemovals()
            #expect(!store.contains(both) && !store.contains(new))
        }
    }

    @Test(arguments: Engine.available)
    func `a process that dies between storing and writing leaves nothing for ever`(on engine: Engine) async throws {
        try await withStore(on: engine) { store in
            let draft = store.makeTemporaryURL()
            try Data("cut off".utf8).write(to: draft)
            // A lease that nobody ends.
            let file = try await store.store(fileAt: draft, lease: "dead")
            try store.age(file)
            #expect(try await store.sweep(olderThan: .seconds(86_400)) == 0, "it may still be on its way")
            let mark = try #require(
                try FileManager.default.contentsOfDirectory(at: store.temporaryFolder, includingPropertiesForKeys: nil)
                    .first { $0.lastPathComponent.hasPrefix("lease-") })
            try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -172_800)], ofItemAtPath: mark.path)
            try await store.removeTemporaryFiles(olderThan: .seconds(86_400))
            #expect(try await store.sweep(olderThan: .seconds(86_400)) == 1)
            #expect(!store.contains(file))
        }
    }

    @Test(arguments: Engine.available)
    func `a sweep leaves what is held and what is young`(on engine: Engine) async throws {
        try await withStore(on: engine) { store in
            let held = try await store.keep("held", by: book)
            try store.age(held)
            let draft = store.makeTemporaryURL()
            try Data("young".utf8).write(to: draft)
            let young = try await store.store(fileAt: draft, lease: "x")
            try await store.endLease("x", of: [young])
            #expect(try await store.sweep(olderThan: .seconds(86_400)) == 0)
            #expect(store.contains(held) && store.contains(young))
            try store.age(young)
            #expect(try await store.sweep(olderThan: .seconds(86_400)) == 1)
            #expect(store.contains(held) && !store.contains(young))
        }
    }

    @Test(arguments: Engine.available)
    func `whoever stores bytes that are just being removed keeps them`(on engine: Engine) async throws {
        try await withStore(on: engine) { store in
            for round in 1...20 {
                let file = try await store.keep("contested", by: book)
                let holds = store.holds
                try await store.database.write { db in try holds.release(file, by: book, in: db) }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await store.runRemovals() }
                    group.addTask { try await store.keep("contested", by: picture) }
                    try await group.waitForAll()
                }
                #expect(store.contains(file), "round \(round)")
                try await store.letGo(file, by: picture)
                #expect(!store.contains(file))
            }
        }
    }
}
