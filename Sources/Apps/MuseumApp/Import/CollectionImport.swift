import Audit
import Core
import Database
import Foundation
import Jobs
import Localization
import Media
import Platform
import Web

/// Takes a collection over from a file: looked at first, then written as a whole or not at all. What was imported before is known again.
struct CollectionImport: Sendable {
    static let mostPictures = 500
    /// Makes the picture of one exhibit.
    static let picture = Job<Payload>("museum.import-picture")

    struct Payload: Codable, Sendable {
        let collection: ImportID
        let name: String
        let exhibit: ExhibitID
    }

    let site: Site
    let waiting: WaitingPictures

    init(site: Site) {
        self.site = site
        waiting = WaitingPictures(site: site)
    }

    /// Keeps a file with its pictures, once it has been found to be a collection.
    /// - Throws: ``ImportRefusal``.
    func keep(_ file: UploadedFile, named source: String, _ pictures: [UploadedFile], by person: PersonID?) async throws -> ImportID {
        guard file.size <= ImportTable.mostBytes else { throw ImportRefusal.tooLarge }
        guard pictures.count <= Self.mostPictures else { throw ImportRefusal.tooManyPictures }
        let table = try ImportTable([UInt8](try Data(contentsOf: file.url)))
        let mapping = try StoredJSON(ImportMapping(recognising: table.columns))
        let name = source.tidied(limit: 80).isEmpty ? (file.fileName as NSString).deletingPathExtension.tidied(limit: 80) : source.tidied(limit: 80)
        return try await site.media.withLease { lease in
            let stored = try await lease.store(fileAt: file.url)
            var kept: [(name: String, file: MediaRef)] = []
            for picture in pictures where picture.size <= PictureMaker.mostBytes {
                kept.append((picture.fileName.tidied(limit: 200), try await lease.store(fileAt: picture.url)))
            }
            let all = kept
            return try await site.write(by: person) { [site] write in
                let id: ImportID = try write.insert(
                    """
                    INSERT INTO museum_import (source, file_digest, file_size, mapping, is_done, added, changed, changed_at, changed_by)
                    VALUES (\(name.isEmpty ? "Collection" : name), \(stored.digest), \(stored.size), \(mapping), \(false), 0, 0, \(write.now),
                        \(write.actor))
                    """)
                for picture in all {
                    try write.run(
                        """
                        INSERT INTO museum_import_picture (import_id, name, digest, size, status, changed_at, changed_by)
                        VALUES (\(id), \(picture.name), \(picture.file.digest), \(picture.file.size), 'held', \(write.now), \(write.actor))
                        ON CONFLICT (import_id, name) DO NOTHING
                        """)
                }
                try site.media.holds.setHolds(of: .collectionImport(id), to: [stored] + all.map(\.file), in: write)
                return id
            }
        }
    }

    func find(_ id: ImportID, in db: any Connection) throws -> UploadedCollection {
        guard let found = try db.first(.collection(id)) else { throw Problem.notFound }
        return found
    }

    /// What would come of it now.
    func look(_ id: ImportID) async throws -> (collection: UploadedCollection, table: ImportTable, plan: ImportPlan, pictures: ImportPictures) {
        try await site.database.readInBackground { [self] db in
            let collection = try find(id, in: db)
            let table = try table(of: collection)
            let pictures = try Self.pictures(of: id, in: db)
            return (collection, table, try plan(collection, table, pictures, in: db), pictures)
        }
    }

    private func table(of collection: UploadedCollection) throws -> ImportTable {
        try ImportTable([UInt8](try Data(contentsOf: site.media.url(collection.file))))
    }

    private func plan(_ collection: UploadedCollection, _ table: ImportTable, _ pictures: ImportPictures, in db: any Connection) throws -> ImportPlan
    {
        let known = try db.all(
            "SELECT e.outside_id, e.id FROM museum_exhibit e WHERE e.outside_source = \(collection.source) ORDER BY e.id LIMIT 100000"
                as Query<Row2<String, ExhibitID>>)
        var exhibits: [ExhibitID: Exhibit] = [:]
        var rest = known.map(\.second)[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(500))
            rest = rest.dropFirst(500)
            for exhibit in try db.all(.exhibits(part)) { exhibits[exhibit.id] = exhibit }
        }
        let byKey = Dictionary(known.compactMap { row in exhibits[row.second].map { (row.first, $0) } }) { first, _ in first }
        let untitled = site.messages.render("Untitled", in: site.configuration.mainLanguage, timeZone: site.configuration.zone)
        return ImportPlan(
            table, collection.mapping, rooms: try db.all(.rooms), known: byKey, pictures: pictures.names, untitled: untitled)
    }

    /// Says anew which column is what.
    func map(_ id: ImportID, _ form: ImportForm, by person: PersonID?) async throws {
        try await site.write(by: person) { [self] write in
            let collection = try find(id, in: write)
            guard !collection.isDone else { throw ImportRefusal.done }
            let mapping = try StoredJSON(ImportMapping(form, columns: try table(of: collection).columns))
            try write.run(
                "UPDATE museum_import SET mapping = \(mapping), changed_at = \(write.now), changed_by = \(write.actor) WHERE id = \(id)")
        }
    }

    /// Has what is new stay hidden.
    func hide(_ id: ImportID, by person: PersonID?) async throws {
        try await site.write(by: person) { [self] write in
            var mapping = try find(id, in: write).mapping
            mapping.isPublic = false
            let stored = try StoredJSON(mapping)
            try write.run("UPDATE museum_import SET mapping = \(stored), changed_at = \(write.now), changed_by = \(write.actor) WHERE id = \(id)")
        }
    }

    /// Writes all of it in one transaction: exhibits that are new, and those that say something else now. Lines with mistakes are left out.
    /// Pictures follow one by one.
    /// - Throws: ``ImportRefusal/done``.
    func carryOut(_ id: ImportID, by person: PersonID?) async throws {
        try await site.write(by: person) { [self] write in
            let collection = try find(id, in: write)
            guard !collection.isDone else { throw ImportRefusal.done }
            let plan = try plan(collection, try table(of: collection), try Self.pictures(of: id, in: write), in: write)
            var position: Int = try write.one("SELECT COALESCE(max(position), 0) FROM museum_exhibit")
            for item in plan.items {
                guard let draft = item.draft else { continue }
                var exhibit = item.known
                switch item.outcome {
                case .new:
                    position += 1
                    exhibit = try add(draft, item.key, of: collection, at: position, hidden: item.picture != nil && draft.alt.isEmpty, in: write)
                case .changed: if let known = item.known { try ExhibitEditing.put(draft, as: known, in: write) }
                case .same, .wrong: break
                }
                if let exhibit, let name = item.picture { try want(name, for: exhibit, of: collection, in: write) }
            }
            try write.run(
                """
                UPDATE museum_import SET is_done = \(true), added = \(plan.count(.new)), changed = \(plan.count(.changed)), changed_at = \(write.now),
                    changed_by = \(write.actor)
                WHERE id = \(id)
                """)
            try write.audit(.importData, id, ["name": collection.source, "count": String(plan.count(.new) + plan.count(.changed))])
        }
    }

    private func add(
        _ draft: ExhibitDraft, _ key: String, of collection: UploadedCollection, at position: Int, hidden: Bool, in write: Write
    ) throws -> ExhibitID {
        try write.insert(
            """
            INSERT INTO museum_exhibit (room_id, kind, title, creator, made, medium, size, credit, text, alt, search_key, position, is_public,
                is_on_front, outside_source, outside_id, changed_at, changed_by)
            VALUES (\(draft.room), \(draft.kind.rawValue), \(draft.title), \(draft.creator), \(draft.made), \(draft.medium), \(draft.size),
                \(draft.credit), \(draft.text), \(draft.alt), \(draft.searchKey), \(position), \(draft.isPublic && !hidden), \(false),
                \(collection.source), \(key), \(write.now), \(write.actor))
            """)
    }

    /// Forgets a file and its pictures; what came of it stays.
    func discard(_ id: ImportID, by person: PersonID?) async throws {
        try await site.write(by: person) { [site] write in
            try site.media.holds.releaseAll(by: .collectionImport(id), in: write)
            guard try write.run("DELETE FROM museum_import WHERE id = \(id)") == 1 else { throw Problem.notFound }
        }
    }
}
