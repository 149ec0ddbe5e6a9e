import Core
import Media
import Platform
import Web

/// The catalogue for reading apps (LIB-151): anybody may look through it, members fetch files.
struct FeedRoutes: Sendable {
    let feeds: Feeds
    let catalogue: Catalogue
    let media: MediaStore
    let signIn: ReadingAppSignIn
    let configuration: @Sendable () -> SiteConfiguration

    var routes: [Route] {
        [
            .get(LibraryPaths.feeds, allow: .everyone) { request, _ in try await root(request, negotiated(request)) },
            .get(LibraryPaths.feed, allow: .everyone) { request, _, list in try await show(list, request, negotiated(request)) },
            .get(LibraryPaths.feedOfCategory, allow: .everyone) { request, _, id in try await category(id, request, negotiated(request)) },
            .get(LibraryPaths.feeds2, allow: .everyone) { request, _ in try await root(request, .json) },
            .get(LibraryPaths.feed2, allow: .everyone) { request, _, list in try await show(list, request, .json) },
            .get(LibraryPaths.feedOfCategory2, allow: .everyone) { request, _, id in try await category(id, request, .json) },
            .get(LibraryPaths.feedSearchDescription, allow: .everyone, use: describeSearch),
            .get(LibraryPaths.feedSignIn, allow: .everyone) { request, _ in signIn.document(request) },
            .get(LibraryPaths.feedFile, allow: .everyone, use: download),
        ]
    }

    // MARK: Feeds

    func root(_ request: Request, _ version: FeedVersion) async throws -> Response {
        try answer(await feeds.root(named: configuration().name, request.render), request, version)
    }

    func show(_ list: FeedList, _ request: Request, _ version: FeedVersion) async throws -> Response {
        let feed =
            switch list {
            case .categories: try await feeds.categoryList(request.render, in: request.language)
            case .search: try await feeds.results(request.query, request.render, in: request.language)
            default: try await feeds.books(list, request.query, request.render, in: request.language)
            }
        return try answer(feed, request, version)
    }

    func category(_ id: CategoryID, _ request: Request, _ version: FeedVersion) async throws -> Response {
        try answer(await feeds.books(of: id, request.query, request.render, in: request.language), request, version)
    }

    private func answer(_ feed: Feed, _ request: Request, _ version: FeedVersion) throws -> Response {
        let configuration = configuration()
        let addresses = FeedAddresses(configuration, request, version)
        var response: Response
        switch version {
        case .atom:
            let atom = AtomFeed(feed: feed, addresses: addresses, siteName: configuration.name, words: request.render)
            response = .bytes(atom.document(), type: atom.type)
        case .json: response = .bytes(try JSONWriter.encode(JSONFeed(feed, addresses, request.render)), type: FeedType.json)
        }
        // KOReader keeps a feed by its address and this date, so the date moves with every change of the library.
        response.headers.add("Last-Modified", HTTPDate.text(feed.updated))
        response.headers.add("Cache-Control", "private, no-cache")
        response.headers.add("Vary", "Accept, Accept-Language")
        return response.conditional(for: request)
    }

    func describeSearch(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let configuration = configuration()
        let description = SearchDescription(
            addresses: FeedAddresses(configuration, request, .atom), siteName: configuration.name, words: request.render)
        return .bytes(description.document(), type: FeedType.searchDescription)
    }

    /// JSON only for apps that name it, at least as gladly as Atom; everybody else gets what every app understands.
    private func negotiated(_ request: Request) -> FeedVersion {
        var best: (version: FeedVersion, quality: Double)?
        for part in (request.headers["Accept"] ?? "").split(separator: ",").prefix(20) {
            let type = MediaType(String(part))
            let version: FeedVersion
            switch type.name {
            case FeedType.json: version = .json
            case FeedType.plainAtom, "application/xml", "text/xml": version = .atom
            default: continue
            }
            let quality = type.parameters["q"].flatMap { Double($0) } ?? 1
            if quality > 0, quality > best?.quality ?? 0 { best = (version, quality) }
        }
        return best?.version ?? .atom
    }

    // MARK: Files

    /// The original of a published item, for members.
    func download(_ request: Request, _ visitor: Visitor, _ id: ItemID, _ name: String) async throws -> Response {
        let item = try await catalogue.find(id)
        if case .refusal(let response) = try await signIn.check(request) { return response }
        guard let file = item.file, let ref = MediaRef(digest: file.ref, size: file.size) else { throw ItemRefusal.noFile }
        return try await FileAnswer(
            url: media.url(ref), contentType: file.type, downloadName: file.name, entityTag: file.ref, lastModified: item.changedAt
        ).response(for: request)
    }
}
