import Core
import Web

/// A feed in JSON (OPDS 2.0).
struct JSONFeed: Encodable, Sendable {
    struct Metadata: Encodable, Sendable {
        let title: String
        let modified: String
        var numberOfItems: Int?
        var itemsPerPage: Int?
        var currentPage: Int?
    }

    struct Link: Encodable, Sendable {
        var rel: String?
        let href: String
        let type: String
        var title: String?
        var templated: Bool?
        var properties: Properties?

        struct Properties: Encodable, Sendable {
            let numberOfItems: Int
        }
    }

    struct Facet: Encodable, Sendable {
        struct Metadata: Encodable, Sendable { let title: String }
        let metadata: Metadata
        let links: [Link]
    }

    let metadata: Metadata
    let links: [Link]
    var navigation: [Link]?
    var publications: [JSONPublication]?
    var facets: [Facet]?

    init(_ feed: Feed, _ addresses: FeedAddresses, _ words: (Text) -> String) {
        metadata = Metadata(
            title: feed.title, modified: feed.updated.rfc3339, numberOfItems: feed.page?.total,
            itemsPerPage: feed.page.map { _ in Feed.Page.size }, currentPage: feed.page?.number)
        links = Self.links(of: feed, addresses)
        switch feed.content {
        case .places(let entries):
            navigation = entries.map { entry in
                let relation = entry.place.relation
                return Link(rel: relation, href: addresses.place(entry.place), type: FeedType.json, title: entry.title)
            }
        case .books(let books): publications = books.map { JSONPublication($0, addresses) }
        }
        let groups = Dictionary(grouping: feed.facets, by: \.group)
        let order = feed.facets.map(\.group).reduce(into: [Text]()) { if !$0.contains($1) { $0.append($1) } }
        let facets = order.map { group in
            Facet(
                metadata: .init(title: words(group)),
                links: (groups[group] ?? []).map { facet in
                    Link(
                        rel: facet.isActive ? "self" : nil, href: addresses.facet(facet, of: feed), type: FeedType.json, title: facet.label,
                        properties: .init(numberOfItems: facet.count))
                })
        }
        self.facets = facets.isEmpty ? nil : facets
    }

    private static func links(of feed: Feed, _ addresses: FeedAddresses) -> [Link] {
        func link(_ rel: String, _ href: String) -> Link { Link(rel: rel, href: href, type: FeedType.json) }
        var links = [
            link("self", addresses.page(feed.page?.number ?? 1, of: feed)), link("start", addresses.place(.root)),
            Link(rel: "search", href: addresses.place(.list(.search)) + "{?query}", type: FeedType.json, templated: true),
        ]
        if let parent = feed.place.parent { links.append(link("up", addresses.place(parent))) }
        if let page = feed.page {
            links.append(link("first", addresses.page(1, of: feed)))
            if page.number > 1 { links.append(link("previous", addresses.page(min(page.number - 1, page.count), of: feed))) }
            if page.number < page.count { links.append(link("next", addresses.page(page.number + 1, of: feed))) }
            links.append(link("last", addresses.page(page.count, of: feed)))
        }
        return links
    }
}

/// A book in OPDS 2.0.
struct JSONPublication: Encodable, Sendable {
    struct Metadata: Encodable, Sendable {
        struct Named: Encodable, Sendable { let name: String }

        /// What the publication is a part of, as Readium's manifest says it.
        struct Collections: Encodable, Sendable {
            struct Series: Encodable, Sendable {
                let name: String
                let position: Int?
            }

            let series: Series
        }

        let type = "http://schema.org/Book"
        let identifier: String
        let title: String
        let author: [Named]?
        let language: String
        let modified: String
        let published: String?
        let description: String?
        let subject: [Named]?
        let belongsTo: Collections?

        private enum CodingKeys: String, CodingKey {
            case type = "@type"
            case identifier, title, author, language, modified, published, description, subject, belongsTo
        }
    }

    struct Picture: Encodable, Sendable {
        let href: String
        let type: String
        let width: Int
    }

    let metadata: Metadata
    let links: [JSONFeed.Link]
    let images: [Picture]?

    init(_ book: FeedBook, _ addresses: FeedAddresses) {
        let item = book.item
        func named(_ names: [String]) -> [Metadata.Named]? { names.isEmpty ? nil : names.map { Metadata.Named(name: $0) } }
        metadata = Metadata(
            identifier: "urn:uuid:\(item.uuid)", title: item.title, author: named(item.authors), language: item.language.rawValue,
            modified: item.changedAt.rfc3339, published: item.year.map(String.init), description: item.description.isEmpty ? nil : item.description,
            subject: named(book.categories.map(\.name)),
            belongsTo: item.series.map { .init(series: .init(name: $0, position: item.seriesNumber)) })
        links = [
            JSONFeed.Link(rel: "http://opds-spec.org/acquisition", href: addresses.file(book), type: book.fileType),
            JSONFeed.Link(rel: "alternate", href: addresses.whole(LibraryPaths.item(item.id)), type: FeedType.html),
        ]
        let pictures = CoverSize.allCases.compactMap { size in
            book.covers[size].map { Picture(href: addresses.cover(book, size), type: $0, width: size.width) }
        }
        images = pictures.isEmpty ? nil : pictures
    }
}
