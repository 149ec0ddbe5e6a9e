import Audit
import Core
import Database
import Documents
import Foundation
import Media
import Platform
import Web

/// Changes what the gallery shows. Pictures and videos come from the box, without metadata; where one was taken isn't kept.
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
        case file(URL)
    }

    func rooms() async throws -> [Room] { try await site.database.read { try $0.all(.rooms) } }

    func find(_ id: ExhibitID) async throws -> Exhibit {
        guard let exhibit = try await site.database.read({ try $0.first(.exhibit(id)) }) else { throw Problem.notFound }
        return exhibit
    }

    /// Adds an exhibit, or changes one.
    /// - Parameter also: what belongs into the same transaction.
    /// - Throws: ``PictureRefusal`` or ``VideoRefusal`` where a file can't be used; then nothing is changed.
    @discardableResult
    func save(
        _ draft: ExhibitDraft, _ words: Translations = [:], as id: ExhibitID?, _ change: PictureChange = .keep, _ video: VideoChange = .keep,
        by person: PersonID?,
        _ also: (@Sendable (ExhibitID, Write) throws -> Void)? = nil
    ) async throws -> ExhibitID {
        try await site.media.withLease { lease in
            let film: StoredVideo?
            if case .file(let url) = video {
                film = try await make(of: url, under: lease)
            } else {
                film = nil
            }
            return try await withPictures(of: change, under: lease) { picture, detail in
                try await site.write(by: person) { [self] write in
                    // Words may go together with the picture that needs them, so it goes first.
                    if case .remove = change, let id { try Self.set(nil, nil, of: id, in: write) }
                    let exhibit = try Self.put(draft, words, as: id, in: write)
                    if change != .keep {
                        try Self.set(picture, detail, of: exhibit, in: write)
                        try write.run("DELETE FROM museum_waiting_picture WHERE exhibit_id = \(exhibit)")
                    } else if !draft.alt.isEmpty, let waiting = try write.first(.waiting(of: exhibit)) {
                        try Self.set(waiting.picture, waiting.detail, of: exhibit, in: write)
                        try write.run("DELETE FROM museum_waiting_picture WHERE exhibit_id = \(exhibit)")
                    } else if try write.first(.waiting(of: exhibit)) != nil {
                        // It is shown together with its picture.
                        try write.run("UPDATE museum_exhibit SET is_public = \(false) WHERE id = \(exhibit)")
                    }
                    if case .keep = video {} else { try set(film, of: exhibit, in: write) }
                    try Self.hold(exhibit, site, in: write)
                    try write.audit(id == nil ? .create : .update, exhibit, ["name": draft.title])
                    try also?(exhibit, write)
                    return exhibit
                }
            }
        }
    }

    /// Runs `body` with the picture of a change, and with all of its pixels where it has more.
    func withPictures<Value: Sendable>(
        of change: PictureChange, under lease: MediaLease, _ body: (StoredPicture?, DetailedPicture?) async throws -> Value
    ) async throws -> Value {
        try await pictures.withPicture(of: change) { picture in
            try await body(picture, try await detail(of: change, beside: picture, under: lease))
        }
    }

    /// Keeps what an exhibit shows, and what waits to be shown.
    static func hold(_ exhibit: ExhibitID, _ site: Site, in write: Write) throws {
        guard let kept = try write.first(.exhibit(exhibit)) else { throw Problem.notFound }
        let waiting = try write.first(.waiting(of: exhibit))?.files ?? []
        try site.media.holds.setHolds(of: .exhibit(exhibit), to: kept.files + waiting, in: write)
    }

    private func make(of file: URL, under lease: MediaLease) async throws -> StoredVideo {
        guard let container = VideoCleaner.Container(of: file) else { throw VideoRefusal.wrongType }
        do {
            let clean = try await site.videos.clean(file, in: site.media.temporaryFolder)
            return StoredVideo(file: try await lease.store(fileAt: clean), mediaType: container.mediaType)
        } catch let refusal as ConversionRefusal where refusal == .damaged || refusal == .tooSlow {
            site.log(.notice, "museum.video-refused", ["cause": .string("\(refusal)")])
            throw VideoRefusal.damaged
        }
    }

    @discardableResult
    static func put(_ draft: ExhibitDraft, _ words: Translations = [:], as id: ExhibitID?, in write: Write) throws -> ExhibitID {
        let exhibit = try put(draft, id, in: write)
        try words.save(as: .exhibit, of: exhibit.number, in: write)
        // It is found by its words in every language.
        let key = try Translations.of(.exhibit, exhibit.number, in: write).searchKey
        if !key.isEmpty { try write.run("UPDATE museum_exhibit SET search_key = \(draft.searchKey + " " + key) WHERE id = \(exhibit)") }
        return exhibit
    }

    private static func put(_ draft: ExhibitDraft, _ id: ExhibitID?, in write: Write) throws -> ExhibitID {
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

    /// All pixels of a picture that has more than the large one; nil where it hasn't, or where they don't fit.
    private func detail(of change: PictureChange, beside picture: StoredPicture?, under lease: MediaLease) async throws -> DetailedPicture? {
        guard case .file(let file) = change, let picture, let facts = PictureFacts(of: file), let width = facts.width, let height = facts.height,
            max(width, height) > max(picture.width, picture.height)
        else { return nil }
        do {
            let whole = try await site.thumbnails.makeWhole(from: file, in: site.media.temporaryFolder)
            guard let size = PictureFacts(of: whole), let width = size.width, let height = size.height else { return nil }
            return DetailedPicture(file: try await lease.store(fileAt: whole), size: .init(width: width, height: height))
        } catch let refusal as ConversionRefusal where refusal != .cancelled {
            site.log(.notice, "museum.detail-refused", ["cause": .string("\(refusal)")])
            return nil
        }
    }

    static func set(_ picture: StoredPicture?, _ detail: DetailedPicture?, of exhibit: ExhibitID, in write: Write) throws {
        try write.run(
            """
            UPDATE museum_exhibit SET \(sql: .columns(of: picture)), detail_digest = \(detail?.file.digest), detail_size = \(detail?.file.size),
                detail_width = \(detail?.size.width), detail_height = \(detail?.size.height)
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

    /// - Returns: its title.
    /// - Throws: ``ExhibitRefusal/undescribed`` for one that would be shown without the picture that it has.
    func setVisibility(_ id: ExhibitID, to isPublic: Bool, by person: PersonID) async throws -> String {
        try await site.write(by: person) { write in
            let title = try write.first(
                """
                UPDATE museum_exhibit SET is_public = \(isPublic), changed_at = \(write.now), changed_by = \(write.actor) WHERE id = \(id)
                RETURNING title
                """ as Query<String>)
            guard let title else { throw Problem.notFound }
            if isPublic, try write.first(.waiting(of: id)) != nil { throw ExhibitRefusal.undescribed }
            try write.audit(.update, id, ["name": title, "isPublic": String(isPublic)])
            return title
        }
    }

    func delete(_ id: ExhibitID, by person: PersonID) async throws {
        try await site.write(by: person) { [site] write in
            try site.media.holds.releaseAll(by: .exhibit(id), in: write)
            try Translations.remove(of: .exhibit, id.number, in: write)
            for stop in try write.all("SELECT id FROM museum_tour_stop WHERE exhibit_id = \(id) ORDER BY id LIMIT 10000" as Query<StopID>) {
                try Translations.remove(of: .stop, stop.number, in: write)
            }
            guard let title = try write.first("DELETE FROM museum_exhibit WHERE id = \(id) RETURNING title" as Query<String>) else {
                throw Problem.notFound
            }
            try write.audit(.delete, id, ["name": title])
        }
    }
}
