import Core

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
