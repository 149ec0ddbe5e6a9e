import Core
import Database
import Moderation
import Platform

/// What the app knows of a person as a reader: their ratings and comments, and whom they muted (CORE-020).
struct FeedbackData: PersonalData {
    let site: Site
    let moderation: Moderation

    var folder: String { "stories-feedback" }
    var title: Text { "Ratings and comments" }

    func export(_ person: PersonID, into export: any PersonalDataExport) async throws {
        let (ratings, comments, muted) = try await site.database.read { db in
            (
                try db.all(
                    "SELECT story_id, stars FROM stories_rating WHERE person_id = \(person) ORDER BY story_id LIMIT 20000"
                        as Query<Row2<StoryID, Int>>),
                try db.all(
                    "SELECT \(Comment.columns) FROM stories_comment c WHERE c.author_id = \(person) ORDER BY c.id LIMIT 20000" as Query<Comment>),
                try db.all(
                    "SELECT muted_id FROM stories_mute WHERE person_id = \(person) ORDER BY muted_id LIMIT \(Mutes.most)" as Query<PersonID>)
            )
        }
        try export.add(ratings.map { ExportedRating(story: $0.first.number, stars: $0.second) }, as: "ratings.json", "Your ratings")
        try export.add(
            comments.map {
                ExportedComment(
                    chapter: $0.chapter.number, words: $0.words, passage: $0.quote?.quote.exact, status: $0.status.rawValue,
                    isOnDraft: $0.isOnDraft, writtenAt: $0.createdAt.rfc3339)
            }, as: "comments.json", "Your comments")
        try export.add(muted.map(\.number), as: "muted.json", "The people you have muted")
    }

    func erase(_ person: PersonID, in write: Write) throws {
        let statements = CommentStatements(db: write, now: write.now, person: nil)
        let comments = try write.all(
            "SELECT \(Comment.columns) FROM stories_comment c WHERE c.author_id = \(person) ORDER BY c.id LIMIT 100000" as Query<Comment>)
        for comment in comments {
            try moderation.withdraw(CommentSubject.key(comment), in: write)
            try statements.delete(comment)
        }
        let rated = try write.all(
            "SELECT story_id FROM stories_rating WHERE person_id = \(person) ORDER BY story_id LIMIT 100000" as Query<StoryID>)
        try write.run("DELETE FROM stories_rating WHERE person_id = \(person)")
        for story in rated { try Ratings.recount(story, in: write) }
        try write.run("DELETE FROM stories_mute WHERE person_id = \(person) OR muted_id = \(person)")
        try write.run("UPDATE stories_comment SET changed_by = NULL WHERE changed_by = \(person)")
    }
}

private struct ExportedRating: Encodable {
    let story: Int64
    let stars: Int
}

private struct ExportedComment: Encodable {
    let chapter: Int64
    let words: String
    let passage: String?
    let status: String
    let isOnDraft: Bool
    let writtenAt: String
}
