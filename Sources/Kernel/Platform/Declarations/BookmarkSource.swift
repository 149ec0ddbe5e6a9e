public import Core
public import Markup
public import Web

/// What an app adds to the page that has a person's bookmarks of all apps.
public protocol BookmarkSource: Sendable {
    /// The latest of them; nil where there are none.
    func bookmarks(for request: Request, _ member: Member) async throws -> BookmarkShelf?
}

/// Bookmarks of one app.
public struct BookmarkShelf: Sendable {
    /// The latest.
    public let content: Node
    /// The app's own page with all of them.
    public let all: String
    /// Scripts that the content needs, by asset name.
    public let scripts: [String]

    public init(all: String, scripts: [String] = [], content: Node) {
        self.all = all
        self.scripts = scripts
        self.content = content
    }
}

extension ExtensionPoint where Value == any BookmarkSource {
    /// Bookmarks that apps keep themselves; at most one each.
    public static var bookmarks: Self { Self("bookmarks") }
}
