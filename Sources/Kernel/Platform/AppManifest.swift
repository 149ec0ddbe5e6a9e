import Analytics
import Core
import Database
import Foundation
import Interface
import Web

/// What an app declares about itself, in groups; what an app does not have stays empty.
public struct AppManifest: Sendable {
    /// Short and stable: table prefix, address, `--apps` word.
    public var id: String
    /// The name people read; a site may rename the app.
    public var name: Text
    /// One line for the site's home page.
    public var summary: Text
    /// Its home address; nil for a kernel part that is not an app of its own.
    public var path: String?
    public var appearance: Appearance
    public var navigation: Navigation
    public var access: Access
    public var schema: Schema
    /// What administrators can choose.
    public var settings: [SettingDeclaration]
    /// What it keeps among the operator's choices besides.
    public var sections: [any ConfigurationSection.Type]
    /// What it sends news about.
    public var notifications: [NotificationKind]
    public var measures: Measures
    public var help: Help
    /// The words it adds to the command line; the work behind them is ``App/commands``.
    public var commands: [CommandHelp]
    /// The hours in which its availability is told besides around the clock, until the site has set opening hours for it.
    public var serviceHours: OpeningHours?
    /// `Resources/`: message catalogues and assets.
    public var resources: Bundle?

    public init(
        id: String, name: Text, summary: Text = "", path: String? = nil, appearance: Appearance = Appearance(), navigation: Navigation = Navigation(),
        access: Access = Access(), schema: Schema = Schema(), settings: [SettingDeclaration] = [],
        sections: [any ConfigurationSection.Type] = [], notifications: [NotificationKind] = [], measures: Measures = Measures(), help: Help = Help(),
        commands: [CommandHelp] = [], serviceHours: OpeningHours? = nil, resources: Bundle? = nil
    ) {
        self.id = id
        self.name = name
        self.summary = summary
        self.path = path
        self.appearance = appearance
        self.navigation = navigation
        self.access = access
        self.schema = schema
        self.settings = settings
        self.sections = sections
        self.notifications = notifications
        self.measures = measures
        self.help = help
        self.commands = commands
        self.serviceHours = serviceHours
        self.resources = resources
    }
}

extension AppManifest {
    /// What it looks like.
    public struct Appearance: Sendable {
        public var icon: Icon
        /// The colour of its header.
        public var accent: Accent
        /// What its header begins with.
        public var header: HeaderStyle
        /// What is shown of it without a connection.
        public var offline: OfflineStyle
        /// What can be done in it without a connection, where it is more than elsewhere.
        public var offlineWords: Text?
        /// Whether its times are those of the place: people come there, whatever zone they chose for themselves.
        public var keepsSiteTime: Bool

        public init(
            icon: Icon = .grid, accent: Accent = .honey, header: HeaderStyle = .menu, offline: OfflineStyle = .kept, offlineWords: Text? = nil,
            keepsSiteTime: Bool = false
        ) {
            self.icon = icon
            self.accent = accent
            self.header = header
            self.offline = offline
            self.offlineWords = offlineWords
            self.keepsSiteTime = keepsSiteTime
        }
    }

    /// Where one can go.
    public struct Navigation: Sendable {
        /// Places in the app, in the order of the bottom bar (four or five at most); of a kernel part, places in the menu of whoever
        /// is signed in, on a site with an app that ``uses`` the part.
        public var main: [NavigationItem]
        /// Where it searches, if it does.
        public var search: String?
        /// Where a person sees themselves as others do, if the app shows people; the picture in the corner of the header leads there.
        public var profile: String?
        /// Further places, for the menu of three dots.
        public var menu: [NavigationItem]
        /// Places in the staff portal.
        public var portal: [AdminPlace]
        /// Places where its staff work, on pages whose frame is ``ShellStyle/work(_:)``, in the order of the bottom bar (five at most).
        public var work: [WorkPlace]
        /// Places in the footer of every page, for everybody.
        public var footer: [NavigationItem]
        /// Ids of the kernel parts whose places the app's people need, and whose places in the portal its staff.
        public var uses: [String]

        public init(
            main: [NavigationItem] = [], search: String? = nil, profile: String? = nil, menu: [NavigationItem] = [], portal: [AdminPlace] = [],
            work: [WorkPlace] = [], footer: [NavigationItem] = [], uses: [String] = []
        ) {
            self.main = main
            self.search = search
            self.profile = profile
            self.menu = menu
            self.portal = portal
            self.work = work
            self.footer = footer
            self.uses = uses
        }
    }

    /// Who may do what.
    public struct Access: Sendable {
        /// What can be allowed, in words for the person who grants it.
        public var permissions: [PermissionDeclaration]
        /// Named bundles of permissions that can be given to people.
        public var roles: [RoleDeclaration]
        /// How people come in, and in which languages.
        public var policy: AppPolicy
        /// What people agree to before the app takes anything in; the policy says whether it asks.
        public var terms: AppTerms?

        public init(
            permissions: [PermissionDeclaration] = [], roles: [RoleDeclaration] = [], policy: AppPolicy = AppPolicy(), terms: AppTerms? = nil
        ) {
            self.permissions = permissions
            self.roles = roles
            self.policy = policy
            self.terms = terms
        }
    }

    /// What it keeps.
    public struct Schema: Sendable {
        /// Append-only.
        public var migrations: [Migration]
        /// What people call the kinds of things that its entries in the system log tell of, by their dotted names.
        public var entityNames: [String: Text]
        /// How the system log tells of them, by the same names, where the sentence that fits every kind is not enough.
        public var sentences: [String: AuditSentence]
        /// Their pages.
        public var entityPaths: [String: EntityPath]
        /// What people call its work in the background, by the ids of the jobs.
        public var jobNames: [String: Text]

        public init(
            _ migrations: [Migration] = [], entityNames: [String: Text] = [:], sentences: [String: AuditSentence] = [:],
            entityPaths: [String: EntityPath] = [:], jobNames: [String: Text] = [:]
        ) {
            self.migrations = migrations
            self.entityNames = entityNames
            self.sentences = sentences
            self.entityPaths = entityPaths
            self.jobNames = jobNames
        }
    }

    /// What it counts, day by day and without persons.
    public struct Measures: Sendable {
        public var all: [Measure]
        /// Who sees the statistics of this app, besides those who see all of them.
        public var readers: Permission?

        public init(_ all: [Measure] = [], readers: Permission? = nil) {
            self.all = all
            self.readers = readers
        }
    }

    /// What explains it.
    public struct Help: Sendable {
        /// Questions and answers for the help pages.
        public var topics: [HelpTopic]
        /// The guided tour of its home page.
        public var tour: [TourStop]

        public init(_ topics: [HelpTopic] = [], tour: [TourStop] = []) {
            self.topics = topics
            self.tour = tour
        }
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
    /// The common roles that bring it along.
    public var isPartOf: Set<CommonRole>

    /// A role by id, name and what it allows.
    public init(_ id: String, _ name: Text, _ permissions: Set<Permission>, partOf isPartOf: Set<CommonRole> = []) {
        self.id = id
        self.name = name
        self.permissions = permissions
        self.isPartOf = isPartOf
    }
}
