import Core
import Web

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
    public private(set) var navigation: [NavigationItem]
    /// Where the person, as one of its staff, works: the only places in the frame of those pages, and below the app's own in its others.
    public private(set) var work: [NavigationItem] = []
    /// Where its search is, if it has one; the header shows a button for it.
    public private(set) var searchPath: String?
    /// Where a person sees themselves as others see them in the app; the picture in the corner leads there. Without one it opens a menu.
    public let profilePath: String?
    /// The colour of its header.
    public private(set) var accent: Accent
    /// What its header begins with.
    public let header: HeaderStyle
    /// Further places, for the menu of three dots.
    public private(set) var menu: [NavigationItem]
    /// Of the further places those that have to be in the navigation, since a header with a menu has no three dots; help is among the site's.
    var further: [NavigationItem] { header == .menu ? menu.filter { $0.path != SitePaths.help() } : [] }
    /// What is shown of it without a connection.
    public let offline: OfflineStyle
    /// What can be done in it without a connection, where it is more than elsewhere.
    public let offlineWords: Text?

    /// An app.
    public init(
        id: String, name: Text, icon: Icon, path: String, navigation: [NavigationItem], searchPath: String? = nil,
        profilePath: String? = nil, accent: Accent = .honey, header: HeaderStyle = .menu, menu: [NavigationItem] = [], offline: OfflineStyle = .kept,
        offlineWords: Text? = nil
    ) {
        self.id = id
        self.name = name
        self.icon = icon
        self.accent = accent
        self.path = path
        self.navigation = navigation
        self.searchPath = searchPath
        self.profilePath = profilePath
        self.header = header
        self.menu = menu
        self.offline = offline
        self.offlineWords = offlineWords
    }

    /// The same with the places where the person works.
    public func with(work: [NavigationItem]) -> ShellApp {
        var copy = self
        copy.work = work
        return copy
    }

    /// The same in another colour, where the site chose one.
    public func colored(_ accent: Accent?) -> ShellApp {
        var copy = self
        copy.accent = accent ?? self.accent
        return copy
    }

    /// The same with other places.
    public func replacing(navigation: [NavigationItem], searchPath: String?, menu: [NavigationItem]) -> ShellApp {
        var copy = self
        copy.navigation = navigation
        copy.searchPath = searchPath
        copy.menu = menu
        return copy
    }

    /// The same with how many things are in its places, by address.
    public func counting(_ contents: [String: PlaceNumber]) -> ShellApp {
        guard !contents.isEmpty else { return self }
        var copy = self
        for index in navigation.indices { copy.navigation[index].content = contents[navigation[index].path] }
        return copy
    }
}

/// What an app shows when the server does not answer.
public enum OfflineStyle: String, Sendable {
    /// What the person kept on the device, else a page that offers to try again.
    case kept
    /// A message and nothing else: everything in the app needs the server.
    case message
}

/// What the header of an app's pages begins with. The rest of the frame is the same for every app: its places in a bar at the bottom of
/// phones and in a rail beside the content on wider screens, the content, the buttons of the page.
public enum HeaderStyle: String, Sendable {
    /// Three lines that open a drawer, and the name of the app.
    case menu
    /// An arrow to the page before, on phones the name of the page, and a menu of three dots.
    case back
}

/// The colour of an app's header, one per app. Blue stays the colour of actions everywhere.
public enum Accent: String, Codable, Sendable, CaseIterable {
    case honey, leaf, coral, sky, lilac

    public var name: Text {
        switch self {
        case .honey: "Yellow"
        case .leaf: "Green"
        case .coral: "Orange"
        case .sky: "Blue"
        case .lilac: "Purple"
        }
    }

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
