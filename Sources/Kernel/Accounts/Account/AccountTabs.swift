import Core
import Interface
import Markup
import Web

/// The tabs above every page about a person's own account.
public struct AccountTabs: HTML {
    /// Which of the pages this is.
    public enum Place: Sendable {
        case overview, security, privacy, notifications
    }

    private let current: Place

    /// The tabs as they stand on one of the pages.
    public init(_ current: Place) { self.current = current }

    /// The row.
    public var body: some HTML {
        Tabs(
            "Your account",
            [
                Tab("Overview", href: AccountsPaths.account(), isCurrent: current == .overview),
                Tab("Security", href: AccountsPaths.security(), isCurrent: current == .security),
                Tab("Privacy", href: "/account/privacy", isCurrent: current == .privacy),
                Tab("Notifications", href: SitePaths.inbox(), isCurrent: current == .notifications),
            ])
    }
}
