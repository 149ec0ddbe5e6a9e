import Analytics
import Audit
import Core
import Database
import Documents
import Events
import Foundation
import Interface
import Jobs
import Localization
import Media
import Search
import Synchronization
import Web

/// One community's Stoa: its folder, its choices and the kernel's services. Everything hangs off this value; there is no
/// global state, so one process can hold several sites.
public final class Site: Sendable {
    /// Where it lies.
    public let folder: SiteFolder
    /// The parts and apps that are on, in the order of the navigation.
    public let manifests: [AppManifest]
    /// Its data.
    public let database: Database
    /// Durable work.
    public let jobs: JobQueue
    /// The ordered stream that live screens follow.
    public let events: EventLog
    /// Stored files.
    public let media: MediaStore
    /// The index of everything that can be found.
    public let search: SearchIndex
    /// Who did what.
    public let audit: AuditLog
    /// What is read and used.
    public let analytics: InteractionLog
    /// Turns files into safe documents.
    public let converter: DocumentConverter
    /// Where the time comes from.
    public let clock: SiteClock
    /// Structured log.
    public let log: Log
    /// Counters for `/metrics`.
    public let metrics: Metrics
    /// Words in every language.
    public let messages: Messages
    /// Style sheets, scripts and pictures of the interface.
    public let assets: AssetLibrary
    /// Everything that any app on this site declares; what owners may do.
    public let everyPermission: Set<Permission>
    /// Guards the operator's choices, which the set-up page and the settings change while the site runs.
    private let choices: Mutex<SiteConfiguration>

    /// Whether several processes share the database.
    public var sharesDatabase: Bool { database.dialect == .postgres }

    /// The operator's choices at this moment.
    public var configuration: SiteConfiguration { choices.withLock { $0 } }

    init(
        folder: SiteFolder, configuration: SiteConfiguration, manifests: [AppManifest], database: Database, services: SiteServices,
        clock: SiteClock, log: Log, metrics: Metrics
    ) {
        self.folder = folder
        self.manifests = manifests
        self.database = database
        jobs = services.jobs
        events = services.events
        media = services.media
        search = services.search
        audit = services.audit
        analytics = services.analytics
        converter = services.converter
        messages = services.messages
        assets = services.assets
        self.clock = clock
        self.log = log
        self.metrics = metrics
        everyPermission = Set(manifests.flatMap { $0.permissions.map(\.permission) })
        choices = Mutex(configuration)
    }

    /// Changes the operator's choices: on disk first, then in memory.
    public func configure(_ change: @Sendable (inout SiteConfiguration) -> Void) throws {
        try choices.withLock { choices in
            var changed = choices
            change(&changed)
            try folder.write(changed)
            choices = changed
        }
    }
}

/// The kernel's services, made once when a site is opened.
struct SiteServices {
    var jobs: JobQueue
    var events: EventLog
    var media: MediaStore
    var search: SearchIndex
    var audit: AuditLog
    var analytics: InteractionLog
    var converter: DocumentConverter
    var messages: Messages
    var assets: AssetLibrary
}
