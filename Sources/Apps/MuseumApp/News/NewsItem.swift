import Audit
import Core
import Database
import Media
import Platform
import Web

/// The identity of a piece of news.
typealias NewsID = ID<NewsItem>

/// What the museum tells everyone: news, updates, promotions (MUS-029).
struct NewsItem: Sendable, Equatable {
    static let longestTitle = 120
    static let longestText = 5_000

    let id: NewsID
    var title: String
    /// An empty line begins a paragraph.
    var text: String
    /// When it shows, or has shown since.
    let publishedAt: Instant
    /// Whether only those who write news see it, whenever it is to show.
    let isDraft: Bool
    /// What its picture shows, for those who can't see it.
    var alt: String
    let picture: StoredPicture?

    var paragraphs: [String] { text.paragraphs }

    func isShown(at moment: Instant) -> Bool { !isDraft && publishedAt <= moment }
}

extension MediaOwner {
    /// A piece of news, as to its picture.
    static func news(_ id: NewsID) -> Self { MediaOwner("museum.news", id) }
}

extension StoredPicture {
    /// Where a browser fetches the picture of a piece of news; another picture has another address.
    func address(_ size: PictureSize, of item: NewsID) -> String { link(MuseumPaths.newsPicture(item, size), query: ["v": mark(of: size)]) }
}

extension NewsItem: Illustrated {
    func pictureAddress(_ size: PictureSize) -> String? { picture?.address(size, of: id) }
}

extension NewsItem: Audited {
    static var auditEntity: String { "museum.news" }
}

extension NewsItem: SQLRow {
    static let columns: SQL = """
        n.id, n.title, n.text, n.published_at, n.is_draft, n.alt, \
        n.picture_digest, n.picture_size, n.picture_width, n.picture_height, n.thumbnail_digest, n.thumbnail_size
        """

    init(row: inout RowReader) throws {
        id = try row.next()
        title = try row.next()
        text = try row.next()
        publishedAt = try row.next()
        isDraft = try row.next()
        alt = try row.next()
        picture = try StoredPicture(row: &row)
    }
}

extension Query where Row == NewsItem {
    static func news(_ id: NewsID) -> Self { "SELECT \(NewsItem.columns) FROM museum_news n WHERE n.id = \(id)" }

    /// What everyone sees at a moment, the newest first.
    static func news(shownAt moment: Instant, from start: Int = 0, limit: Int) -> Self {
        """
        SELECT \(NewsItem.columns) FROM museum_news n WHERE n.is_draft = \(false) AND n.published_at <= \(moment)
        ORDER BY n.published_at DESC, n.id DESC LIMIT \(limit) OFFSET \(start)
        """
    }

    /// With drafts, and what shows later; the newest first.
    static func allNews(limit: Int) -> Self {
        "SELECT \(NewsItem.columns) FROM museum_news n ORDER BY n.published_at DESC, n.id DESC LIMIT \(limit)"
    }
}

extension MuseumMigrations {
    static let news = Migration("museum-011-news") { d in
        """
        CREATE TABLE museum_news (
            id \(d.id),
            title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
            text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 5000),
            published_at \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE INDEX museum_news_published ON museum_news (published_at, id);
        """
    }

    /// Whether a piece of news is kept as a draft.
    static let newsDrafts = Migration("museum-068-news-drafts") { d in
        "ALTER TABLE museum_news ADD COLUMN is_draft \(d.integer) NOT NULL DEFAULT 0 CHECK (is_draft IN (0, 1));"
    }

    /// A picture, where there is one.
    static let newsPictures = Migration("museum-065-news-pictures") { d in
        """
        ALTER TABLE museum_news ADD COLUMN alt TEXT NOT NULL DEFAULT '' CHECK (length(alt) <= 500);
        ALTER TABLE museum_news ADD COLUMN picture_digest TEXT;
        ALTER TABLE museum_news ADD COLUMN picture_size \(d.integer);
        ALTER TABLE museum_news ADD COLUMN picture_width \(d.integer);
        ALTER TABLE museum_news ADD COLUMN picture_height \(d.integer);
        ALTER TABLE museum_news ADD COLUMN thumbnail_digest TEXT;
        ALTER TABLE museum_news ADD COLUMN thumbnail_size \(d.integer);
        """
    }
}
