import Audit
import Core
import Crypto
import Database
import Foundation
import Media
import Platform
import Web

/// Keeps licence photos: made safe in the box, without metadata, sealed with the site's key, and here only until the museum's WordPress has them.
struct Licences: Sendable {
    let site: Site
    let sync: MemberPressSync
    private let pictures: PictureMaker

    init(site: Site, sync: MemberPressSync) {
        self.site = site
        self.sync = sync
        pictures = PictureMaker(site: site, large: .whole(width: 1600), thumbnail: .whole(width: 200))
    }

    private static func context(_ name: String) -> String { "museum.licence:\(name)" }

    /// Keeps a photo in place of the one before.
    /// - Throws: ``PictureRefusal``.
    func add(_ upload: URL, by person: PersonID) async throws {
        try await site.media.withLease { lease in
            // What isn't held when the lease ends is removed: of the picture only the sealed bytes stay.
            let picture = try await pictures.make(of: upload, under: lease)
            let bytes = [UInt8](try Data(contentsOf: site.media.url(picture.large)))
            let name = "licence-\(randomBytes(16).hex)"
            let sealed = try await lease.store(bytes: site.key.seal(bytes, context: Self.context(name)))
            let hash = sha256(bytes)
            try await site.write(by: person) { [self] write in
                if let before = try write.first(.licence(of: person)) { try remove(before, in: write) }
                let id: ID<Licence> = try write.insert(
                    """
                    INSERT INTO museum_licence (person_id, file_digest, file_size, hash, name, added_at, changed_at, changed_by)
                    VALUES (\(person), \(sealed.digest), \(sealed.size), \(hash), \(name), \(write.now), \(write.now), \(person))
                    """)
                try site.media.holds.setHolds(of: .licence(id), to: [sealed], in: write)
                try write.audit(.create, id)
                try sync.askNow(readsAll: false, in: write)
            }
        }
    }

    /// What is kept of a photo.
    func sealed(_ file: MediaRef) throws -> [UInt8] { [UInt8](try Data(contentsOf: site.media.url(file))) }

    /// The photo, for whoever may see it.
    /// - Throws: ``MemberPressFailure`` where WordPress has it and doesn't give it out as it was.
    func bytes(of licence: Licence) async throws -> [UInt8] {
        if let file = licence.file {
            return try site.key.open(try sealed(file), context: Self.context(licence.name))
        }
        guard let id = licence.fileID, let client = sync.client(isQuick: true) else { throw Problem.notFound }
        return try await client.bytes(of: try await client.file(id), expecting: licence.hash)
    }

    /// The same for staff, each look noted.
    func look(at id: ID<Licence>, by person: PersonID) async throws -> [UInt8] {
        guard let licence = try await site.database.read({ try $0.first(.licence(id)) }) else { throw Problem.notFound }
        try await site.write(by: person, once: nil) { write in
            try write.audit(.read, id, ["person": licence.person?.description ?? ""])
        }
        return try await bytes(of: licence)
    }

    /// Removes somebody's photo, here at once and in WordPress with the next run.
    func remove(of person: PersonID, in write: Write) throws {
        guard let licence = try write.first(.licence(of: person)) else { return }
        try remove(licence, in: write)
        try sync.askNow(readsAll: false, in: write)
    }

    private func remove(_ licence: Licence, in write: Write) throws {
        try site.media.holds.releaseAll(by: .licence(licence.id), in: write)
        try write.audit(.delete, licence.id)
        // The name is kept as long as WordPress may have a file of it.
        try write.run(
            """
            UPDATE museum_licence SET person_id = NULL, file_digest = NULL, file_size = NULL, removed_at = \(write.now), changed_at = \(write.now),
                changed_by = \(write.actor)
            WHERE id = \(licence.id)
            """)
    }
}
