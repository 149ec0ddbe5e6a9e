import Core
import Database
import Interface
import Media
import Platform
import Web

/// The gallery, open to everyone (MUS-026, MUS-030).
struct GalleryRoutes: Sendable {
    let services: MuseumServices

    private var site: Site { services.site }

    var routes: [Route] {
        [
            .get(MuseumPaths.gallery, allow: .everyone, use: list),
            .get(MuseumPaths.exhibit, allow: .everyone, use: show),
            .get(MuseumPaths.exhibitPicture, allow: .everyone, use: picture),
            .get(MuseumPaths.exhibitVideo, allow: .everyone, use: video),
        ]
    }

    func list(_ request: Request, _ visitor: Visitor) async throws -> GalleryPage {
        let filter = ExhibitFilter(words: (request.query["q"] ?? "").tidied(limit: 200), room: request.query["room"].flatMap { RoomID($0) })
        let start = min(max(0, request.query["from"].flatMap { Int($0) } ?? 0), 100_000)
        return try await site.database.read { db in
            let found = try db.all(.exhibits(filter, from: start, limit: GalleryPage.size + 1))
            let rooms = try db.all(.rooms)
            return GalleryPage(
                filter: filter, rooms: rooms, room: rooms.first { $0.id == filter.room }, exhibits: Array(found.prefix(GalleryPage.size)),
                from: start,
                hasMore: found.count > GalleryPage.size)
        }
    }

    func show(_ request: Request, _ visitor: Visitor, _ id: ExhibitID) async throws -> ExhibitPage {
        try await site.database.read { db in
            guard let exhibit = try db.first(.exhibit(id)), exhibit.isPublic else { throw Problem.notFound }
            let room = try exhibit.room.flatMap { try db.first(.room($0)) }
            let around = try db.all(.exhibits(ExhibitFilter(room: exhibit.room), from: 0, limit: 500))
            let place = around.firstIndex { $0.id == id }
            return ExhibitPage(
                exhibit: exhibit, room: room, previous: place.flatMap { $0 > 0 ? around[$0 - 1] : nil },
                next: place.flatMap { $0 + 1 < around.count ? around[$0 + 1] : nil })
        }
    }

    private func shown(_ id: ExhibitID) async throws -> Exhibit {
        let exhibit = try await site.database.read { try $0.first(.exhibit(id)) }
        guard let exhibit, exhibit.isPublic else { throw Problem.notFound }
        return exhibit
    }

    /// Another picture has another address, so browsers keep it for a year.
    func picture(_ request: Request, _ visitor: Visitor, _ id: ExhibitID, _ size: PictureSize) async throws -> FileAnswer {
        guard let file = try await shown(id).picture?.file(size) else { throw Problem.notFound }
        return FileAnswer(
            url: site.media.url(file), contentType: StoredPicture.mediaType, entityTag: file.digest, isImmutable: request.query["v"] != nil)
    }

    /// In parts, as players ask for it.
    func video(_ request: Request, _ visitor: Visitor, _ id: ExhibitID) async throws -> FileAnswer {
        guard let video = try await shown(id).video else { throw Problem.notFound }
        return FileAnswer(url: site.media.url(video.file), contentType: video.mediaType, entityTag: video.file.digest)
    }
}
