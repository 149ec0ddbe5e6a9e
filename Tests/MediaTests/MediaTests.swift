import Foundation
import Media
import TestSupport
import Testing

@Suite struct `Media store` {
    @Test func `a file is found by what it contains`() async throws {
        try await withTemporaryFolder { folder in
            let store = try MediaStore(folder: folder.appending(path: "media"))
            let draft = store.makeTemporaryURL()
            try Data("abc".utf8).write(to: draft)
            let stored = try await store.store(fileAt: draft)
            #expect(stored.digest == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
            #expect(stored.size == 3)
            #expect(try Data(contentsOf: store.url(stored)) == Data("abc".utf8))
            #expect(store.url(stored).path.hasSuffix("/media/ba/78/\(stored.digest)"))
            #expect(!FileManager.default.fileExists(atPath: draft.path))
        }
    }

    @Test func `equal bytes are stored once`() async throws {
        try await withTemporaryFolder { folder in
            let store = try MediaStore(folder: folder)
            let first = try await store.store(bytes: Array("abc".utf8))
            let second = try await store.store(bytes: Array("abc".utf8))
            #expect(first == second)
            let leftovers = try FileManager.default.contentsOfDirectory(atPath: store.temporaryFolder.path)
            #expect(leftovers.isEmpty)
        }
    }

    @Test func `a file that is not there is an error and leaves nothing`() async throws {
        try await withTemporaryFolder { folder in
            let store = try MediaStore(folder: folder)
            await #expect(throws: (any Error).self) { try await store.store(fileAt: folder.appending(path: "nowhere")) }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names == ["temporary"])
        }
    }

    @Test func `removing is final and may be repeated`() async throws {
        try await withTemporaryFolder { folder in
            let store = try MediaStore(folder: folder)
            let stored = try await store.store(bytes: [1, 2, 3])
            #expect(store.contains(stored))
            try await store.delete(stored)
            #expect(!store.contains(stored))
            try await store.delete(stored)
        }
    }

    @Test func `what uploads left behind is cleared by age`() async throws {
        try await withTemporaryFolder { folder in
            let store = try MediaStore(folder: folder)
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
