import Core
import Database
import Foundation
import Media
import Platform

/// A picture that was imported and has no words yet for those who can't see it: nobody but staff sees it until it has.
struct WaitingPicture: Sendable, Equatable, SQLRow {
    static let columns: SQL = """
        w.picture_digest, w.picture_size, w.picture_width, w.picture_height, w.thumbnail_digest, w.thumbnail_size, \
        w.detail_digest, w.detail_size, w.detail_width, w.detail_height
        """

    let picture: StoredPicture
    let detail: DetailedPicture?

    init(_ picture: StoredPicture, _ detail: DetailedPicture?) {
        self.picture = picture
        self.detail = detail
    }

    init(row: inout RowReader) throws {
        guard let picture = try StoredPicture(row: &row) else { throw DatabaseError.unreadable("A waiting picture has no file.") }
        self.picture = picture
        detail = try DetailedPicture(row: &row)
    }

    var files: [MediaRef] { picture.files + [detail?.file].compactMap(\.self) }
}

extension Query where Row == WaitingPicture {
    static func waiting(of exhibit: ExhibitID) -> Self {
        "SELECT \(WaitingPicture.columns) FROM museum_waiting_picture w WHERE w.exhibit_id = \(exhibit)"
    }
}

/// Makes pictures of what was imported, and keeps those that wait for their words.
struct WaitingPictures: Sendable {
    let site: Site
    private let editing: ExhibitEditing

    init(site: Site) {
        self.site = site
        editing = ExhibitEditing(site: site)
    }

    /// Puts the picture of a file into its exhibit, or has it wait there. An exhibit that has got a picture meanwhile keeps that.
    /// - Throws: ``PictureRefusal``.
    func make(of file: URL, for exhibit: ExhibitID) async throws {
        try await site.media.withLease { lease in
            try await editing.withPictures(of: .file(file), under: lease) { picture, detail in
                guard let picture else { return }
                try await site.write(by: nil) { [site] write in
                    guard let found = try write.first(.exhibit(exhibit)), found.picture == nil else { return }
                    if found.alt.isEmpty {
                        try Self.keep(WaitingPicture(picture, detail), for: exhibit, in: write)
                    } else {
                        try ExhibitEditing.set(picture, detail, of: exhibit, in: write)
                    }
                    try ExhibitEditing.hold(exhibit, site, in: write)
                }
            }
        }
    }

    private static func keep(_ waiting: WaitingPicture, for exhibit: ExhibitID, in write: Write) throws {
        let (picture, detail) = (waiting.picture, waiting.detail)
        try write.run("DELETE FROM museum_waiting_picture WHERE exhibit_id = \(exhibit)")
        try write.run(
            """
            INSERT INTO museum_waiting_picture (exhibit_id, picture_digest, picture_size, picture_width, picture_height, thumbnail_digest,
                thumbnail_size, detail_digest, detail_size, detail_width, detail_height, changed_at, changed_by)
            VALUES (\(exhibit), \(picture.large.digest), \(picture.large.size), \(picture.width), \(picture.height), \(picture.thumbnail.digest),
                \(picture.thumbnail.size), \(detail?.file.digest), \(detail?.file.size), \(detail?.size.width), \(detail?.size.height), \(write.now),
                \(write.actor))
            """)
    }

    /// Those of some exhibits whose picture waits.
    static func waiting(among exhibits: [ExhibitID], in db: any Connection) throws -> Set<ExhibitID> {
        guard !exhibits.isEmpty else { return [] }
        return Set(
            try db.all(
                "SELECT exhibit_id FROM museum_waiting_picture WHERE exhibit_id IN \(list: exhibits) ORDER BY exhibit_id LIMIT \(exhibits.count)"
                    as Query<ExhibitID>))
    }

    static func count(in db: any Connection) throws -> Int { try db.one("SELECT count(*) FROM museum_waiting_picture") }
}
