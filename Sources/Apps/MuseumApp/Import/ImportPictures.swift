import Core
import Database
import Foundation
import Jobs
import Media
import Platform

extension CollectionImport {
    static func pictures(of id: ImportID, in db: any Connection) throws -> ImportPictures {
        let rows = try db.all(
            "SELECT name, status FROM museum_import_picture WHERE import_id = \(id) ORDER BY name LIMIT \(mostPictures)"
                as Query<Row2<String, String>>)
        var pictures = ImportPictures(names: Set(rows.map(\.first)))
        pictures.waiting = rows.count { $0.second == "waiting" }
        pictures.done = rows.count { $0.second == "done" }
        pictures.failed = rows.filter { $0.second == "failed" }.map(\.first)
        return pictures
    }

    /// Has a picture made for an exhibit that has none.
    func want(_ name: String, for exhibit: ExhibitID, of collection: UploadedCollection, in write: Write) throws {
        let has: Int = try write.one(
            """
            SELECT (SELECT count(*) FROM museum_exhibit WHERE id = \(exhibit) AND picture_digest IS NOT NULL)
                + (SELECT count(*) FROM museum_waiting_picture WHERE exhibit_id = \(exhibit))
            """)
        guard has == 0 else { return }
        try write.run(
            """
            UPDATE museum_import_picture SET status = 'waiting', changed_at = \(write.now), changed_by = \(write.actor)
            WHERE import_id = \(collection.id) AND name = \(name)
            """)
        try write.enqueue(Self.picture, Payload(collection: collection.id, name: name, exhibit: exhibit), key: "\(collection.id)-\(exhibit)")
    }

    /// The work of ``picture``.
    var pictureJob: JobKind {
        JobKind(Self.picture, limit: 1) { work, _ in
            let file = try await site.database.read { db in
                try db.first(
                    "SELECT digest, size FROM museum_import_picture WHERE import_id = \(work.collection) AND name = \(work.name)"
                        as Query<Row2<String, Int>>)
            }.flatMap { MediaRef(digest: $0.first, size: $0.second) }
            guard let file else { return }
            var status = "done"
            do {
                try await waiting.make(of: site.media.url(file), for: work.exhibit)
            } catch let refusal as PictureRefusal {
                site.log(.notice, "museum.import-picture-refused", ["cause": .string("\(refusal)")])
                status = "failed"
            }
            let outcome = status
            try await site.write(by: nil) { write in
                _ = try write.run(
                    """
                    UPDATE museum_import_picture SET status = \(outcome), changed_at = \(write.now), changed_by = \(write.actor)
                    WHERE import_id = \(work.collection) AND name = \(work.name)
                    """)
            }
        }
    }
}
