import Core
import Database
import Media
import Platform
import Web

/// Tours, open to everyone (MUS-026).
struct TourRoutes: Sendable {
    let site: Site

    var routes: [Route] {
        [
            .get(MuseumPaths.tours, allow: .everyone, use: list),
            .get(MuseumPaths.tour, allow: .everyone, use: show),
            .get(MuseumPaths.tourStop, allow: .everyone, use: stop),
            .get(MuseumPaths.tourPicture, allow: .everyone, use: picture),
        ]
    }

    func list(_ request: Request, _ visitor: Visitor) async throws -> ToursPage {
        let reader = ReaderLanguage(request, site)
        return try await site.database.read { db in ToursPage(tours: try reader(db.all(.tours()), in: db)) }
    }

    /// Those who keep the gallery see what is hidden, too.
    private func shown(_ id: TourID, _ request: Request, _ visitor: Visitor) async throws -> (tour: Tour, stops: [ShownStop]) {
        let (isStaff, reader) = (visitor.identity.may(.museumContent), ReaderLanguage(request, site))
        return try await site.database.read { db in
            guard let tour = try reader(db.first(.tour(id)), in: db), tour.isPublic || isStaff else { throw Problem.notFound }
            return (tour, try ShownStop.all(of: id, for: reader, in: db))
        }
    }

    func show(_ request: Request, _ visitor: Visitor, _ id: TourID) async throws -> TourPage {
        let (tour, stops) = try await shown(id, request, visitor)
        return TourPage(tour: tour, stops: stops, isEditor: visitor.identity.may(.museumContent))
    }

    func stop(_ request: Request, _ visitor: Visitor, _ id: TourID, _ stop: StopID) async throws -> StopPage {
        let (tour, stops) = try await shown(id, request, visitor)
        guard let place = stops.firstIndex(where: { $0.stop.id == stop }) else { throw Problem.notFound }
        return StopPage(tour: tour, stops: stops, place: place)
    }

    func picture(_ request: Request, _ visitor: Visitor, _ id: TourID, _ size: PictureSize) async throws -> FileAnswer {
        guard let file = try await shown(id, request, visitor).tour.picture?.file(size) else { throw Problem.notFound }
        return FileAnswer(
            url: site.media.url(file), contentType: StoredPicture.mediaType, entityTag: file.digest, isImmutable: request.query["v"] != nil)
    }
}
