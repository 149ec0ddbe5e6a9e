import Core
import Database
import Jobs
import Media

/// Removes stored files that nothing needs any more, after the transaction that let go of them.
struct OrphanedMedia: Sendable {
    static let job = Job<Work>("library.remove-unused-files")
    let jobs: JobQueue

    /// Files by their digests.
    struct Work: Codable, Sendable {
        var refs: [String]

        init(_ refs: [String]) { self.refs = Set(refs).sorted() }
    }

    /// Asks to look whether these files are still needed; the hot lists are read anew as well.
    func ask(for refs: [String], in db: any Connection) throws {
        try jobs.enqueue(Self.job, Work(refs), in: db)
    }

    /// The job.
    static func kind(_ inHand: UploadHolds, _ lists: CatalogueCache) -> JobKind {
        JobKind(job, limit: 1) { (work: Work, _) in
            lists.clear()
            for ref in work.refs.compactMap({ MediaRef(digest: $0, size: 0) }) { try await inHand.discardUnlessNeeded(ref) }
        }
    }
}
