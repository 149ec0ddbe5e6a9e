public import Core
public import Database
import Jobs

/// Who keeps a stored file: a row of some part, as stable text such as `library.item:7`.
public struct MediaOwner: Hashable, Sendable, CustomStringConvertible {
    /// The text that the database keeps.
    public let description: String

    /// The row `id` of a kind. The kind is dotted and begins with the part's name.
    public init<Entity>(_ kind: String, _ id: ID<Entity>) { description = "\(kind):\(id.number)" }
}

/// Which owners keep which stored files. The rows are written in the transaction of the fact that they follow from, so that a file
/// stays exactly as long as something refers to it, whichever part that is.
public struct MediaHolds: Sendable {
    /// Removes files that were released, after the commit.
    static let removal = Job<ReleasedMedia>("media.remove")

    let clock: SiteClock
    private let jobs: JobQueue

    /// The holds of a site, by its clock.
    public init(clock: SiteClock) {
        self.clock = clock
        jobs = JobQueue(clock: clock)
    }

    /// Keeps a file for an owner. Keeping it twice is keeping it once.
    ///
    /// The file must be under a ``MediaLease`` or held by another owner until this is committed; otherwise it may be gone by then.
    public func retain(_ reference: MediaRef, by owner: MediaOwner, in db: any Connection) throws {
        // The owner's own row says who changed it.
        try db.run(
            """
            INSERT INTO media_hold (ref, owner, changed_at) VALUES (\(reference.digest), \(owner.description), \(clock.now()))
            ON CONFLICT (ref, owner) DO NOTHING
            """)
    }

    /// Ends an owner's hold on a file. Without another owner the file is removed after the commit.
    public func release(_ reference: MediaRef, by owner: MediaOwner, in db: any Connection) throws {
        try release([reference.digest], by: owner, in: db)
    }

    /// Ends all holds of an owner, which is about to go.
    public func releaseAll(by owner: MediaOwner, in db: any Connection) throws { try setHolds(of: owner, to: [], in: db) }

    /// Makes these files the only ones that an owner keeps.
    public func setHolds(of owner: MediaOwner, to references: [MediaRef], in db: any Connection) throws {
        let held = try db.all("SELECT ref FROM media_hold WHERE owner = \(owner.description) ORDER BY ref" as Query<String>)
        for reference in references { try retain(reference, by: owner, in: db) }
        try release(held.filter { !Set(references.map(\.digest)).contains($0) }, by: owner, in: db)
    }

    private func release(_ digests: [String], by owner: MediaOwner, in db: any Connection) throws {
        var free: [String] = []
        for digest in digests {
            guard try db.run("DELETE FROM media_hold WHERE ref = \(digest) AND owner = \(owner.description)") > 0 else { continue }
            if try db.first("SELECT 1 FROM media_hold WHERE ref = \(digest) LIMIT 1" as Query<Int>) == nil { free.append(digest) }
        }
        if !free.isEmpty { try jobs.enqueue(Self.removal, ReleasedMedia(refs: free), in: db) }
    }

    /// Those of some digests that somebody keeps.
    func held(among digests: [String], in db: any Connection) throws -> Set<String> {
        guard !digests.isEmpty else { return [] }
        let list = digests.map { "\($0)" as SQL }.joined(by: ", ")
        return Set(try db.all("SELECT DISTINCT ref FROM media_hold WHERE ref IN (\(list))" as Query<String>))
    }
}

/// Files whose last hold was released, by their digests.
struct ReleasedMedia: Codable, Sendable {
    var refs: [String]
}

/// The schema of the holds on stored files, append-only.
public enum MediaMigrations {
    /// Every step. A part whose tables are older than this fills in its own holds.
    public static let all = [
        Migration("media-001-holds") { d in
            """
            CREATE TABLE media_hold (
                ref TEXT NOT NULL,
                owner TEXT NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer),
                PRIMARY KEY (ref, owner)
            );
            CREATE INDEX media_hold_owner ON media_hold (owner);
            """
        }
    ]
}
