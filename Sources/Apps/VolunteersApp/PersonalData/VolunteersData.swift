import Core
import Database
import Moderation
import Platform

/// The app's share of what the site knows about a person (CORE-020).
struct VolunteersData: PersonalData {
    let site: Site
    let moderation: Moderation
    let index: PostIndex

    var folder: String { "volunteers" }
    var title: Text { VolunteersApp.manifest.name }

    func export(_ person: PersonID, into export: any PersonalDataExport) async throws {
        let (posts, closed, marks, helped, news, categories) = try await site.database.read { db in
            (
                try db.all(
                    """
                    SELECT \(PostVersion.columns) FROM volunteers_post_version
                    WHERE post_id IN (SELECT id FROM volunteers_post WHERE author_id = \(person)) ORDER BY post_id, number LIMIT 20000
                    """ as Query<PostVersion>),
                try db.all(
                    "SELECT closed_at, id FROM volunteers_post WHERE author_id = \(person) AND closed_at IS NOT NULL AND is_expired = 0 ORDER BY id LIMIT 20000"
                        as Query<Row2<Instant, PostID>>),
                try db.all(
                    "SELECT created_at, post_id FROM volunteers_bookmark WHERE person_id = \(person) ORDER BY created_at, post_id LIMIT 20000"
                        as Query<BookmarkRow>),
                try db.all("SELECT post_id FROM volunteers_helper WHERE person_id = \(person) ORDER BY post_id LIMIT 20000" as Query<PostID>),
                try Members.news(of: person, in: db), try CategoryList.read(db)
            )
        }
        let closings = Dictionary(closed.map { ($0.second, $0.first) }) { first, _ in first }
        try export.add(
            posts.map { version in
                ExportedPost(
                    request: version.post.number, version: version.number, title: version.content.title, description: version.content.body,
                    category: categories[version.content.category]?.name ?? "", area: version.content.area,
                    neededOn: version.content.time.day?.description, neededAt: version.content.time.minute.map(OpeningHours.clock),
                    takes: version.content.time.length?.rawValue, status: version.status.rawValue,
                    writtenAt: version.writtenAt.rfc3339, gotHelpAt: closings[version.post]?.rfc3339)
            }, as: "requests.json", "Your requests, every version")
        try export.add(marks.map { ExportedBookmark(request: $0.post.number, markedAt: $0.markedAt.rfc3339) }, as: "bookmarks.json", "Your bookmarks")
        try export.add(helped.map { ExportedHelp(request: $0.number) }, as: "helped.json", "Requests you helped with")
        try export.add(
            ExportedSettings(news: news.name, category: news.categoryID.flatMap { categories[$0]?.name }), as: "settings.json",
            "What you want to be notified about")
    }

    /// Everything goes: a request without somebody who asks is none.
    func erase(_ person: PersonID, in write: Write) throws {
        let posts = try write.all("SELECT id FROM volunteers_post WHERE author_id = \(person) ORDER BY id LIMIT 20000" as Query<PostID>)
        for post in posts {
            try moderation.withdraw(Posts.subject(post), in: write)
            try index.remove(post, in: write)
        }
        try write.run("DELETE FROM volunteers_post WHERE author_id = \(person)")
        try write.run("DELETE FROM volunteers_bookmark WHERE person_id = \(person)")
        try write.run("DELETE FROM volunteers_helper WHERE person_id = \(person)")
        try write.run("DELETE FROM volunteers_member WHERE person_id = \(person)")
        for table in ["volunteers_category", "volunteers_post", "volunteers_post_version", "volunteers_helper"] {
            try write.run("UPDATE \(raw: table) SET changed_by = NULL WHERE changed_by = \(person)")
        }
    }
}

private struct ExportedPost: Encodable {
    let request: Int64
    let version: Int
    let title: String
    let description: String
    let category: String
    let area: String
    let neededOn: String?
    let neededAt: String?
    let takes: String?
    let status: String
    let writtenAt: String
    let gotHelpAt: String?
}

private struct ExportedBookmark: Encodable {
    let request: Int64
    let markedAt: String
}

private struct ExportedHelp: Encodable {
    let request: Int64
}

private struct ExportedSettings: Encodable {
    let news: String
    let category: String?
}
