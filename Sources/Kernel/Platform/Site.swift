import Analytics
import Audit
import Core
import Crypto
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
    /// What holds for this node alone.
    public let node: NodeConfiguration
    /// The parts and apps that the process holds, in the order of the navigation.
    public let moduleTypes: [any App.Type]
    /// What all of them say about themselves, apps that are off among them: for what is made once, before anything is turned on or off.
    public let everyManifest: [AppManifest]
    /// The apps that the operator's choices turn on and off; one that the start was told by name although it was off stays on.
    private let switchable: Set<String>
    /// The ids of all apps of the program, also of those that this process was told to leave out.
    public let offeredApps: [String]
    /// The ids of the apps by the first part of their addresses. It and the policies are asked for with every request.
    private let homes: [String: String]
    /// The addresses of ``WorkPlace``s outside the portal.
    private let work: [[String]]
    private let askedAtWork: [[String]]
    private let declaredPolicies: [String: AppPolicy]
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
    /// How often what happens, day by day and without persons.
    public let counts: DailyCounts
    /// Turns files into safe documents.
    public let converter: DocumentConverter
    /// Makes pictures smaller, one at a time for the whole site.
    public let thumbnails: ThumbnailMaker
    /// Takes out of videos what they tell of places and people, one at a time for the whole site.
    public let videos: VideoCleaner
    /// Where the time comes from.
    public let clock: SiteClock
    /// Structured log.
    public let log: Log
    /// Notices a full disk.
    public let storage: StorageWatch
    /// Counters for `/metrics`.
    public let metrics: Metrics
    /// Phrases as translators wrote them.
    public let translations: Messages
    /// Style sheets, scripts and pictures of the interface.
    public let assets: AssetLibrary
    /// Seals secrets that must be kept: client secrets, TOTP seeds, push addresses (CORE-049).
    public let key: SealingKey
    /// What hashing a password costs.
    public let passwordCost: PasswordCost
    /// Everything that any app on this site declares; what owners may do.
    public let everyPermission: Set<Permission>
    /// How often who may do what, on all nodes together.
    let rateLimits: RateLimits
    /// The calls with keys that are being answered, by the names of their submissions.
    let callsUnderWay = KeyedLock<[UInt8]>()
    /// Guards the operator's choices, which the set-up page and the settings change while the site runs.
    let choices: SiteChoices
    /// Written while the modules are made, and never after.
    private let composed = Mutex(Extensions())

    /// Whether several processes share the database.
    public var sharesDatabase: Bool { database.dialect == .postgres }

    /// The operator's choices at this moment.
    public var configuration: SiteConfiguration { choices.state.withLock { $0.configuration } }

    /// What requests ask of them.
    var facts: RequestFacts { choices.state.withLock { $0.facts } }

    /// Words in every language, as this site's administrators want them.
    public var messages: Messages { choices.state.withLock { $0.messages } }

    init(
        folder: SiteFolder, node: NodeConfiguration, choices: SiteChoices, moduleTypes: [any App.Type], switchable: Set<String>, database: Database,
        offered: [String], services: SiteServices, clock: SiteClock, log: Log, metrics: Metrics, passwordCost: PasswordCost
    ) {
        offeredApps = offered
        self.folder = folder
        self.node = node
        self.moduleTypes = moduleTypes
        let manifests = moduleTypes.map { $0.manifest }
        everyManifest = manifests
        self.switchable = switchable
        work = manifests.flatMap(\.navigation.work).map { $0.item.path.split(separator: "/").map(String.init) }
            .filter { "/" + ($0.first ?? "") != SitePaths.administration() }
        askedAtWork = manifests.flatMap(\.navigation.work).flatMap(\.asks).map { $0.split(separator: "/").map(String.init) }
        homes = Dictionary(manifests.compactMap { app in app.path.map { (String($0.dropFirst()), app.id) } }) { first, _ in first }
        declaredPolicies = Dictionary(manifests.map { ($0.id, $0.access.policy) }) { first, _ in first }
        self.database = database
        jobs = services.jobs
        events = services.events
        media = services.media
        search = services.search
        audit = services.audit
        analytics = services.analytics
        converter = services.converter
        thumbnails = ThumbnailMaker(box: ConverterBox())
        videos = VideoCleaner(box: ConverterBox())
        translations = services.messages
        assets = services.assets
        key = services.key
        rateLimits = RateLimits(database: database, key: services.key, clock: clock, log: log)
        self.clock = clock
        self.log = log
        storage = StorageWatch(folder: folder.url, log: log)
        self.metrics = metrics
        self.passwordCost = passwordCost
        everyPermission = Set(manifests.flatMap { $0.access.permissions.map(\.permission) })
        self.choices = choices
        counts = DailyCounts(clock: clock) { choices.state.withLock { $0.configuration.zone } }
    }

    /// What the modules hand to one another; whole once all of them have been made, so ask when a request or a job runs.
    public var extensions: Extensions { composed.withLock { $0 } }

    /// The service of a type, for a module that cannot do without.
    /// - Throws: ``CompositionError/missing(_:)``.
    public func service<Service: Sendable>(_ type: Service.Type = Service.self) throws(CompositionError) -> Service {
        guard let service = extensions.service(type) else { throw .missing("\(type)") }
        return service
    }

    /// Makes the modules, in their order, and takes in what they have for one another.
    func compose() throws -> [any App] {
        for type in moduleTypes { try take(type.manifest.id) { try type.provide(on: self, in: &$0) } }
        let modules = try moduleTypes.map { type in
            let module = try type.init(site: self)
            try take(type.manifest.id) { try module.register(in: &$0) }
            return module
        }
        composed.withLock { $0.complete() }
        return modules
    }

    /// Takes in what a module hands in; outside of the lock, since the module may ask for services meanwhile.
    private func take(_ id: String, from module: (inout Extensions) throws -> Void) rethrows {
        var extensions = extensions
        try extensions.register(id, by: module)
        composed.withLock { $0 = extensions }
    }

    /// The community's own logo and colour.
    public var look: ShellLook { facts.look }

    /// How people come into an app, by its id: what the operator chose, or what the app declares.
    public func policy(of app: String) -> AppPolicy {
        facts.policies[app] ?? declaredPolicy(of: app)
    }

    /// The same as the app declares it.
    public func declaredPolicy(of app: String) -> AppPolicy { declaredPolicies[app] ?? AppPolicy() }

    /// What the parts and apps that are on say about themselves.
    public var manifests: [AppManifest] {
        let off = turnedOff
        return off.isEmpty ? everyManifest : everyManifest.filter { !off.contains($0.id) }
    }

    /// The apps that are off: hidden from everyone, while the process still looks after what they keep.
    private var turnedOff: Set<String> {
        guard let on = choices.state.withLock({ $0.configuration.apps }) else { return [] }
        return switchable.filter { !on.contains($0) }
    }

    /// Whether an app is off.
    public func isTurnedOff(_ app: String) -> Bool { facts.apps.map { !$0.contains(app) && switchable.contains(app) } ?? false }

    /// The apps that can be turned on and off, in the order of the navigation.
    public var switchableApps: [AppManifest] { everyManifest.filter { switchable.contains($0.id) } }

    /// The values at a point that people look at: those of apps that are off are left out.
    public func shown<Value>(_ point: ExtensionPoint<Value>) -> [Value] {
        let off = turnedOff
        return extensions.entries(at: point).filter { !off.contains($0.module) }.map(\.value)
    }

    /// What people enter at an address of its own, among the manifests; the others are parts of the kernel.
    public var apps: [AppManifest] { manifests.filter { $0.path != nil } }

    /// An app by its id; nil for a part of the kernel, and for an app that is off.
    public func app(_ id: String) -> AppManifest? { apps.first { $0.id == id } }

    /// The id of the app that an address belongs to, be it a page or the API; nil for addresses of the site itself.
    public func appID(at path: [String]) -> String? {
        let place = path.starts(with: ["api", "v1"]) ? path.dropFirst(2) : path[...]
        return place.first.flatMap { homes[$0] }
    }

    /// The id of the app whose staff work at an address of the portal. What several apps share there, such as payments and people, is nobody's.
    func portalAppID(at path: [String]) -> String? {
        guard path.count > 1, "/" + path[0] == SitePaths.administration() else { return nil }
        return homes[path[1]]
    }

    /// Whether an app has nothing for those who are not signed in; a name of no app is closed to nobody.
    public func isClosedToGuests(_ id: String) -> Bool { app(id) != nil && policy(of: id).guests == .none }

    /// The languages that people may choose at an address: those of the site, and those that its app adds.
    public func languages(at path: [String]) -> [Language] { languages(ofApp: appID(at: path)) }

    /// The languages that people may choose for a page of no app as well: they have those of the app that they came from.
    func languages(for request: Request) -> [Language] { languages(ofApp: CurrentApp.of(request, on: self)) }

    /// The languages that people may choose in an app.
    public func languages(of app: AppManifest) -> [Language] { languages(ofApp: app.id) }

    /// The languages that people may choose in an app; nil is a page of none.
    func languages(ofApp app: String?) -> [Language] {
        let facts = facts
        guard let app, let policy = facts.policies[app] ?? declaredPolicies[app], !policy.languages.isEmpty else { return facts.languages }
        return facts.languages + policy.languages.filter { !facts.languages.contains($0) }
    }

    /// Whether an address is one where the staff of an app work, outside the portal: on devices that several of them share.
    func isWorkPlace(_ path: [String]) -> Bool { work.contains { path.starts(with: $0) } }

    /// The same, or one that the scripts of such a page ask.
    func isAskedAtWork(_ path: [String]) -> Bool { isWorkPlace(path) || askedAtWork.contains { path.starts(with: $0) } }

    /// What a setting holds now.
    public func value<Value>(of setting: Setting<Value>) -> Value {
        choices.state.withLock { $0.configuration.settings[setting.id] }.flatMap { Value($0, setting.limits) } ?? setting.initial
    }
}

/// What the operator chose, which the set-up page, the settings and other nodes change while the site runs.
final class SiteChoices: Sendable {
    /// The choices, and the words that follow from them.
    struct Choices {
        var configuration: SiteConfiguration {
            didSet { facts = RequestFacts(configuration) }
        }
        private(set) var facts: RequestFacts
        var messages: Messages
        var revision: Int64

        init(_ configuration: SiteConfiguration, messages: Messages, revision: Int64) {
            self.configuration = configuration
            facts = RequestFacts(configuration)
            self.messages = messages
            self.revision = revision
        }
    }

    /// Guards the choices.
    let state: Mutex<Choices>
    private let translations: Messages
    /// The sections of the parts.
    private let sections: [any ConfigurationSection.Type]

    init(_ configuration: SiteConfiguration, revision: Int64, messages: Messages, sections: [any ConfigurationSection.Type]) {
        translations = messages
        self.sections = sections
        state = Mutex(Choices(configuration, messages: messages.overriding(configuration.phrases), revision: revision))
    }

    /// Takes in choices unless it has later ones. Of a section that can't be read, the last one that could counts.
    /// - Returns: what can't be read.
    @discardableResult
    func adopt(_ given: SiteConfiguration, _ revision: Int64) -> [UnreadableChoice] {
        let faults = given.faults(in: sections)
        return state.withLock { choices in
            guard revision > choices.revision else { return [] }
            var configuration = given
            for fault in faults { configuration.sections[fault.section] = choices.configuration.sections[fault.section] }
            if configuration.texts != choices.configuration.texts { choices.messages = translations.overriding(configuration.phrases) }
            choices.configuration = configuration
            choices.revision = revision
            return faults
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
    var key: SealingKey
}
