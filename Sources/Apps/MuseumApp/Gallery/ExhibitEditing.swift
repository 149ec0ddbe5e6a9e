import Audit
import Core
import Database
import Foundation
import Media
import Platform
import Web

/// Changes what the gallery shows. Pictures come from the box, without metadata; where one was taken isn't kept.
struct ExhibitEditing: Sendable {
    let site: Site
    let pictures: PictureMaker

    init(site: Site) {
        self.site = site
        pictures = .exhibits(of: site)
    }

    /// What happens to a video when the form is saved.
    enum VideoChange: Sendable {
        case keep, remove
        case file(URL, mediaType: String)
    }

    func rooms() async throws -> [Room] { try await site.database.read { try $0.all(.rooms) } }

    func find(_ id: ExhibitID) async throws -> Exhibit {
        guard let exhibit = try await site.database.read({ try $0.first(.exhibit(id)) }) else { throw Problem.notFound }
        return exhibit
    }

    /// Adds an exhibit, or changes one.
    /// - Throws: ``PictureRefusal`` or ``VideoRefusal`` where a file can't be used; then nothing is changed.
    @discardableResult
    func save(
        _ draft: ExhibitDraft, as id: ExhibitID?, _ change: PictureChange = .keep, _ video: VideoChange = .keep, by person: PersonID?
    ) async throws -> ExhibitID {
        try await site.media.withLease { lease in
            let film: StoredVideo?
            if case .file(let url, let mediaType) = video {
                film = StoredVideo(file: try await lease.store(fileAt: url), mediaType: mediaType)
            } else {
                film = nil
            }
            return try await pictures.withPicture(of: change) { picture in
                try await site.write(by: person) { [self] write in
                    let exhibit = try put(draft, as: id, in: write)
                    if change != .keep { try set(picture, of: exhibit, in: write) }
                    if case .keep = video {} else { try set(film, of: exhibit, in: write) }
                    guard let kept = try write.first(.exhibit(exhibit)) else { throw Problem.notFound }
                    try site.media.holds.setHolds(
                        of: .exhibit(exhibit), to: (kept.picture?.files ?? []) + [kept.video?.file].compactMap(\.self), in: write)
                    try write.audit(id == nil ? .create : .update, exhibit, ["name": draft.title])
                    return exhibit
                }
            }
        }
    }

    private func put(_ draft: ExhibitDraft, as id: ExhibitID?, in write: Write) throws -> ExhibitID {
        guard let id else {
            let position: Int = try write.one("SELECT COALESCE(max(position), 0) + 1 FROM museum_exhibit")
            return try write.insert(
                """
                INSERT INTO museum_exhibit (room_id, kind, title, creator, made, medium, size, credit, text, alt, search_key, position, is_public,
                    is_on_front, changed_at, changed_by)
                VALUES (\(draft.room), \(draft.kind.rawValue), \(draft.title), \(draft.creator), \(draft.made), \(draft.medium), \(draft.size),
                    \(draft.credit), \(draft.text), \(draft.alt), \(draft.searchKey), \(position), \(draft.isPublic), \(draft.isOnFrontPage),
                    \(write.now), \(write.actor))
                """)
        }
        let count = try write.run(
            """
            UPDATE museum_exhibit SET room_id = \(draft.room), kind = \(draft.kind.rawValue), title = \(draft.title), creator = \(draft.creator),
                made = \(draft.made), medium = \(draft.medium), size = \(draft.size), credit = \(draft.credit), text = \(draft.text),
                alt = \(draft.alt), search_key = \(draft.searchKey), is_public = \(draft.isPublic), is_on_front = \(draft.isOnFrontPage),
                changed_at = \(write.now), changed_by = \(write.actor)
            WHERE id = \(id)
            """)
        guard count == 1 else { throw Problem.notFound }
        return id
    }

    private func set(_ picture: StoredPicture?, of exhibit: ExhibitID, in write: Write) throws {
        try write.run(
            """
            UPDATE museum_exhibit SET picture_digest = \(picture?.large.digest), picture_size = \(picture?.large.size),
                picture_width = \(picture?.width), picture_height = \(picture?.height), thumbnail_digest = \(picture?.thumbnail.digest),
                thumbnail_size = \(picture?.thumbnail.size)
            WHERE id = \(exhibit)
            """)
    }

    private func set(_ video: StoredVideo?, of exhibit: ExhibitID, in write: Write) throws {
        try write.run(
            """
            UPDATE museum_exhibit SET video_digest = \(video?.file.digest), video_size = \(video?.file.size), video_type = \(video?.mediaType)
            WHERE id = \(exhibit)
            """)
    }

    func delete(_ id: ExhibitID, by person: PersonID) async throws {
        try await site.write(by: person) { [site] write in
            try site.media.holds.releaseAll(by: .exhibit(id), in: write)
            guard let title = try write.first("DELETE FROM museum_exhibit WHERE id = \(id) RETURNING title" as Query<String>) else {
                throw Problem.notFound
            }
            try write.audit(.delete, id, ["name": title])
        }
    }

    // MARK: Rooms

    @discardableResult
    func saveRoom(_ name: String, _ text: String, as id: RoomID?, by person: PersonID?) async throws -> RoomID {
        let (name, text) = (name.tidied(), text.tidiedLines())
        var wrong: [String: Text] = [:]
        if name.isEmpty { wrong["name"] = "Enter a name." }
        if name.length > Room.longestName { wrong["name"] = "Write at most \(Room.longestName) characters." }
        if text.length > Room.longestText { wrong["text"] = "Write at most \(Room.longestText) characters." }
        guard wrong.isEmpty else {
            throw Problem(.invalid, "museum.room-wrong", "The room wasn’t saved.", remedy: "Correct what is marked and save again.", fields: wrong)
        }
        return try await site.write(by: person) { write in
            let room: RoomID
            if let id {
                let count = try write.run(
                    """
                    UPDATE museum_room SET name = \(name), text = \(text), changed_at = \(write.now), changed_by = \(write.actor) WHERE id = \(id)
                    """)
                guard count == 1 else { throw Problem.notFound }
                room = id
            } else {
                room = try write.insert(
                    """
                    INSERT INTO museum_room (name, text, position, changed_at, changed_by)
                    SELECT \(name), \(text), COALESCE(max(position), 0) + 1, \(write.now), \(write.actor) FROM museum_room
                    """)
            }
            try write.audit(id == nil ? .create : .update, room, ["name": name])
            return room
        }
    }

    /// What was in the room stays in the gallery, without one.
    func deleteRoom(_ id: RoomID, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            guard let name = try write.first("DELETE FROM museum_room WHERE id = \(id) RETURNING name" as Query<String>) else {
                throw Problem.notFound
            }
            try write.audit(.delete, id, ["name": name])
        }
    }
}

/// Why a video was not taken.
enum VideoRefusal: Error, Equatable {
    case tooLarge, wrongType

    /// Looks at the first bytes of a file: an MP4 or a WebM one.
    static func mediaType(of file: URL) throws(VideoRefusal) -> String {
        guard let handle = try? FileHandle(forReadingFrom: file), let head = try? handle.read(upToCount: 12) else { throw .wrongType }
        let bytes = Array(head)
        if bytes.count == 12, Array(bytes[4..<8]) == Array("ftyp".utf8) { return "video/mp4" }
        if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return "video/webm" }
        throw .wrongType
    }
}

extension VideoRefusal: ProblemConvertible {
    static let field = "video"

    var problem: Problem {
        let words: Text =
            switch self {
            case .tooLarge: "This video is larger than 200 MB. Choose a smaller one."
            case .wrongType: "This file isn’t an MP4 or WebM video."
            }
        return Problem(.invalid, "museum.video-unusable", "The video can’t be used.", remedy: "Choose another video.", fields: [Self.field: words])
    }
}
