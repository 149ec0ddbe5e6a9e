import Core
import Foundation
import Localization
import Markup

/// A place that navigation leads to.
public struct NavigationItem: Sendable {
    /// What it is called.
    public let label: Text
    /// Its drawing.
    public let icon: Icon
    /// Its address. It is the active one while the present address lies below it and below none that is longer.
    public let path: String

    /// A place.
    public init(_ label: Text, icon: Icon, path: String) {
        self.label = label
        self.icon = icon
        self.path = path
    }
}

/// Places that belong together, under a heading: the sections of the admin portal.
public struct NavigationSection: Sendable {
    /// The heading.
    public let title: Text
    /// The places.
    public let items: [NavigationItem]

    /// Places under a heading.
    public init(_ title: Text, items: [NavigationItem]) {
        self.title = title
        self.items = items
    }
}

/// An app as the shell shows it.
public struct ShellApp: Sendable {
    /// The app's id.
    public let id: String
    /// The title in the header, e.g. “Church Library”.
    public let name: Text
    /// Its drawing.
    public let icon: Icon
    /// Its first page.
    public let path: String
    /// The places of the bottom bar and the rail: five at most.
    public let navigation: [NavigationItem]
    /// Where its search is, if it has one; the header shows a button for it.
    public let searchPath: String?
    /// The colour of its header.
    public let accent: Accent
    /// How its frame is laid out.
    public let frame: FrameLayout
    /// Further places, for the menu of a stacked frame.
    public let menu: [NavigationItem]
    /// What is shown of it without a connection.
    public let offline: OfflineStyle

    /// An app.
    public init(
        id: String, name: Text, icon: Icon, path: String, navigation: [NavigationItem], searchPath: String? = nil, accent: Accent = .honey,
        frame: FrameLayout = .rail, menu: [NavigationItem] = [], offline: OfflineStyle = .kept
    ) {
        self.id = id
        self.name = name
        self.icon = icon
        self.accent = accent
        self.path = path
        self.navigation = navigation
        self.searchPath = searchPath
        self.frame = frame
        self.menu = menu
        self.offline = offline
    }
}

/// What an app shows when the server does not answer.
public enum OfflineStyle: String, Sendable {
    /// What the person kept on the device, else a page that offers to try again.
    case kept
    /// A message and nothing else: everything in the app needs the server.
    case message
}

/// How the frame around an app's pages is laid out.
public enum FrameLayout: String, Sendable {
    /// A header with a drawer; the app's places at the bottom of phones, beside the content on wider screens.
    case rail
    /// Three storeys at every width: a header with the way back and a menu of three dots, the content, a footer with the app's places.
    case stacked
}

/// The colour of an app's header, one per app. Blue stays the colour of actions everywhere.
public enum Accent: String, Sendable, CaseIterable {
    case honey, leaf, coral, sky, lilac

    /// The colour for the browser's own frame, the same as `--accent` of the light theme.
    public var color: String {
        switch self {
        case .honey: "#f7c948"
        case .leaf: "#bfe3b4"
        case .coral: "#ffc2ad"
        case .sky: "#b9dcf7"
        case .lilac: "#d9ccf5"
        }
    }
}

/// The theme a person chose.
public enum Theme: String, Sendable, CaseIterable, Codable {
    case system, light, dark
}

/// The signed-in person as the shell shows them.
public struct ShellPerson: Sendable {
    /// The shown name.
    public let name: String
    /// Whether the way to the admin portal is shown.
    public let isStaff: Bool
    /// What is the person's own: bookmarks, notes and the like, for the menu behind their name.
    public let places: [NavigationItem]
    /// How many notices they have not read, for the bell; nil: this site has none.
    public let unread: Int?
    /// Where their picture is.
    public let picture: String?

    /// A person.
    public init(name: String, isStaff: Bool, places: [NavigationItem] = [], unread: Int? = nil, picture: String? = nil) {
        self.unread = unread
        self.picture = picture
        self.name = name
        self.isStaff = isStaff
        self.places = places
    }
}

/// Everything that the frame around a page needs to know; the platform puts one into every request.
public struct Shell: Sendable {
    /// The small line above the app's title, e.g. “Our Site”.
    public var siteName: String
    /// The apps of this site in their order.
    public var apps: [ShellApp]
    /// The sections of the admin portal that this person may see.
    public var adminSections: [NavigationSection]
    /// Who is signed in.
    public var person: ShellPerson?
    /// The present address, without query.
    public var path: String
    /// The languages to choose from.
    public var languages: [Language]
    /// The chosen theme.
    public var theme: Theme
    /// A word after something was done, already in the reader's language.
    public var flash: String?
    /// Places for everybody, in the footer.
    public var footer: [NavigationItem]
    /// The guided tour that was asked for on this page.
    public var tour: [TourStop]
    /// A line that stands above every page, e.g. that this is a demo with stand-ins.
    public var banner: Text?
    /// Style sheets, scripts, pictures.
    public var assets: AssetLibrary
    /// How the page is put into words.
    public var context: RenderingContext

    /// A frame; what is not given is not shown.
    public init(
        siteName: String, apps: [ShellApp], adminSections: [NavigationSection] = [], person: ShellPerson? = nil, path: String,
        languages: [Language] = [.english], theme: Theme = .system, flash: String? = nil, footer: [NavigationItem] = [],
        tour: [TourStop] = [], banner: Text? = nil, assets: AssetLibrary,
        context: RenderingContext
    ) {
        self.siteName = siteName
        self.apps = apps
        self.adminSections = adminSections
        self.person = person
        self.path = path
        self.languages = languages
        self.theme = theme
        self.flash = flash
        self.footer = footer
        self.tour = tour
        self.banner = banner
        self.assets = assets
        self.context = context
    }
}

/// Which frame a page has.
public enum ShellStyle: Sendable, Equatable {
    /// An app: coloured header, bottom bar on phones, rail on wider screens.
    case app(String)
    /// The site's own pages: header, no bar.
    case site
    /// The admin portal: side navigation by sections.
    case admin
    /// One thing at a time, e.g. signing in: logo and content.
    case bare
    /// Nothing but the document: the reader fills the screen itself.
    case reader
}
