import Core
import Platform
import Web

/// Prints the addresses in a feed: whole ones, for apps behind proxies and sub-paths resolve shorter ones wrongly.
struct FeedAddresses: Sendable {
    private let site: WholeAddress
    let version: FeedVersion

    /// The configured address, or the one that the app used.
    init(_ configuration: SiteConfiguration, _ request: Request, _ version: FeedVersion) {
        self.version = version
        site = WholeAddress(configuration.baseURL, request)
    }

    /// The whole address of a path of this site.
    func whole(_ path: String) -> String { site.of(path) }

    /// A place, narrowed as `query` says.
    func place(_ place: FeedPlace, _ query: QueryItems = QueryItems()) -> String {
        whole(place.path(version)) + (query.isEmpty ? "" : "?\(query.encoded)")
    }

    /// Another page of the same list.
    func page(_ number: Int, of feed: Feed) -> String {
        var query = feed.choices
        if number > 1 { query.add("page", String(number)) }
        return place(feed.place, query)
    }

    /// The same list, from its beginning, narrowed by one facet more or by another value of the same one.
    func facet(_ facet: Feed.Facet, of feed: Feed) -> String {
        var query = feed.choices
        query.set(facet.name, facet.value)
        return place(feed.place, query)
    }

    /// The file of a book; its name stands last, for some apps judge a file by the ending of its address.
    func file(_ book: FeedBook) -> String { whole(LibraryPaths.feedFile(book.item.id, book.file.name)) }

    func cover(_ book: FeedBook, _ size: CoverSize) -> String { whole(LibraryPaths.itemCover(book.item.id, size)) }
}
