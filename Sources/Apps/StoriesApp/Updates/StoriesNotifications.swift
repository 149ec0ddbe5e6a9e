import Core
import Platform

/// What the app sends notifications about (STO-009, STO-010, STO-012).
enum StoriesNotifications {
    static let chapters = NotificationKind(
        "stories.chapters", "New chapters", hint: "New chapters of the authors and stories you follow, and of stories in your reading lists.")

    static let posts = NotificationKind("stories.posts", "Posts by authors", hint: "Posts by the authors you follow, and news about your stories.")

    static let all = [chapters, posts]
}
