import Core
import Platform
import Web

/// What whoever decides asks.
enum ModerationHelp {
    static let topics: [HelpTopic] = [
        HelpTopic(
            "decide", "How do I decide what waits for a moderator?",
            "Under Administration, Moderation, open a case, read why it’s there and choose a button. The author is told your words and can appeal.",
            searchedAs: "moderation moderator queue case held post approve accept reject remove report reported appeal",
            permission: ModerationPermissions.queue, link: .init("Moderation", path: ModerationPaths.queue()))
    ]
}
