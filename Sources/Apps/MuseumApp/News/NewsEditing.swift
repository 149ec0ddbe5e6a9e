import Audit
import Core
import Database
import Foundation
import Media
import Platform
import Web

/// The form of a piece of news, as it is sent.
struct NewsForm: Decodable, Sendable {
    var title: String?
    var text: String?
    var alt: String?
    var removesPicture: Bool?
    /// From which day it shows; empty for at once.
    var day: String?
    /// Whether it is kept as a draft.
    var isDraft: Bool?
}

extension NewsForm {
    /// A draft whose day has passed, or that never had one, shows when it is published.
    init(_ item: NewsItem, at now: Instant, in zone: TimeZone) {
        let day = item.isDraft && item.publishedAt <= now ? "" : Day(item.publishedAt, in: zone).description
        self.init(title: item.title, text: item.text, alt: item.alt, day: day)
    }
}

/// News that may be published.
struct NewsDraft: Sendable, Equatable {
    let title: String
    let text: String
    let alt: String
    /// From which day it shows; nil for at once.
    var day: Day?
    var isDraft = false

    /// Checks a form.
    /// - Parameter hasPicture: whether it will have a picture, which needs its words.
    /// - Throws: the refusal that names every wrong field.
    init(_ form: NewsForm, hasPicture: Bool) throws(Problem) {
        let typed = (form.day ?? "").trimmed
        (day, isDraft) = (Day(typed), form.isDraft == true)
        (title, text, alt) = ((form.title ?? "").tidied(), (form.text ?? "").tidiedLines(), (form.alt ?? "").tidied())
        var wrong: [String: Text] = [:]
        if title.isEmpty { wrong["title"] = "Enter a title." }
        if title.length > NewsItem.longestTitle { wrong["title"] = "Write at most \(NewsItem.longestTitle) characters." }
        if text.isEmpty { wrong["text"] = "Write a text." }
        if text.length > NewsItem.longestText { wrong["text"] = "Write at most \(NewsItem.longestText) characters." }
        if alt.length > Exhibit.longestAlt { wrong["alt"] = "Write at most \(Exhibit.longestAlt) characters." }
        if !typed.isEmpty, day == nil { wrong["day"] = "Enter a date." }
        if hasPicture, alt.isEmpty { wrong["alt"] = "Describe the picture for people who can’t see it." }
        guard wrong.isEmpty else {
            throw Problem(.invalid, "museum.news-wrong", "The news wasn’t saved.", remedy: "Correct what is marked and save again.", fields: wrong)
        }
    }
}

extension NewsDraft {
    /// When it shows: at once where nobody chose a later day, and as before where it shows already and nobody chose another.
    func publishedAt(_ before: NewsItem?, at now: Instant, in zone: TimeZone) -> Instant {
        if let before, before.isShown(at: now), day == nil || day == Day(before.publishedAt, in: zone) { return before.publishedAt }
        guard let day, day != Day(now, in: zone) else { return now }
        return day.start(in: zone)
    }
}

/// Writes news.
struct NewsEditing: Sendable {
    let site: Site
    private let pictures: PictureMaker

    init(site: Site) {
        self.site = site
        pictures = PictureMaker(site: site, large: .whole(width: 1600), thumbnail: .whole(width: 640))
    }

    func find(_ id: NewsID) async throws -> NewsItem {
        guard let item = try await site.database.read({ try $0.first(.news(id)) }) else { throw Problem.notFound }
        return item
    }

    /// Publishes a piece of news, keeps a draft of one, or changes one.
    /// - Parameter moment: when it shows; nil where the draft says it.
    /// - Throws: ``PictureRefusal`` where a picture can't be used; then nothing is changed.
    @discardableResult
    func save(
        _ draft: NewsDraft, _ words: Translations = [:], as id: NewsID?, _ change: PictureChange = .keep, at moment: Instant? = nil,
        by person: PersonID?
    ) async throws -> NewsID {
        try await pictures.withPicture(of: change) { picture in
            try await site.write(by: person) { [site] write in
                let before = try id.flatMap { try write.first(.news($0)) }
                let shows = moment ?? draft.publishedAt(before, at: write.now, in: site.configuration.zone)
                let item = try Self.put(draft, as: id, at: shows, in: write)
                if change != .keep {
                    try write.run("UPDATE museum_news SET \(sql: .columns(of: picture)) WHERE id = \(item)")
                    try site.media.holds.setHolds(of: .news(item), to: picture?.files ?? [], in: write)
                }
                try words.save(as: .news, of: item.number, in: write)
                var facts = ["name": draft.title]
                if before?.isDraft ?? false != draft.isDraft { facts["isDraft"] = String(draft.isDraft) }
                try write.audit(id == nil ? .create : .update, item, facts)
                return item
            }
        }
    }

    private static func put(_ draft: NewsDraft, as id: NewsID?, at moment: Instant, in write: Write) throws -> NewsID {
        guard let id else {
            return try write.insert(
                """
                INSERT INTO museum_news (title, text, alt, published_at, is_draft, changed_at, changed_by)
                VALUES (\(draft.title), \(draft.text), \(draft.alt), \(moment), \(draft.isDraft), \(write.now), \(write.actor))
                """)
        }
        let count = try write.run(
            """
            UPDATE museum_news SET title = \(draft.title), text = \(draft.text), alt = \(draft.alt), published_at = \(moment),
                is_draft = \(draft.isDraft),
                changed_at = \(write.now), changed_by = \(write.actor)
            WHERE id = \(id)
            """)
        guard count == 1 else { throw Problem.notFound }
        return id
    }

    func delete(_ id: NewsID, by person: PersonID) async throws {
        try await site.write(by: person) { [site] write in
            try site.media.holds.releaseAll(by: .news(id), in: write)
            try Translations.remove(of: .news, id.number, in: write)
            guard let title = try write.first("DELETE FROM museum_news WHERE id = \(id) RETURNING title" as Query<String>) else {
                throw Problem.notFound
            }
            try write.audit(.delete, id, ["name": title])
        }
    }
}
