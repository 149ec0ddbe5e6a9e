import Core
import Database
import Media
import Reading
import Synchronization

/// The stored files that somebody is working with right now.
///
/// The media store keeps equal files once. When one of two people who hand in the same file is refused, the file must stay
/// for the other.
final class UploadHolds: Sendable {
    private let database: Database
    private let media: MediaStore
    private let publications: Publications
    /// Guards how many hold each file.
    private let holders = Mutex<[String: Int]>([:])

    init(database: Database, media: MediaStore, publications: Publications) {
        self.database = database
        self.media = media
        self.publications = publications
    }

    /// Holds a file while `body` works with it. When `body` throws, the file is removed unless something else needs it.
    func holding<T>(_ ref: MediaRef, _ body: () async throws -> T) async throws -> T {
        holders.withLock { $0[ref.digest, default: 0] += 1 }
        do {
            let value = try await body()
            release(ref)
            return value
        } catch {
            if release(ref) { try? await discard(ref) }
            throw error
        }
    }

    /// Whether nobody holds it any more.
    @discardableResult
    private func release(_ ref: MediaRef) -> Bool {
        holders.withLock { holders in
            let left = (holders[ref.digest] ?? 1) - 1
            holders[ref.digest] = left == 0 ? nil : left
            return left == 0
        }
    }

    /// Removes a file that its last holder has let go of, unless something else needs it.
    func discardUnlessNeeded(_ ref: MediaRef) async throws {
        guard holders.withLock({ $0[ref.digest] == nil }) else { return }
        try await discard(ref)
    }

    private func discard(_ ref: MediaRef) async throws {
        let isInUse = try await database.read { db in try db.isInUse(ref.digest, by: publications) }
        if !isInUse { try await media.delete(ref) }
    }
}
