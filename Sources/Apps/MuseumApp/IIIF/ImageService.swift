import Core
import Database
import Documents
import Foundation
import Media
import Platform
import Web

/// Cuts pictures of exhibits into parts, for viewers that look into them (IIIF Image API 3.0, level 1).
struct ImageService: Sendable {
    /// Pixels of a tile, across and down.
    static let tile = 512

    let site: Site
    private let cache: TileCache
    private let making = KeyedLock<String>()
    /// For one network, only of what has to be made: a large picture has some 300 parts.
    private let limit: RateLimiter

    init(site: Site) {
        self.site = site
        cache = TileCache(folder: site.folder.temporary.appending(path: "museum-tiles", directoryHint: .isDirectory))
        limit = site.rateLimiter("museum.tiles", capacity: 900, per: .seconds(60))
    }

    /// A part of an exhibit's picture as a file: the one that is stored, one that was made before, or a new one from the box.
    /// - Throws: ``ImageRefusal``.
    func file(_ wanted: ImageRequest, of picture: DetailedPicture, for network: String) async throws -> URL {
        let stored = site.media.url(picture.file)
        let isWhole = wanted.isWhole(of: picture.size)
        if isWhole, wanted.width == picture.size.width, wanted.height == picture.size.height { return stored }
        let part = wanted.part
        let name = "\(picture.file.digest)-\(part.x)-\(part.y)-\(part.width)-\(part.height)-\(wanted.width)-\(wanted.height).jpg"
        if let known = cache.file(name) { return known }
        if let seconds = limit.take(network) { throw ImageRefusal.tooMany(retryAfter: seconds) }
        let made = try await making.withLock(name) { () async throws -> URL in
            if let known = cache.file(name) { return known }
            let file = try await site.thumbnails.makePart(
                part, of: stored, isWhole: isWhole, width: wanted.width, height: wanted.height, in: site.media.temporaryFolder)
            return try cache.add(file, as: name)
        }
        guard let made else { throw Problem.failure }
        return made
    }
}

/// The largest picture that is kept of an exhibit.
struct DetailedPicture: Sendable, Equatable {
    let file: MediaRef
    let size: ImageRequest.Size

    /// How many times smaller than the picture its overviews are: until one tile shows all of it.
    var scaleFactors: [Int] {
        var factors = [1]
        while let last = factors.last, max(size.width, size.height) / last > ImageService.tile { factors.append(last * 2) }
        return factors
    }
}

extension DetailedPicture {
    /// Takes four columns, all empty where there is none: digest, size, width and height.
    init?(row: inout RowReader) throws {
        let (digest, bytes): (String?, Int?) = (try row.next(), try row.next())
        let (width, height): (Int?, Int?) = (try row.next(), try row.next())
        guard let digest, let bytes, let width, let height, let file = MediaRef(digest: digest, size: bytes) else { return nil }
        self.init(file: file, size: .init(width: width, height: height))
    }
}

extension Exhibit {
    /// What viewers look into; nil where there is no picture.
    var detailed: DetailedPicture? {
        detail ?? picture.map { DetailedPicture(file: $0.large, size: .init(width: $0.width, height: $0.height)) }
    }
}

/// What viewers read first about a picture (IIIF Image API 3.0 §5).
struct ImageInformation: Encodable, Sendable {
    struct Tiles: Encodable, Sendable {
        let width: Int
        let scaleFactors: [Int]
    }

    struct Overview: Encodable, Sendable {
        let width: Int, height: Int
    }

    static let context = "http://iiif.io/api/image/3/context.json"

    enum CodingKeys: String, CodingKey {
        case context = "@context"
        case id, type, `protocol`, profile, width, height, maxWidth, maxHeight, sizes, tiles, preferredFormats, extraQualities, extraFeatures
    }

    let context = Self.context
    let id: String
    let type = "ImageService3"
    let `protocol` = "http://iiif.io/api/image"
    let profile = "level1"
    let width: Int, height: Int
    let maxWidth = ImageRequest.most, maxHeight = ImageRequest.most
    let sizes: [Overview]
    let tiles: [Tiles]
    let preferredFormats = ["jpg"]
    let extraQualities = ["color"]
    let extraFeatures = ["regionByPct", "sizeByPct", "sizeByConfinedWh", "profileLinkHeader"]

    init(id: String, _ picture: DetailedPicture) {
        self.id = id
        (width, height) = (picture.size.width, picture.size.height)
        let factors = picture.scaleFactors
        tiles = [Tiles(width: ImageService.tile, scaleFactors: factors)]
        let (wide, tall) = (picture.size.width, picture.size.height)
        sizes = factors.reversed().map { Overview(width: (wide + $0 - 1) / $0, height: (tall + $0 - 1) / $0) }
            .filter { max($0.width, $0.height) <= ImageRequest.most }
    }
}
