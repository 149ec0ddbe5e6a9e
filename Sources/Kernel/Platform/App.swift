import Analytics
import Core
import Database
import Foundation
import Interface
import Jobs
import Web

/// One app, or one kernel part with screens: a manifest that says what it is, and a value that does the work.
///
/// The platform composes a site from a list of these and knows nothing else about them.
public protocol App: Sendable {
    /// What the app is, known before any site is open.
    static var manifest: AppManifest { get }

    /// Wires the app's services to a site. Opening a site calls this once.
    init(site: Site) throws

    /// Every route; clashes between apps are refused at start.
    var routes: [Route] { get }
    /// The kinds of durable work that the app carries out.
    var jobs: [JobKind] { get }
    /// Work that recurs.
    var schedules: [Schedule] { get }
    /// Tells the platform who asks; exactly one part of a site does.
    var authenticator: (any Authenticator)? { get }
    /// Keeps failures of requests; at most one part of a site does.
    var failureRecorder: (any FailureRecorder)? { get }
    /// The work behind the manifest's words of the command line.
    var commands: [Command] { get }
    /// Runs once in a transaction when a site is opened, after all migrations of all parts: for what depends on the whole schema.
    func prepare(in db: any Connection) throws
    /// What an error of the database means that a rule made in ``prepare(in:)`` refused with; nil when it is none of its own.
    func refusal(for error: DatabaseError) -> Problem?
    /// Where somebody can go on in the app, the most important first; a handful at most.
    func dashboard(for person: PersonID, in db: any Connection) throws -> [DashboardCard]
    /// The app's share in the export and the erasure of a person's data.
    var personalData: [any PersonalData] { get }
    /// Counts what people have not read, for the bell in the header; at most one part of a site does.
    var newsCounter: (any NewsCounter)? { get }
    /// Brings news to people; at most one part of a site does.
    var newsBearer: (any NewsBearer)? { get }
    /// Judges what people write about themselves; at most one part of a site does.
    var wordJudge: (any WordJudge)? { get }
    /// What its people write and moderators judge.
    var moderatedSubjects: [any ModeratedSubject] { get }
    /// What waits for staff.
    var attention: [any Attention] { get }
    /// What can be brought back after it was deleted.
    var recycleBins: [any RecycleBin] { get }
    /// What there is now of its measures that are levels.
    var levels: [Level] { get }
    /// What happened before its measures were counted.
    var pastFacts: [PastFacts] { get }
    /// What it knows about its settings beyond their limits.
    var settingGuards: [any SettingGuard] { get }
    /// Where the app shows a person to others; nil when it does not.
    func profile(of person: PersonID) -> String?
    /// The app, or their whole account, was closed to somebody or opened again; told in that transaction. An end that was set for a ban
    /// comes untold.
    func accessChanged(of person: PersonID, in db: any Connection) throws
}

extension App {
    /// No durable work.
    public var jobs: [JobKind] { [] }
    /// Nothing recurs.
    public var schedules: [Schedule] { [] }
    /// Leaves that to another part.
    public var authenticator: (any Authenticator)? { nil }
    /// Leaves that to another part.
    public var failureRecorder: (any FailureRecorder)? { nil }
    /// Nothing on the command line.
    public var commands: [Command] { [] }
    /// Nothing to prepare.
    public func prepare(in db: any Connection) throws {}
    /// No rules of its own.
    public func refusal(for error: DatabaseError) -> Problem? { nil }
    /// Nothing to go on with.
    public func dashboard(for person: PersonID, in db: any Connection) throws -> [DashboardCard] { [] }
    /// Keeps nothing about people.
    public var personalData: [any PersonalData] { [] }
    /// Leaves that to another part.
    public var newsCounter: (any NewsCounter)? { nil }
    /// Leaves that to another part.
    public var newsBearer: (any NewsBearer)? { nil }
    /// Leaves that to another part.
    public var wordJudge: (any WordJudge)? { nil }
    /// Nothing that needs a judge.
    public var moderatedSubjects: [any ModeratedSubject] { [] }
    /// Nothing waits.
    public var attention: [any Attention] { [] }
    /// Nothing that comes back.
    public var recycleBins: [any RecycleBin] { [] }
    /// No levels.
    public var levels: [Level] { [] }
    /// Nothing is known of the past.
    public var pastFacts: [PastFacts] { [] }
    /// The limits say it all.
    public var settingGuards: [any SettingGuard] { [] }
    /// Shows nobody.
    public func profile(of person: PersonID) -> String? { nil }
    /// Nothing depends on it.
    public func accessChanged(of person: PersonID, in db: any Connection) throws {}
}

/// What an app declares about itself.
public struct AppManifest: Sendable {
    /// Short and stable: table prefix, address, `--apps` word.
    public var id: String
    /// The name people read; a site may rename the app.
    public var name: Text
    /// Its drawing.
    public var icon: Icon
    /// Its home address, or nil for a kernel part that is not an app of its own.
    public var path: String?
    /// Where it searches, if it does.
    public var searchPath: String?
    /// One line for the site's home page.
    public var summary: Text
    /// Places in the app, in the order of the bottom bar (four or five at most); of a kernel part, places in the menu of
    /// whoever is signed in.
    public var navigation: [NavigationItem]
    /// Places in the staff portal.
    public var adminNavigation: [AdminPlace]
    /// Places in the footer of every page, for everybody.
    public var footer: [NavigationItem]
    /// The schema, append-only.
    public var migrations: [Migration]
    /// What can be allowed, in words for the person who grants it.
    public var permissions: [PermissionDeclaration]
    /// Named bundles of permissions that can be given to people.
    public var roles: [RoleDeclaration]
    /// The words it adds to the command line; the work behind them is ``App/commands``.
    public var commands: [CommandHelp]
    /// The colour of its header.
    public var accent: Accent
    /// How the frame around its pages is laid out.
    public var frame: FrameLayout
    /// Further places, for the menu of a stacked frame.
    public var menu: [NavigationItem]
    /// What is shown of it without a connection.
    public var offline: OfflineStyle
    /// How people come in, and in which languages.
    public var policy: AppPolicy
    /// What people agree to before the app takes anything in; the policy says whether it asks.
    public var terms: AppTerms?
    /// What it sends news about.
    public var notices: [NoticeKind]
    /// What administrators can choose.
    public var settings: [SettingDeclaration]
    /// What it counts, day by day and without persons.
    public var measures: [Measure]
    /// Who sees the statistics of this app, besides those who see all of them.
    public var statisticsReaders: Permission?
    /// What people call the kinds of things that its entries in the system log tell of, by their dotted names.
    public var things: [String: Text]
    /// Questions and answers for the help pages.
    public var help: [HelpTopic]
    /// The guided tour of its home page.
    public var tour: [TourStop]
    /// `Resources/`: message catalogues and assets.
    public var resources: Bundle?

    /// A manifest; parts that an app does not have stay empty.
    public init(
        id: String, name: Text, icon: Icon = .grid, path: String? = nil, searchPath: String? = nil, summary: Text = "",
        navigation: [NavigationItem] = [], adminNavigation: [AdminPlace] = [], footer: [NavigationItem] = [],
        migrations: [Migration] = [],
        permissions: [PermissionDeclaration] = [],
        roles: [RoleDeclaration] = [], commands: [CommandHelp] = [], accent: Accent = .honey, frame: FrameLayout = .rail,
        menu: [NavigationItem] = [], offline: OfflineStyle = .kept, policy: AppPolicy = AppPolicy(), terms: AppTerms? = nil,
        notices: [NoticeKind] = [],
        settings: [SettingDeclaration] = [], measures: [Measure] = [], statisticsReaders: Permission? = nil, things: [String: Text] = [:],
        help: [HelpTopic] = [], tour: [TourStop] = [], resources: Bundle? = nil
    ) {
        self.id = id
        self.name = name
        self.icon = icon
        self.path = path
        self.searchPath = searchPath
        self.summary = summary
        self.navigation = navigation
        self.adminNavigation = adminNavigation
        self.footer = footer
        self.migrations = migrations
        self.permissions = permissions
        self.roles = roles
        self.commands = commands
        self.accent = accent
        self.frame = frame
        self.menu = menu
        self.offline = offline
        self.policy = policy
        self.terms = terms
        self.notices = notices
        self.settings = settings
        self.measures = measures
        self.statisticsReaders = statisticsReaders
        self.things = things
        self.help = help
        self.tour = tour
        self.resources = resources
    }
}

/// Something that can be allowed.
public struct PermissionDeclaration: Sendable {
    /// Stable and dotted: `library.items.edit`.
    public var permission: Permission
    /// What it allows, in words.
    public var label: Text

    /// A permission and the words for it.
    public init(_ permission: Permission, _ label: Text) {
        self.permission = permission
        self.label = label
    }
}

/// A named bundle of permissions inside one app (CORE-018, LIB-008).
public struct RoleDeclaration: Sendable {
    /// Stable, unique within the app: `librarian`.
    public var id: String
    /// What people call it.
    public var name: Text
    /// What it allows.
    public var permissions: Set<Permission>

    /// A role by id, name and what it allows.
    public init(_ id: String, _ name: Text, _ permissions: Set<Permission>) {
        self.id = id
        self.name = name
        self.permissions = permissions
    }
}
