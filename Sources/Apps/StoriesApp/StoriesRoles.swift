import Core
import Moderation
import Platform
import Web

extension Permission {
    /// Decide on stories and chapters, and see those that aren't public.
    static let storiesModerate: Permission = "stories.moderate"
    /// See what was counted in the app.
    static let storiesStatistics: Permission = "stories.statistics"
}

/// Everybody who is signed in reads and writes; moderators guard what is public.
enum StoriesRoles {
    static let permissions = [
        PermissionDeclaration(.storiesModerate, "Decide on stories, and see those that aren’t public"),
        PermissionDeclaration(.storiesStatistics, "See the statistics of stories"),
    ]

    static let all = [
        RoleDeclaration(
            "moderator", "Story moderator", [.storiesModerate, .storiesStatistics, ModerationPermissions.queue, ModerationPermissions.activity],
            partOf: [.moderator, .administrator])
    ]
}
