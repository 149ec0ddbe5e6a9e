import Core
public import Foundation
import Synchronization

/// Protects files from removal between being stored and being held: from ``MediaStore/withLease(_:)`` until its closure ends.
///
/// Each file has a mark in the temporary folder, which all nodes see. A process that dies leaves its marks; they count for a day.
public final class MediaLease: Sendable {
    private let media: MediaStore
    private let id = UUID().uuidString
    /// Guards what was stored.
    private let stored = Mutex<Set<MediaRef>>([])

    init(_ media: MediaStore) { self.media = media }

    /// Takes over a temporary file: it is gone from `file` afterwards.
    public func store(fileAt file: URL) async throws -> MediaRef {
        let reference = try await media.store(fileAt: file, lease: id)
        stored.withLock { _ = $0.insert(reference) }
        return reference
    }

    /// Stores bytes from memory.
    public func store(bytes: [UInt8]) async throws -> MediaRef {
        let draft = media.makeTemporaryURL()
        try Data(bytes).write(to: draft)
        return try await store(fileAt: draft)
    }

    /// Removes what nobody came to hold. What fails here is left to the sweep at night.
    fileprivate func end() async {
        let references = stored.withLock { $0 }
        guard !references.isEmpty else { return }
        let (media, id) = (media, id)
        // Not in the task that may have been cancelled.
        await Task {
            try? await media.endLease(id, of: references)
            _ = try? await media.removeUnheld(references.map(\.digest))
        }.value
    }
}

extension MediaStore {
    /// Runs `body`, which stores files and commits the holds on them. Files that nobody holds when it ends are removed, whether it
    /// returned or threw.
    public func withLease<Value>(_ body: (MediaLease) async throws -> Value) async throws -> Value {
        let lease = MediaLease(self)
        do {
            let value = try await body(lease)
            await lease.end()
            return value
        } catch {
            await lease.end()
            throw error
        }
    }
}
