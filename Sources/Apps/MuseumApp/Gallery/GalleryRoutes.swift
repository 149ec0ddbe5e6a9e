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
        let reader = ReaderLanguage(request, site)
        return try await site.database.read { db in
            let page = try self.page(of: filter, from: start, for: reader, in: db)
            guard !filter.words.isEmpty, page.hasNothing, let meant = try GalleryWords.meant(by: filter.words, for: reader, in: db) else {
                return page
            }
            var corrected = try self.page(of: ExhibitFilter(words: meant, room: filter.room), from: 0, for: reader, in: db)
            corrected.typed = filter.words
            return corrected.hasNothing ? page : corrected
        }
    }

    private func page(of filter: ExhibitFilter, from start: Int, for reader: ReaderLanguage, in db: any Connection) throws -> GalleryPage {
        let found = try reader(db.all(.exhibits(filter, from: start, limit: GalleryPage.size + 1)), in: db)
        let rooms = try reader(db.all(.openRooms), in: db)
        var page = GalleryPage(
            filter: filter, rooms: rooms, room: rooms.first { $0.id == filter.room }, exhibits: Array(found.prefix(GalleryPage.size)),
            count: filter.words.isEmpty ? 0 : try db.first(.exhibitCount(filter)) ?? 0, from: start, hasMore: found.count > GalleryPage.size)
        if found.isEmpty, page.room != nil { page.countElsewhere = try db.first(.exhibitCount(ExhibitFilter(words: filter.words))) ?? 0 }
        return page
    }

    func show(_ request: Request, _ visitor: Visitor, _ id: ExhibitID) async throws -> ExhibitPage {
        let reader = ReaderLanguage(request, site)
        return try await site.database.read { db in
            guard let exhibit = try reader(db.first(.exhibit(id)), in: db), exhibit.isPublic || visitor.identity.may(.museumContent) else {
                throw Problem.notFound
            }
            return ExhibitPage(
                exhibit: exhibit, room: try reader(exhibit.room.flatMap { try db.first(.room($0)) }, in: db),
                previous: try reader(db.first(.neighbour(of: exhibit, isNext: false)), in: db),
                next: try reader(db.first(.neighbour(of: exhibit, isNext: true)), in: db), isEditor: visitor.identity.may(.museumContent))
        }
    }

    /// Those who keep the gallery see what is hidden, too.
    private func shown(_ id: ExhibitID, to visitor: Visitor) async throws -> Exhibit {
        let exhibit = try await site.database.read { try $0.first(.exhibit(id)) }
        guard let exhibit, exhibit.isPublic || visitor.identity.may(.museumContent) else { throw Problem.notFound }
        return exhibit
    }

    /// Another picture has another address, so browsers keep it for a year.
    func picture(_ request: Request, _ visitor: Visitor, _ id: ExhibitID, _ size: PictureSize) async throws -> FileAnswer {
        guard let file = try await shown(id, to: visitor).picture?.file(size) else { throw Problem.notFound }
        return FileAnswer(
            url: site.media.url(file), contentType: StoredPicture.mediaType, entityTag: file.digest, isImmutable: request.query["v"] != nil)
    }

    /// In parts, as players ask for it.
    func video(_ request: Request, _ visitor: Visitor, _ id: ExhibitID) async throws -> FileAnswer {
        guard let video = try await shown(id, to: visitor).video else { throw Problem.notFound }
        return FileAnswer(url: site.media.url(video.file), contentType: video.mediaType, entityTag: video.file.digest)
    }
}
