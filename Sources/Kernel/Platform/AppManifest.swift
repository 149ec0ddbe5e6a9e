import Analytics
import Core
import Database
import Foundation
import Interface
import Web

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
    public var notifications: [NotificationKind]
    /// What administrators can choose.
    public var settings: [SettingDeclaration]
    /// What it counts, day by day and without persons.
    public var measures: [Measure]
    /// Who sees the statistics of this app, besides those who see all of them.
    public var statisticsReaders: Permission?
    /// What people call the kinds of things that its entries in the system log tell of, by their dotted names.
    public var entityNames: [String: Text]
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
        notifications: [NotificationKind] = [],
        settings: [SettingDeclaration] = [], measures: [Measure] = [], statisticsReaders: Permission? = nil, entityNames: [String: Text] = [:],
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
        self.notifications = notifications
        self.settings = settings
        self.measures = measures
        self.statisticsReaders = statisticsReaders
        self.entityNames = entityNames
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
