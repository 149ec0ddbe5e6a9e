import Core
import Moderation
import Platform
import Web

extension Permission {
    /// Decide on posts, see what is not public, follow what people do.
    static let volunteersModerate = Permission(rawValue: "volunteers.moderate")
    /// Maintain the list of categories.
    static let volunteersCategories = Permission(rawValue: "volunteers.categories")
    /// See what was counted in the app.
    static let volunteersStatistics = Permission(rawValue: "volunteers.statistics")
}

/// The two levels inside the app are user, which everybody is who accepted the terms, and moderator (VOL-003). Administrators
/// act in the portal only (RES-006).
enum VolunteersRoles {
    static let permissions = [
        PermissionDeclaration(.volunteersModerate, "Decide on requests, and see those that aren’t public"),
        PermissionDeclaration(.volunteersCategories, "Manage the categories of requests"),
        PermissionDeclaration(.volunteersStatistics, "See the statistics of requests"),
    ]

    static let all = [
        RoleDeclaration(
            "moderator", "Moderator",
            [.volunteersModerate, .volunteersStatistics, ModerationPermissions.queue, ModerationPermissions.activity],
            partOf: [.moderator, .administrator])
    ]
}
