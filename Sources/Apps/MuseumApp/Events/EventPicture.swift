import Core
import Database
import Media
import Platform
import Web

extension MediaOwner {
    /// An event, as to its picture.
    static func event(_ id: EventID) -> Self { MediaOwner("museum.event", id) }
}

extension StoredPicture {
    /// Where a browser fetches the picture of an event; another picture has another address.
    func address(_ size: PictureSize, of event: EventID) -> String { link(MuseumPaths.eventPicture(event, size), query: ["v": mark(of: size)]) }
}

extension Event: Illustrated {
    func pictureAddress(_ size: PictureSize) -> String? { picture?.address(size, of: id) }
}

extension MuseumEvents {
    private var pictures: PictureMaker { PictureMaker(site: site, large: .whole(width: 1600), thumbnail: .whole(width: 640)) }

    /// Adds an event with its picture, or changes one.
    /// - Throws: ``PictureRefusal`` where a picture can't be used; then nothing is changed.
    @discardableResult
    func save(
        _ draft: EventDraft, _ words: Translations = [:], as id: EventID?, _ change: PictureChange, by person: PersonID?
    ) async throws -> EventID {
        try await pictures.withPicture(of: change) { picture in
            try await site.write(by: person) { [self] write in
                let event = try save(draft, words, as: id, in: write)
                guard change != .keep else { return event }
                try write.run("UPDATE museum_event SET \(sql: .columns(of: picture)) WHERE id = \(event)")
                try site.media.holds.setHolds(of: .event(event), to: picture?.files ?? [], in: write)
                return event
            }
        }
    }
}

extension MuseumMigrations {
    static let eventPictures = Migration("museum-070-event-pictures") { d in
        """
        ALTER TABLE museum_event ADD COLUMN alt TEXT NOT NULL DEFAULT '' CHECK (length(alt) <= 500);
        ALTER TABLE museum_event ADD COLUMN picture_digest TEXT;
        ALTER TABLE museum_event ADD COLUMN picture_size \(d.integer);
        ALTER TABLE museum_event ADD COLUMN picture_width \(d.integer);
        ALTER TABLE museum_event ADD COLUMN picture_height \(d.integer);
        ALTER TABLE museum_event ADD COLUMN thumbnail_digest TEXT;
        ALTER TABLE museum_event ADD COLUMN thumbnail_size \(d.integer);
        """
    }
}
