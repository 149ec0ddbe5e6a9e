import Core
import Web

/// One page of the catalogue for reading apps, before it takes the form of either version.
struct Feed: Sendable {
    /// Somewhere else in the catalogue.
    struct Entry: Sendable {
        let place: FeedPlace
        let title: String
        let summary: String
    }

    /// Books or places: a feed never mixes them.
    enum Content: Sendable {
        case places([Entry])
        case books([FeedBook])
    }

    /// Which part of a long list this is.
    struct Page: Sendable {
        static let size = 50
        /// The furthest page that can be asked for.
        static let last = 10_000

        /// From 1.
        let number: Int
        let total: Int

        var count: Int { max(1, (total + Self.size - 1) / Self.size) }
        /// The place of its first entry, from 1.
        var start: Int { (number - 1) * Self.size + 1 }
    }

    /// One way to narrow a list.
    struct Facet: Sendable {
        let group: Text
        let name: String
        let value: String
        let label: String
        let count: Int
        let isActive: Bool
    }

    let place: FeedPlace
    let title: String
    let updated: Instant
    let content: Content
    var page: Page?
    var facets: [Facet] = []
    /// What the list is narrowed by, and the words of a search.
    var choices = QueryItems()
}

/// A published item with a file to fetch.
struct FeedBook: Sendable {
    let item: Item
    /// The item's categories in the reader's language.
    let categories: [CategoryLabel]
    let file: ItemFile
    /// The pictures by size, with their media types.
    let covers: [CoverSize: String]

    /// The type for links: what follows the semicolon is nothing that reading apps know.
    var fileType: String { MediaType(file.type).name }
}
