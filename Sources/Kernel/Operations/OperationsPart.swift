import Core
import Foundation
import Interface
import Platform
import Web

/// The kernel part that looks after the site: its log, errors, jobs, health, backups and recycle bin.
public struct OperationsPart: App {
    /// What the part is.
    public static let manifest = AppManifest(
        id: "operations", name: "Operations",
        adminNavigation: [
            AdminPlace("System log", icon: .history, path: OperationsPaths.log(), permission: .systemLog)
        ],
        migrations: OperationsMigrations.all,
        permissions: [
            PermissionDeclaration(.systemLog, "Read the system log"),
            PermissionDeclaration(.systemLogArchive, "Archive old entries of the system log"),
            PermissionDeclaration(.siteCare, "See errors, jobs, health and backups, and act on them"),
            PermissionDeclaration(.recycleBin, "Open the recycle bin"),
        ],
        roles: [
            RoleDeclaration("admin", "Site administrator", [.systemLog, .systemLogArchive, .siteCare, .recycleBin]),
            RoleDeclaration("supervisor", "Site supervisor", [.systemLog]),
        ],
        resources: Bundle.module)

    private let site: Site

    /// Wires the part to a site.
    public init(site: Site) throws { self.site = site }

    /// Every page and address of the part.
    public var routes: [Route] { LogRoutes(site: site).routes }
}
