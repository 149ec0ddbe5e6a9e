import Core
import Foundation
import Interface
import Platform
import Web

/// The kernel part for moderation. What people write is judged.
public struct ModerationPart: App {
    /// What the part is.
    public static let manifest = AppManifest(
        id: "moderation", name: "Moderation",
        adminNavigation: [
            AdminPlace("Moderation", icon: .shield, path: ModerationPaths.queue(), permission: ModerationPermissions.queue)
        ],
        migrations: ModerationMigrations.all,
        permissions: [
            PermissionDeclaration(ModerationPermissions.queue, "Come into the moderation queue"),
            PermissionDeclaration(ModerationPermissions.words, "Change the word lists of the filter"),
            PermissionDeclaration(ModerationPermissions.activity, "Watch what people do"),
        ],
        roles: [
            RoleDeclaration(
                "moderator", "Moderator", [ModerationPermissions.queue, ModerationPermissions.words, ModerationPermissions.activity])
        ],
        resources: Bundle.module)

    let site: Site
    let words: WordKeeper
    private let reports: RateLimiter

    /// Wires the part to a site.
    public init(site: Site) throws {
        self.site = site
        words = try WordKeeper()
        reports = RateLimiter(capacity: 20, per: .seconds(3600), clock: site.clock)
    }

    /// Every page and address of the part.
    public var routes: [Route] {
        let moderation = Moderation(site: site)
        return ReportRoutes(site: site, moderation: moderation, pace: reports).routes
            + QueueRoutes(site: site, moderation: moderation).routes
            + SanctionRoutes(site: site, moderation: moderation).routes
    }
}
