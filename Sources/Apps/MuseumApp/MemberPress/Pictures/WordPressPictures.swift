import Core
import Crypto
import Database
import Foundation
import Media
import Platform
import Web

/// A picture in WordPress' media library, and what became of it here.
struct WordPressPicture: Sendable, SQLRow {
    let id: Int64
    let title: String
    let alt: String
    let type: String
    let address: String
    let size: Int?
    /// Changes with the file, so that one that is the same isn't fetched again.
    let mark: String
    let exhibit: ExhibitID?
    /// Whether staff want it in the gallery.
    let isWanted: Bool
    /// SHA-256 of what was fetched.
    let hash: [UInt8]?
    /// The mark of what was fetched.
    let fetchedMark: String?
    let failure: Failure?

    enum Failure: String, Sendable {
        /// Its bytes aren't those that WordPress promised.
        case damaged
        /// No picture that can be shown.
        case unusable
    }

    static let columns: SQL = "w.id, w.title, w.alt, w.type, w.address, w.size, w.mark, w.exhibit_id, w.is_wanted, w.hash, w.fetched_mark, w.failure"

    init(row: inout RowReader) throws {
        id = try row.next()
        title = try row.next()
        alt = try row.next()
        type = try row.next()
        address = try row.next()
        size = try row.next()
        mark = try row.next()
        exhibit = try row.next()
        isWanted = try row.next()
        hash = try row.next()
        fetchedMark = try row.next()
        failure = try row.next(String?.self).flatMap { Failure(rawValue: $0) }
    }
}

extension Query where Row == WordPressPicture {
    /// What the library has, the newest first.
    static func wordPressPictures(before id: Int64, limit: Int) -> Self {
        """
        SELECT \(WordPressPicture.columns) FROM museum_memberpress_picture w WHERE w.gone_at IS NULL AND w.id < \(id) ORDER BY w.id DESC LIMIT \(limit)
        """
    }

    /// What staff chose, and is another one than was fetched.
    static func picturesToFetch() -> Self {
        """
        SELECT \(WordPressPicture.columns) FROM museum_memberpress_picture w
        WHERE w.is_wanted = 1 AND w.gone_at IS NULL AND (w.fetched_mark IS NULL OR w.fetched_mark <> w.mark) ORDER BY w.id LIMIT 200
        """
    }
}

/// Pulls pictures from the museum's WordPress into the gallery: those that staff chose, and again only what has changed (MUS-027). The SHA-256 of
/// the first download counts: other bytes under the same id are a change that staff accept or don't (MUS-053, CORE-031).
struct WordPressPictures: Sendable {
    let site: Site
    let editing: ExhibitEditing

    /// Reads the list, then fetches what is wanted.
    /// - Throws: ``MemberPressFailure`` where WordPress is away.
    func sync(_ client: MemberPressClient) async throws {
        let files = try await client.pictures()
        try await site.write(by: nil, once: nil) { write in try Self.take(files, in: write) }
        for one in try await site.database.readInBackground({ try $0.all(.picturesToFetch()) }) { try await fetch(one, client) }
    }

    private static func take(_ files: [WordPressFile], in write: Write) throws {
        for file in files {
            // A licence photo that was sent there is nobody's picture of the gallery.
            guard try write.one("SELECT count(*) FROM museum_licence WHERE file_id = \(file.id)" as Query<Int>) == 0 else { continue }
            let mark = "\(file.modified) \(file.size ?? 0) \(file.address)"
            try write.run(
                """
                INSERT INTO museum_memberpress_picture (id, title, alt, type, address, size, mark, read_at, changed_at, changed_by)
                VALUES (\(file.id), \(String(file.title.tidied().prefix(Exhibit.longestTitle))),
                    \(String(file.altText.tidied().prefix(Exhibit.longestAlt))), \(file.type), \(file.address), \(file.size), \(mark), \(write.now),
                    \(write.now), \(write.actor))
                ON CONFLICT (id) DO UPDATE SET title = excluded.title, alt = excluded.alt, type = excluded.type, address = excluded.address,
                    size = excluded.size, mark = excluded.mark, read_at = excluded.read_at, gone_at = NULL, changed_at = excluded.changed_at
                """)
        }
        // A library without anything is rather a fault.
        guard !files.isEmpty else { return }
        try write.run(
            "UPDATE museum_memberpress_picture SET gone_at = \(write.now), changed_at = \(write.now) WHERE gone_at IS NULL AND read_at < \(write.now)"
        )
    }

    private func fetch(_ one: WordPressPicture, _ client: MemberPressClient) async throws {
        let bytes: [UInt8]
        do {
            bytes = try await client.bytes(of: try await client.file(one.id))
        } catch MemberPressFailure.hashMismatch {
            return try await note(.damaged, one)
        } catch MemberPressFailure.notFound { return try await note(.damaged, one) }
        let hash = sha256(bytes)
        if let before = one.hash, one.exhibit != nil {
            guard before != hash else { return try await note(nil, one, hash) }
            return try await site.write(by: nil, once: nil) { write in
                try MemberPressConflicts.raise(.pictureChanged, about: one.id, one.title, in: write)
                try write.run("UPDATE museum_memberpress_picture SET fetched_mark = \(one.mark), changed_at = \(write.now) WHERE id = \(one.id)")
            }
        }
        try await show(one, bytes, hash)
    }

    /// Hangs it in the gallery: as a new exhibit, or in the place of the picture that it was.
    private func show(_ one: WordPressPicture, _ bytes: [UInt8], _ hash: [UInt8]) async throws {
        let file = site.media.makeTemporaryURL()
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(bytes).write(to: file)
        let kept = try await site.database.read { db in try one.exhibit.flatMap { try db.first(.exhibit($0)) } }
        let title = one.title.isEmpty ? "\(one.id)" : one.title
        let form =
            kept.map { ExhibitForm($0) }
            ?? ExhibitForm(kind: ExhibitKind.picture.rawValue, title: title, alt: one.alt.isEmpty ? title : one.alt, isPublic: true)
        do {
            let draft = try ExhibitDraft(form, rooms: try await editing.rooms(), hasPicture: true)
            try await editing.save(draft, as: kept?.id, .file(file), by: nil) { exhibit, write in
                try write.run(
                    """
                    UPDATE museum_memberpress_picture SET exhibit_id = \(exhibit), hash = \(hash), fetched_mark = \(one.mark), failure = NULL,
                        changed_at = \(write.now)
                    WHERE id = \(one.id)
                    """)
            }
        } catch is PictureRefusal {
            try await note(.unusable, one, one.hash)
        } catch let problem as Problem {
            site.log(.notice, "memberpress.picture-refused", ["cause": .string(problem.code)])
            try await note(.unusable, one, one.hash)
        }
    }

    /// What is damaged on its way is fetched again with the next run; what can't be used only once it is another file.
    private func note(_ failure: WordPressPicture.Failure?, _ one: WordPressPicture, _ hash: [UInt8]? = nil) async throws {
        try await site.write(by: nil, once: nil) { write in
            try write.run(
                """
                UPDATE museum_memberpress_picture SET failure = \(failure?.rawValue), hash = COALESCE(\(hash), hash),
                    fetched_mark = \(failure == .damaged ? one.fetchedMark : one.mark), changed_at = \(write.now)
                WHERE id = \(one.id)
                """)
        }
    }

    /// Staff want some in the gallery.
    func choose(_ ids: [Int64], in write: Write) throws {
        try write.run(
            """
            UPDATE museum_memberpress_picture SET is_wanted = 1, failure = NULL, fetched_mark = NULL, changed_at = \(write.now),
                changed_by = \(write.actor)
            WHERE id IN \(list: ids) AND gone_at IS NULL AND exhibit_id IS NULL
            """)
    }

    /// Staff want what a picture has become.
    static func accept(_ id: Int64, in write: Write) throws {
        try write.run(
            """
            UPDATE museum_memberpress_picture SET hash = NULL, fetched_mark = NULL, changed_at = \(write.now), changed_by = \(write.actor)
            WHERE id = \(id)
            """)
    }
}
