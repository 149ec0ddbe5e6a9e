import Analytics
import Core
public import Crypto
import Database
import Foundation
import Jobs
import Media
import Synchronization
import Web

/// An open site with its apps: what the server serves and what commands work on.
public final class RunningSite: Sendable {
    /// The site.
    public let site: Site
    /// Answers every request.
    public let handler: SiteHandler
    /// Every route, for the API's description and for checks.
    public let routes: [Route]
    private let modules: [any App]
    private let runner: JobRunner
    private let counts: CountKeeper
    private let tasks: NodeTasks
    private let seal: AuditSeal
    private let lock: SiteLock
    /// Guards what tells of changes on other nodes, from when the site is served.
    private let listening = Mutex<[Listening]>([])

    private init(
        site: Site, handler: SiteHandler, routes: [Route], modules: [any App], runner: JobRunner, counts: CountKeeper, tasks: NodeTasks,
        seal: AuditSeal, lock: SiteLock
    ) {
        self.site = site
        self.handler = handler
        self.routes = routes
        self.modules = modules
        self.runner = runner
        self.counts = counts
        self.tasks = tasks
        self.seal = seal
        self.lock = lock
    }

    /// Opens the site in `folder`, making it if it is missing: takes its lock, migrates, and wires the parts and the wanted apps.
    /// - Parameters:
    ///   - only: the apps to hold; nil is all of them, those that are off hidden.
    ///   - database: another database than the configuration names, for tests.
    ///   - passwordCost: what hashing a password costs.
    ///   - beforeUpdate: what is done before an update changes a database in use; the update waits for it, and does not happen if it throws.
    /// - Throws: ``SiteRefusal`` in words for the operator.
    public static func open(
        _ place: SiteFolder, apps: [any App.Type], parts: [any App.Type], only: [String]? = nil,
        clock: SiteClock = .wall, log: Log, database given: Database? = nil, passwordCost: PasswordCost = .standard,
        beforeUpdate: PendingUpdate.Step? = nil
    ) async throws -> RunningSite {
        try place.create()
        let lock = try SiteLock(place)
        let isNew = !place.exists
        var node = try place.readNode()
        if isNew { try place.write(node) }
        var folder = place
        folder.sharedMedia = node.media.map { URL(filePath: $0, directoryHint: .isDirectory) }

        let database = try given ?? SiteDatabase.open(folder, node)
        let migrations = KernelMigrations.with(parts + apps)
        if let pending = try await database.pending(migrations), !pending.isEmpty {
            try await beforeUpdate?(PendingUpdate(folder: folder, database: database, steps: pending.count, clock: clock, log: log))
        }
        try await database.migrate(migrations, clock: clock)
        let isFirstStart = !FileManager.default.fileExists(atPath: folder.key.path)
        let key = try await SiteKey.open(folder, database, clock: clock)
        try MediaMark.claim(folder.media, for: SiteKey.site(of: SiteKey.digest(of: key)))
        try CrashRecovery.clear(folder)

        let (configuration, revision) = try await ConfigurationStore.open(database, &node, of: folder, clock: clock, log: log)
        // Apps that are off are held too, so that turning one on needs no new start.
        let held = parts + apps.filter { only?.contains($0.manifest.id) ?? true }
        let switchable = apps.map { $0.manifest.id }.filter { id in only.map { $0.contains(id) && configuration.includes(id) } ?? true }
        let manifests = held.map { $0.manifest }
        let sections = manifests.flatMap { $0.sections }
        // The site can do without a part's section, and mending it needs the site.
        for fault in configuration.faults(in: sections) { log.unreadable(fault) }
        let metrics = Metrics()
        let services = try SiteServices(folder: folder, manifests: manifests, database: database, key: key, clock: clock, log: log)
        let site = Site(
            folder: folder, node: node,
            choices: SiteChoices(configuration, revision: revision, messages: services.messages, sections: sections), moduleTypes: held,
            switchable: Set(switchable), database: database, offered: apps.map { $0.manifest.id }, services: services, clock: clock, log: log,
            metrics: metrics, passwordCost: passwordCost)
        let seal = AuditSeal(site: site)
        if isFirstStart { try await seal.accept() } else { try await seal.join() }
        let modules = try site.compose()
        let extensions = site.extensions
        try await site.write(by: nil) { write in for preparation in extensions[.preparations] { try preparation.run(write) } }
        let guardian = extensions.service((any Authenticator).self) ?? EverybodyIsGuest()
        let appRoutes = modules.flatMap { $0.routes }
        let routes = PlatformRoutes(site: site, appRoutes: appRoutes, authenticator: guardian).routes + appRoutes
        let handler = SiteHandler(
            site: site,
            router: try Router(
                routes, log: log,
                explain: { error in
                    site.storage.problem(for: error) ?? (error as? UnreadableChoice)?.refusal
                        ?? (error as? DatabaseError).flatMap { known in
                            extensions[.schemaRules].lazy.compactMap { $0.refusal(known) }.first ?? known.refusal
                        }
                }),
            authenticator: guardian)
        let maintenance = MaintenanceJob(site: site)
        let runner = JobRunner(
            database: database, queue: services.jobs, kinds: modules.flatMap { $0.jobs } + [maintenance.kind, site.media.removalJob],
            schedules: modules.flatMap { $0.schedules } + [maintenance.schedule], limit: 4, log: log, metrics: metrics)
        return RunningSite(
            site: site, handler: handler, routes: routes, modules: modules, runner: runner, counts: CountKeeper(site.counts, database, log: log),
            tasks: NodeTasks(extensions[.nodeTasks], log: log), seal: seal, lock: lock)
    }

    /// Takes in what other nodes change.
    private static func follow(_ site: Site) -> Listening {
        site.database.listen(ConfigurationStore.channel) {
            Task {
                do {
                    try await site.adoptConfiguration()
                } catch let fault as UnreadableChoice {
                    site.log.unreadable(fault)
                } catch {
                    site.log(.warning, "configuration.late", ["cause": .string("\(error)")])
                }
            }
        }
    }

    /// Begins to carry out durable work, the work that a crash interrupted first, and to follow what other nodes change.
    public func startJobs() async throws {
        try await runner.start()
        counts.start()
        tasks.start()
        site.rateLimits.start()
        let heard = [Self.follow(site)] + site.extensions[.caches].map { site.database.listen($0.channel, $0.clear) }
        listening.withLock { $0 = heard }
        for warmUp in site.shown(.warmUps) { Task.detached(priority: .utility) { warmUp.run() } }
        // What was changed between opening and listening.
        try await site.adoptConfiguration()
    }

    /// Carries out all work that is due, and returns when there is none left; for tests and commands.
    public func runDueJobs() async throws { _ = try await runner.runPending() }

    /// Runs a command of one of the apps; its words are the first of `line`.
    public func run(_ line: [String], output: @escaping Command.Output) async -> Int32 {
        guard let command = modules.flatMap({ $0.commands }).first(where: { $0.help.matches(line) }) else {
            output("stoa: there is no command “\(line.prefix(2).joined(separator: " "))” on this site.", true)
            return exitUsage
        }
        return await command.run(Array(line.dropFirst(command.help.words.count)), output)
    }

    /// Finishes the work under way, writes what was counted, closes the database and lets another process have the site.
    public func close() async {
        await runner.stop()
        listening.withLock { $0 = [] }
        await site.rateLimits.stop()
        await counts.stop()
        await tasks.stop()
        // Otherwise the last minute's entries could be cut off unseen while nothing runs.
        do { try await seal.note() } catch { site.log(.warning, "audit.seal-late", ["cause": .string("\(error)")]) }
        await site.database.close()
        lock.release()
    }
}
