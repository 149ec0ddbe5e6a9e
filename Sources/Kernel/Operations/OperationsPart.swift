import Core
import Foundation
import Interface
import Jobs
import Platform
import Web

/// The kernel part that looks after the site: its log, errors, jobs, health, backups and recycle bin.
public struct OperationsPart: App {
    /// What the part is.
    public static let manifest = AppManifest(
        id: "operations", name: "Operations",
        adminNavigation: [
            AdminPlace("System log", icon: .history, path: OperationsPaths.log(), permission: .systemLog),
            AdminPlace("Backups", icon: .download, path: OperationsPaths.backups(), permission: .siteCare),
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
        commands: [BackupCommand.help], settings: OperationsSettings.all, resources: Bundle.module)

    private let site: Site
    private let backups: Backups

    /// Wires the part to a site.
    public init(site: Site) throws {
        self.site = site
        backups = Backups(site: site)
    }

    /// Every page and address of the part.
    public var routes: [Route] {
        LogRoutes(site: site).routes + BackupRoutes(site: site, backups: backups).routes
    }

    /// The work of the night, and what staff ask for.
    public var jobs: [JobKind] { backups.kinds }

    /// When it is done.
    public var schedules: [Schedule] { [backups.schedule] }

    /// The part's share of the command line.
    public var commands: [Command] { [BackupCommand(backups: backups).command] }
}
