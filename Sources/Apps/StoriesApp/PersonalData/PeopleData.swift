import Core
import Database
import Moderation
import Platform

/// Whom somebody follows, what they posted, keep in lists and recommend, as the site knows it (CORE-020).
struct PeopleData: PersonalData {
    let site: Site
    let moderation: Moderation

    var folder: String { "stories-people" }
    var title: Text { "Stories: lists, posts and whom you follow" }

    func export(_ person: PersonID, into export: any PersonalDataExport) async throws {
        let (posts, lists, follows, member) = try await site.database.read { db in
            (
                try db.all(.posts(by: person, includingHidden: true, limit: 20000)),
                try db.all(.lists(of: person)).map { list in
                    ExportedList(name: list.name, isPublic: list.isPublic, stories: try db.all(.stories(in: list.id)).map(\.number))
                },
                ExportedFollows(
                    authors: try db.all(.followed(by: person, limit: Follows.most)).map(\.number),
                    stories: try db.all(.followedStories(by: person, limit: Follows.most)).map(\.id.number),
                    recommended: try db.all(.recommendations(of: person)).map(\.id.number)),
                try db.first(.member(person))
            )
        }
        try export.add(
            posts.map { ExportedPost(text: $0.text, story: $0.story?.number, writtenAt: $0.createdAt.rfc3339, status: $0.status.rawValue) },
            as: "posts.json", "Your posts")
        try export.add(lists, as: "lists.json", "Your reading lists")
        try export.add(follows, as: "follows.json", "Whom you follow and recommend")
        try export.add(
            ExportedMember(isAuthorFocused: member?.isAuthorFocused ?? false, wordsPerDay: member?.wordsPerDay), as: "settings.json", "Your settings")
        let days = try await site.database.read { db in try db.all(.writingDays(of: person, limit: 20000)) }
        try export.add(days, as: "writing-days.json", "How many words you wrote each day")
    }

    func erase(_ person: PersonID, in write: Write) throws {
        for id in try write.all("SELECT id FROM stories_post WHERE author_id = \(person) ORDER BY id LIMIT 20000" as Query<AuthorPostID>) {
            try moderation.withdraw(AuthorPostSubject.key(id), in: write)
        }
        for list in try write.all(.lists(of: person)) { try moderation.withdraw(ListSubject.key(list.id), in: write) }
        try write.run("DELETE FROM stories_post WHERE author_id = \(person)")
        try write.run("DELETE FROM stories_follow WHERE person_id = \(person) OR author_id = \(person)")
        for table in [
            "stories_list", "stories_story_follow", "stories_recommendation", "stories_library_removal", "stories_member", "stories_writing_day",
        ] {
            try write.run("DELETE FROM \(raw: table) WHERE person_id = \(person)")
        }
    }
}

private struct ExportedPost: Encodable {
    let text: String
    let story: Int64?
    let writtenAt: String
    let status: String
}

private struct ExportedList: Encodable {
    let name: String
    let isPublic: Bool
    let stories: [Int64]
}

private struct ExportedFollows: Encodable {
    let authors: [Int64]
    let stories: [Int64]
    let recommended: [Int64]
}

private struct ExportedMember: Encodable {
    let isAuthorFocused: Bool
    let wordsPerDay: Int?
}
