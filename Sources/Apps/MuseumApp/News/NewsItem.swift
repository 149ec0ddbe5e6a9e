import Audit
import Core
import Database
import Platform

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
    let publishedAt: Instant

    var paragraphs: [String] { text.split(separator: "\n\n").map { String($0).trimmed }.filter { !$0.isEmpty } }
}

extension NewsItem: Audited {
    static var auditEntity: String { "museum.news" }
}

extension NewsItem: SQLRow {
    static let columns: SQL = "n.id, n.title, n.text, n.published_at"

    init(row: inout RowReader) throws {
        id = try row.next()
        title = try row.next()
        text = try row.next()
        publishedAt = try row.next()
    }
}

extension Query where Row == NewsItem {
    static func news(_ id: NewsID) -> Self { "SELECT \(NewsItem.columns) FROM museum_news n WHERE n.id = \(id)" }

    /// The newest first.
    static func news(from start: Int = 0, limit: Int) -> Self {
        "SELECT \(NewsItem.columns) FROM museum_news n ORDER BY n.published_at DESC, n.id DESC LIMIT \(limit) OFFSET \(start)"
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
}

/// The form of a piece of news, as it is sent.
struct NewsForm: Decodable, Sendable {
    var title: String?
    var text: String?
}

/// Writes news.
struct NewsEditing: Sendable {
    let site: Site

    func find(_ id: NewsID) async throws -> NewsItem {
        guard let item = try await site.database.read({ try $0.first(.news(id)) }) else { throw Problem.notFound }
        return item
    }

    /// Publishes a piece of news, or changes one.
    /// - Throws: the refusal that names every wrong field.
    @discardableResult
    func save(
        _ form: NewsForm, _ words: TranslationForm? = nil, as id: NewsID?, at moment: Instant? = nil, by person: PersonID?
    ) async throws -> NewsID {
        let (title, text) = ((form.title ?? "").tidied(), (form.text ?? "").tidiedLines())
        var wrong = words?.wrong ?? [:]
        if title.isEmpty { wrong["title"] = "Enter a title." }
        if title.length > NewsItem.longestTitle { wrong["title"] = "Write at most \(NewsItem.longestTitle) characters." }
        if text.isEmpty { wrong["text"] = "Write a text." }
        if text.length > NewsItem.longestText { wrong["text"] = "Write at most \(NewsItem.longestText) characters." }
        guard wrong.isEmpty else {
            throw Problem(.invalid, "museum.news-wrong", "The news wasn’t saved.", remedy: "Correct what is marked and save again.", fields: wrong)
        }
        return try await site.write(by: person) { write in
            let item: NewsID
            if let id {
                let count = try write.run(
                    """
                    UPDATE museum_news SET title = \(title), text = \(text), changed_at = \(write.now), changed_by = \(write.actor) WHERE id = \(id)
                    """)
                guard count == 1 else { throw Problem.notFound }
                item = id
            } else {
                item = try write.insert(
                    """
                    INSERT INTO museum_news (title, text, published_at, changed_at, changed_by)
                    VALUES (\(title), \(text), \(moment ?? write.now), \(write.now), \(write.actor))
                    """)
            }
            try words?.words.save(as: .news, of: item.number, in: write)
            try write.audit(id == nil ? .create : .update, item, ["name": title])
            return item
        }
    }

    func delete(_ id: NewsID, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            try Translations.remove(of: .news, id.number, in: write)
            guard let title = try write.first("DELETE FROM museum_news WHERE id = \(id) RETURNING title" as Query<String>) else {
                throw Problem.notFound
            }
            try write.audit(.delete, id, ["name": title])
        }
    }
}
