import Audit
import Core
import Crypto
import Database
import Media
import Platform

/// Sends licence photos to the museum's WordPress, and takes away there what was removed here. A photo leaves this site only once WordPress gives out
/// the same bytes (MUS-019, MUS-053).
struct LicenceSending: Sendable {
    let licences: Licences
    let client: MemberPressClient

    private var site: Site { licences.site }

    /// - Parameter sends: whether the museum wants photos there.
    /// - Throws: ``MemberPressFailure`` where WordPress is away; the rest waits.
    func run(sends: Bool) async throws {
        let (waiting, removed) = try await site.database.readInBackground { db in
            (
                try db.all(
                    """
                    SELECT \(Licence.columns) FROM museum_licence l WHERE l.file_digest IS NOT NULL AND l.removed_at IS NULL ORDER BY l.id LIMIT 100
                    """ as Query<Licence>),
                try db.all(
                    "SELECT \(Licence.columns) FROM museum_licence l WHERE l.removed_at IS NOT NULL ORDER BY l.id LIMIT 100" as Query<Licence>)
            )
        }
        if sends { for licence in waiting { try await send(licence) } }
        for licence in removed { try await remove(licence) }
    }

    private func send(_ licence: Licence) async throws {
        guard let person = licence.person,
            let member = try await site.database.read({ try $0.all(.mirroredMembers(of: person)).first })
        else { return }
        let bytes = try await licences.bytes(of: licence)
        let name = "member-\(member.id)-\(licence.name).jpg"
        let file: WordPressFile
        do {
            // An upload whose answer was lost is there already.
            if let known = try await client.file(named: licence.name) {
                _ = try await client.bytes(of: known, expecting: licence.hash)
                file = known
            } else {
                file = try await client.upload(bytes, named: name, type: "image/jpeg")
            }
        } catch MemberPressFailure.hashMismatch {
            // What WordPress made of it is no proof of anything: it goes, and the photo stays here for another try.
            site.log(.warning, "memberpress.licence-mismatch", ["licence": .integer(licence.id.number)])
            if let known = try await client.file(named: licence.name) { try await client.deleteFile(known.id) }
            return
        }
        try await site.write(by: nil, once: nil) { [site] write in
            let count = try write.run(
                """
                UPDATE museum_licence SET file_id = \(file.id), sent_at = \(write.now), file_digest = NULL, file_size = NULL, changed_at = \(write.now)
                WHERE id = \(licence.id) AND removed_at IS NULL
                """)
            // One that was removed meanwhile is taken away there, by its name.
            guard count == 1 else { return }
            try site.media.holds.releaseAll(by: .licence(licence.id), in: write)
            try write.audit(.exportData, licence.id, ["member": String(member.id)])
        }
    }

    private func remove(_ licence: Licence) async throws {
        if let known = try await client.file(named: licence.name) { try await client.deleteFile(known.id) }
        try await site.write(by: nil, once: nil) { write in _ = try write.run("DELETE FROM museum_licence WHERE id = \(licence.id)") }
    }
}
