import Core
import Markup
import Web

/// The media types of OPDS, to the letter: some apps compare them as text.
enum FeedType {
    static let navigation = "application/atom+xml;profile=opds-catalog;kind=navigation"
    static let acquisition = "application/atom+xml;profile=opds-catalog;kind=acquisition"
    /// KOReader and Librera take a search template under exactly this type.
    static let plainAtom = "application/atom+xml"
    static let json = "application/opds+json"
    static let searchDescription = "application/opensearchdescription+xml"
    static let signIn = "application/opds-authentication+json"
    static let html = "text/html"
}

/// A feed in Atom (OPDS 1.2).
///
/// Every prefix is declared on the root and Atom's own names have none, for there are parsers that know no namespaces.
struct AtomFeed {
    let feed: Feed
    let addresses: FeedAddresses
    let siteName: String
    let words: (Text) -> String

    var type: String { if case .places = feed.content { FeedType.navigation } else { FeedType.acquisition } }

    func document() -> [UInt8] {
        var children = [
            XML("id", text: addresses.whole(feed.place.path(.atom)) + (feed.choices["q"].map { "?\(QueryItems([("q", $0)]).encoded)" } ?? "")),
            XML("title", text: feed.title), XML("updated", text: feed.updated.rfc3339),
            XML("author", [:], [XML("name", text: siteName), XML("uri", text: addresses.whole("/"))]),
        ]
        children += links
        if let page = feed.page {
            children += [
                XML("opensearch:totalResults", text: String(page.total)), XML("opensearch:itemsPerPage", text: String(Feed.Page.size)),
                XML("opensearch:startIndex", text: String(page.start)),
            ]
        }
        switch feed.content {
        case .places(let entries): children += entries.map(place)
        case .books(let books): children += books.map(book)
        }
        return XML("feed", Self.namespaces, children).document()
    }

    private static let namespaces: KeyValuePairs<String, String?> = [
        "xmlns": "http://www.w3.org/2005/Atom", "xmlns:opds": "http://opds-spec.org/2010/catalog", "xmlns:dc": "http://purl.org/dc/terms/",
        "xmlns:opensearch": "http://a9.com/-/spec/opensearch/1.1/", "xmlns:thr": "http://purl.org/syndication/thread/1.0",
        "xmlns:schema": "http://schema.org/",
    ]

    // MARK: Links

    private var links: [XML] {
        var links = [
            link("self", addresses.page(feed.page?.number ?? 1, of: feed), type),
            link("start", addresses.place(.root), FeedType.navigation),
            link("search", addresses.whole(LibraryPaths.feedSearchDescription()), FeedType.searchDescription),
            link("search", addresses.place(.list(.search)) + "?q={searchTerms}", FeedType.plainAtom),
        ]
        if let parent = feed.place.parent { links.append(link("up", addresses.place(parent), FeedType.navigation)) }
        if let page = feed.page {
            links.append(link("first", addresses.page(1, of: feed), type))
            if page.number > 1 { links.append(link("previous", addresses.page(min(page.number - 1, page.count), of: feed), type)) }
            if page.number < page.count { links.append(link("next", addresses.page(page.number + 1, of: feed), type)) }
            links.append(link("last", addresses.page(page.count, of: feed), type))
        }
        links += feed.facets.map { facet in
            XML(
                "link",
                [
                    "rel": "http://opds-spec.org/facet", "href": addresses.facet(facet, of: feed), "type": FeedType.acquisition,
                    "title": facet.label, "opds:facetGroup": words(facet.group), "opds:activeFacet": facet.isActive ? "true" : nil,
                    "thr:count": String(facet.count),
                ])
        }
        return links
    }

    private func link(_ rel: String, _ href: String, _ type: String) -> XML { XML("link", ["rel": rel, "href": href, "type": type]) }

    // MARK: Entries

    private func place(_ entry: Feed.Entry) -> XML {
        let leadsOn = entry.place == .list(.categories)
        return XML(
            "entry", [:],
            [
                XML("id", text: addresses.place(entry.place)), XML("title", text: entry.title), XML("updated", text: feed.updated.rfc3339),
                XML("content", ["type": "text"], text: entry.summary),
                link(entry.place.relation, addresses.place(entry.place), leadsOn ? FeedType.navigation : FeedType.acquisition),
            ])
    }

    private func book(_ book: FeedBook) -> XML {
        let item = book.item
        var children = [
            XML("id", text: "urn:uuid:\(item.uuid)"), XML("title", text: item.title), XML("updated", text: item.changedAt.rfc3339),
        ]
        if let published = item.publishedAt { children.append(XML("published", text: published.rfc3339)) }
        children += item.authors.map { XML("author", [:], [XML("name", text: $0)]) }
        children.append(XML("dc:language", text: item.language.rawValue))
        if let year = item.year { children.append(XML("dc:issued", text: String(year))) }
        if let isbn = item.isbn, isbn.isRight { children.append(XML("dc:identifier", text: "urn:isbn:\(isbn)")) }
        // OPDS 1.2 has no element for it; Calibre-Web and the reading apps that know series say it so.
        if let series = item.series {
            children.append(XML("schema:Series", ["schema:name": series, "schema:position": item.seriesNumber.map(String.init)]))
        }
        children += book.categories.map { category in
            XML(
                "category",
                ["scheme": addresses.whole(FeedPlace.list(.categories).path(.atom)), "term": category.id.description, "label": category.name])
        }
        if !item.description.isEmpty { children.append(XML("summary", ["type": "text"], text: item.description)) }
        children += pictures(of: book)
        children.append(link("alternate", addresses.whole(LibraryPaths.item(item.id)), FeedType.html))
        children.append(
            XML(
                "link",
                [
                    "rel": "http://opds-spec.org/acquisition", "href": addresses.file(book), "type": book.fileType,
                    "length": String(book.file.size),
                ]))
        return XML("entry", [:], children)
    }

    /// OPDS 1.2 knows three kinds of pictures; the others are only for the second version.
    private func pictures(of book: FeedBook) -> [XML] {
        let rels: [(CoverSize, String)] = [(.large, "http://opds-spec.org/image"), (.medium, "http://opds-spec.org/image/thumbnail")]
        return rels.compactMap { size, rel in
            guard let type = book.covers[size], ["image/jpeg", "image/png", "image/gif"].contains(type) else { return nil }
            return link(rel, addresses.cover(book, size), type)
        }
    }
}

extension FeedPlace {
    /// How the root speaks of it.
    var relation: String {
        switch self {
        case .list(.newest): "http://opds-spec.org/sort/new"
        case .list(.popular): "http://opds-spec.org/sort/popular"
        // Staff picks are "featured" in the specification, but KOReader opens nothing of that name.
        default: "subsection"
        }
    }
}

/// How to search, for apps that ask for a description (OpenSearch 1.1).
struct SearchDescription {
    let addresses: FeedAddresses
    let siteName: String
    let words: (Text) -> String

    func document() -> [UInt8] {
        XML(
            "OpenSearchDescription", ["xmlns": "http://a9.com/-/spec/opensearch/1.1/"],
            [
                // The specification allows sixteen characters here.
                XML("ShortName", text: String(siteName.prefix(16))),
                XML("Description", text: words("Search the library by title, author, subject or words of the text.")),
                XML("InputEncoding", text: "UTF-8"),
                XML(
                    "Url",
                    ["type": FeedType.acquisition, "template": addresses.place(.list(.search)) + "?q={searchTerms}"]),
            ]
        ).document()
    }
}
