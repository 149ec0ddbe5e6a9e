import Core
import Database
import Foundation
import Media
import Platform
import Web

/// Pictures and what they belong to, for viewers of other sites: the Image API and the Presentation API of IIIF (MUS-026, MUS-027).
struct ImageRoutes: Sendable {
    let services: MuseumServices
    let images: ImageService

    private var site: Site { services.site }

    init(services: MuseumServices) {
        self.services = services
        images = ImageService(site: services.site)
    }

    var routes: [Route] {
        [
            .get(MuseumPaths.image, allow: .everyone, use: begin),
            .get(MuseumPaths.imageInformation, allow: .everyone, use: inform),
            .get(MuseumPaths.imagePart, allow: .everyone, use: show),
            .get(MuseumPaths.exhibitManifest, allow: .everyone, use: exhibit),
            .get(MuseumPaths.roomManifest, allow: .everyone, use: room),
            .get(MuseumPaths.collectionManifest, allow: .everyone, use: collection),
        ]
    }

    private func address(_ request: Request) -> WholeAddress { WholeAddress(site.configuration.baseURL, request) }

    /// Only what everyone may see, also to those who keep the gallery: what is answered here is kept by others.
    private func picture(of id: ExhibitID) async throws -> DetailedPicture {
        let exhibit = try await site.database.read { try $0.first(.exhibit(id)) }
        guard let exhibit, exhibit.isPublic, let picture = exhibit.detailed else { throw Problem.notFound }
        return picture
    }

    func begin(_ request: Request, _ visitor: Visitor, _ id: ExhibitID) async throws -> Response {
        _ = try await picture(of: id)
        return Response.seeOther(MuseumPaths.imageInformation(id)).forOtherSites()
    }

    func inform(_ request: Request, _ visitor: Visitor, _ id: ExhibitID) async throws -> Response {
        let information = ImageInformation(id: address(request).of(MuseumPaths.image(id)), try await picture(of: id))
        // The specification wants plain JSON unless somebody asks for more.
        let isLinked = request.headers["Accept"]?.contains("application/ld+json") == true
        let type = isLinked ? "application/ld+json;profile=\"\(ImageInformation.context)\"" : "application/json"
        return try linked(information, type, request)
    }

    func show(
        _ request: Request, _ visitor: Visitor, _ id: ExhibitID, _ region: String, _ size: String, _ rotation: String, _ file: String
    ) async throws -> Response {
        let picture = try await picture(of: id)
        let wanted = try ImageRequest(region, size, rotation, file, of: picture.size)
        let made = try await images.file(wanted, of: picture, for: request.network)
        let tag = made.deletingPathExtension().lastPathComponent
        var response = try await FileAnswer(url: made, contentType: StoredPicture.mediaType, entityTag: tag, isPublic: true).response(for: request)
        response.headers.set("Cache-Control", "public, max-age=86400")
        return response.forOtherSites()
    }

    // MARK: Presentation

    private func manifests(_ request: Request, _ rooms: [Int64: Translations] = [:], _ exhibits: [Int64: Translations] = [:]) -> Manifests {
        Manifests(
            address: address(request), museum: site.configuration.name, language: request.language, messages: site.messages,
            original: site.languages(of: MuseumApp.manifest).first, rooms: rooms,
            exhibits: exhibits)
    }

    func exhibit(_ request: Request, _ visitor: Visitor, _ id: ExhibitID) async throws -> Response {
        let (found, words) = try await site.database.read { db in
            let found = try db.first(.exhibit(id))
            return (found, try Translations.all(of: [found].compactMap(\.self), in: db))
        }
        guard let found, found.isPublic, found.detailed != nil else { throw Problem.notFound }
        return try presented(manifests(request, [:], words).manifest(of: found), request)
    }

    func room(_ request: Request, _ visitor: Visitor, _ id: RoomID) async throws -> Response {
        let value = try await site.database.read { db in
            guard let room = try db.first(.room(id)) else { throw Problem.notFound }
            let exhibits = try db.all(.exhibits(ExhibitFilter(room: id, hasPicture: true), from: 0, limit: Manifests.most))
            let manifests = manifests(request, try Translations.all(of: [room], in: db), try Translations.all(of: exhibits, in: db))
            return manifests.manifest(of: room, exhibits)
        }
        return try presented(value, request)
    }

    func collection(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let value = try await site.database.read { db in
            let (rooms, exhibits) = (try db.all(.roomsWithPictures), try db.all(.exhibitsWithoutRoom(limit: Manifests.most)))
            return manifests(request, try Translations.all(of: rooms, in: db), try Translations.all(of: exhibits, in: db)).collection(rooms, exhibits)
        }
        return try presented(value, request)
    }

    private func presented(_ value: JSONValue, _ request: Request) throws -> Response {
        try linked(value, "application/ld+json;profile=\"\(Manifests.context)\"", request)
    }

    private func linked(_ value: some Encodable & Sendable, _ type: String, _ request: Request) throws -> Response {
        var response = try Response.json(value)
        response.headers.set("Content-Type", type)
        response.headers.set("Cache-Control", "public, max-age=300")
        response.headers.set("Vary", "Accept, Accept-Language")
        return response.conditional(for: request).forOtherSites()
    }
}

extension Response {
    /// Lets scripts and pages of every site read this answer: it says nothing about who asks.
    func forOtherSites() -> Response {
        var copy = self
        copy.headers.set("Access-Control-Allow-Origin", "*")
        copy.headers.set("Cross-Origin-Resource-Policy", "cross-origin")
        copy.headers.add("Link", "<http://iiif.io/api/image/3/level1.json>;rel=\"profile\"")
        return copy
    }
}
