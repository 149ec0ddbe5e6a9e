import Core
import Foundation
import Platform
import Web

/// The kernel part for moderation. What people write is judged.
public struct ModerationPart: App {
    /// What the part is.
    public static let manifest = AppManifest(
        id: "moderation", name: "Moderation", migrations: ModerationMigrations.all,
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
    let judge: any TextJudge

    /// Wires the part to a site.
    public init(site: Site) throws {
        self.site = site
        judge = NoRules()
    }

    /// Every page and address of the part.
    public var routes: [Route] { [] }
}

/// Finds nothing.
struct NoRules: TextJudge {
    func judge(_ text: String, language: Language, app: String) -> TextVerdict { TextVerdict(action: .accept, reason: "") }
}
