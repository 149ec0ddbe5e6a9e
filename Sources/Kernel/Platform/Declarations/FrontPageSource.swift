public import Core
public import Markup
public import Web

/// What an app shows of itself on the front page of a site with several apps.
public protocol FrontPageSource: Sendable {
    /// What is new in the app and, for members, what is theirs: one or two shelves. Nil when this visitor sees nothing of it yet.
    func content(for request: Request, _ visitor: Visitor) async throws -> Node?
}

extension ExtensionPoint where Value == any FrontPageSource {
    /// What apps show on the front page; at most one each.
    public static var frontPage: Self { Self("front-page") }
}
