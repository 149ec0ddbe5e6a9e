import Core
import Foundation
import Localization
import Markup

/// The theme a person chose.
public enum Theme: String, Sendable, CaseIterable, Codable {
    case system, light, dark
}

/// The signed-in person as the shell shows them.
public struct ShellPerson: Sendable {
    /// Their id, for what a device keeps of theirs.
    public let id: String?
    /// The shown name.
    public let name: String
    /// Whether the way to the admin portal is shown.
    public let isStaff: Bool
    /// What is the person's own: bookmarks, notes and the like, for the menu behind their name.
    public let places: [NavigationItem]
    /// Places of the person's own that stand among those of the app, with how much is new there.
    public let counted: [CountedPlace]
    /// How many notifications they have not read, for the bell; nil: this site has none.
    public let unread: Int?
    /// Where their picture is.
    public let picture: String?

    /// A person.
    public init(
        id: String? = nil, name: String, isStaff: Bool, places: [NavigationItem] = [], counted: [CountedPlace] = [], unread: Int? = nil,
        picture: String? = nil
    ) {
        self.counted = counted
        self.unread = unread
        self.picture = picture
        self.id = id
        self.name = name
        self.isStaff = isStaff
        self.places = places
    }
}

/// Everything that the frame around a page needs to know; the platform puts one into every request.
public struct Shell: Sendable {
    /// Stands for the staff portal where one may come from an app or from there.
    public static let portal = "admin"

    /// The small line above the app's title, e.g. “Our Site”.
    public var siteName: String
    /// The apps of this site in their order.
    public var apps: [ShellApp]
    /// The id of the app that one came from, or ``portal``: its frame is kept on pages of no app.
    public var currentApp: String?
    /// The apps that are closed to this person: no page but their own has their frame.
    public var closedApps: Set<String>
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
    public var flash: Toast?
    /// Places for everybody, in the footer.
    public var footer: [NavigationItem]
    /// The guided tour that was asked for on this page.
    public var tour: [TourStop]
    /// A line that stands above every page, e.g. that this is a demo with stand-ins.
    public var banner: Text?
    /// The community's own logo and colour.
    public var look: ShellLook
    /// Style sheets, scripts, pictures.
    public var assets: AssetLibrary
    /// How the page is put into words.
    public var context: RenderingContext

    /// A frame; what is not given is not shown.
    public init(
        siteName: String, apps: [ShellApp], currentApp: String? = nil, closedApps: Set<String> = [], adminSections: [NavigationSection] = [],
        person: ShellPerson? = nil,
        path: String,
        languages: [Language] = [.english], theme: Theme = .system, flash: Toast? = nil, footer: [NavigationItem] = [],
        tour: [TourStop] = [], banner: Text? = nil, look: ShellLook = ShellLook(), assets: AssetLibrary,
        context: RenderingContext
    ) {
        self.siteName = siteName
        self.apps = apps
        self.currentApp = currentApp
        self.closedApps = closedApps
        self.adminSections = adminSections
        self.person = person
        self.path = path
        self.languages = languages
        self.theme = theme
        self.flash = flash
        self.footer = footer
        self.tour = tour
        self.banner = banner
        self.look = look
        self.assets = assets
        self.context = context
    }
}

/// Which frame a page has.
public enum ShellStyle: Sendable, Equatable {
    /// An app: coloured header, bottom bar on phones, rail on wider screens.
    case app(String)
    /// Where the staff of an app work: its colour and its header, with the places of their work instead of those of its customers.
    case work(String)
    /// Pages of no app, such as the account: the frame of the app, or of the portal, that one came from.
    case site
    /// The site's front page: its own header, no bar.
    case front
    /// The admin portal: side navigation by sections.
    case admin
    /// One thing at a time, e.g. signing in: logo and content.
    case bare
    /// A page of no app about something of an app: the frame of the app that one came from, else of this one.
    case siteOr(String?)
    /// Nothing but the document: the reader fills the screen itself.
    case reader
}
