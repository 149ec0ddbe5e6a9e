import Accounts
import Core
import Foundation
import Interface
import Jobs
import Notifications
import Platform
import Web

/// The kernel part that looks after the site: its log, errors, jobs, health, backups and recycle bin.
public struct OperationsModule: App {
    /// What the part is.
    public static let manifest = AppManifest(
        id: "operations", name: "Operations",
        navigation: .init(portal: [
            AdminPlace(
                "System log", "Who did what, and when", searchedAs: "audit history trail activity changes archive verify reading", icon: .history,
                path: OperationsPaths.log(), permission: .systemLog, in: .safety),
            AdminPlace(
                "Health", "Memory, disk and database", searchedAs: "status monitoring performance storage", icon: .pulse,
                path: OperationsPaths.health(), permission: .siteCare, in: .system),
            AdminPlace(
                "Errors", "What went wrong, by reference", searchedAs: "bugs reports log failures", icon: .warning, path: OperationsPaths.errors(),
                permission: .errorLog, in: .system),
            AdminPlace(
                "Jobs", "Tasks in the background", searchedAs: "queue worker cron schedule", icon: .tools, path: OperationsPaths.jobs(),
                permission: .siteCare, in: .system),
            AdminPlace(
                "Recycle bin", "Deleted items, kept for 30 days", searchedAs: "trash restore undelete deleted", icon: .trash,
                path: SitePaths.recycleBin(), permission: .recycleBin, in: .content),
            AdminPlace(
                "Backups", "Copies of the whole site, tested", searchedAs: "restore export download save", icon: .download,
                path: OperationsPaths.backups(), permission: .siteCare, in: .system),
        ]),
        access: .init(
            permissions: [
                PermissionDeclaration(.systemLog, "Read the system log"),
                PermissionDeclaration(.systemLogArchive, "Archive old entries of the system log"),
                PermissionDeclaration(.siteCare, "See jobs, health and backups, and act on them"),
                PermissionDeclaration(.errorLog, "Read errors, and what people report about them"),
                PermissionDeclaration(.recycleBin, "Open the recycle bin"),
            ],
            roles: [
                RoleDeclaration(
                    "admin", "Operations administrator", [.systemLog, .systemLogArchive, .siteCare, .errorLog, .recycleBin], partOf: [.administrator]),
                RoleDeclaration("supervisor", "System log reader", [.systemLog]),
                RoleDeclaration("errors", "Error log reader", [.errorLog]),
            ]),
        schema: .init(OperationsMigrations.all, entityNames: OperationsSettings.entityNames, sentences: OperationsSentences.all),
        settings: OperationsSettings.all + MaintenanceJob.settings,
        notifications: [Alerts.kind, ErrorReports.kind],
        help: .init(OperationsHelp.topics),
        commands: [BackupCommand.help] + AuditCommand.help,
        resources: Bundle.module)

    private let site: Site
    private let backups: Backups
    private let bins: RecycleBins
    private let archive: LogArchive
    private let minute: MinuteWork
    private let seal: AuditSeal
    private let errors: ErrorLog
    private let heartbeat: NodeHeartbeat

    /// Wires the part to a site.
    public init(site: Site) throws {
        self.site = site
        let (roles, notifier): (Roles, Notifier) = (try site.service(), try site.service())
        let alerts = Alerts(site: site, roles: roles, notifier: notifier)
        backups = Backups(site: site, alerts: alerts)
        bins = RecycleBins(site: site)
        archive = LogArchive(site: site)
        seal = AuditSeal(site: site)
        minute = MinuteWork(seal: seal, samples: Samples(site: site, alerts: alerts))
        errors = ErrorLog(site: site, reports: ErrorReports(roles: roles, notifier: notifier))
        heartbeat = NodeHeartbeat(site: site)
    }

    /// Every page and address of the part.
    public var routes: [Route] {
        LogRoutes(site: site).routes + LogVerificationRoutes(site: site, seal: seal).routes + LogArchiveRoutes(site: site, archive: archive).routes
            + BackupRoutes(site: site, backups: backups).routes
            + RecycleBinRoutes(site: site, bins: bins).routes + ErrorRoutes(site: site, errors: errors).routes + JobRoutes(site: site).routes
            + HealthRoutes(site: site).routes + StatusRoutes(site: site).routes
            + LogExport(site: site, seal: seal).routes + ReadingLogRoutes(site: site).routes
    }

    /// The work of the night and of every minute, and what staff ask for.
    public var jobs: [JobKind] { backups.kinds + archive.kinds + [bins.kind, minute.kind, errors.kind] }

    /// When it is done.
    public var schedules: [Schedule] { [backups.schedule, archive.schedule, bins.schedule, minute.schedule, errors.schedule] }

    /// The part's share of the command line.
    public var commands: [Command] { [BackupCommand(backups: backups).command] + AuditCommand(seal: seal).commands }

    public func register(in extensions: inout Extensions) throws {
        extensions.add(OperationsPersonalData(site: site), to: .personalData)
        extensions.add(BackupSetup(site: site), to: .setupSteps)
        extensions.add(OperationsAlerts(site: site), to: .adminAlerts)
        extensions.add(heartbeat.task, to: .nodeTasks)
        for check in ServiceCheck.ofOperations { extensions.add(check, to: .serviceChecks) }
        try extensions.provide(errors, as: (any FailureRecorder).self)
    }
}
