public import Core
public import Interface
public import Web

/// A place where an app's staff work, and who sees it. The route behind it has the same rule of its own.
public struct WorkPlace: Sendable {
    let item: NavigationItem
    let permission: Permission
    let asks: [String]

    /// A place, and the permission that shows it.
    /// - Parameters:
    ///   - short: the same in one word, for the bar of a phone.
    ///   - asks: addresses outside `path` that its scripts ask: they answer in the language that was chosen there.
    public init(_ label: Text, short: Text? = nil, icon: Icon, path: String, permission: Permission, asks: [String] = []) {
        item = NavigationItem(label, short: short, icon: icon, path: path)
        self.permission = permission
        self.asks = asks
    }
}

extension Site {
    /// Where somebody works, for whoever signs in without having asked for a page: the site's first page and an app's own are none in particular.
    /// - Parameters:
    ///   - wanted: the page that was asked for.
    ///   - last: the place that this device was used for last; the first that the person may use counts where it isn't one of those.
    /// - Returns: nil where the page that was asked for stays, or the person works nowhere, or looks after the app as a whole.
    public func workPlace(insteadOf wanted: String, for permissions: Set<Permission>, last: String?) -> String? {
        let asked = apps.filter { (wanted == "/" || $0.path == wanted) && !isKept($0.navigation, by: permissions) }
        let places = asked.flatMap(\.navigation.work).filter { permissions.contains($0.permission) }.map(\.item.path)
            .filter { isWorkPlace($0.split(separator: "/").map(String.init)) }
        return places.first { $0 == last } ?? places.first
    }

    /// Whoever looks after more of an app than its places of work has no one place to begin at.
    private func isKept(_ navigation: AppManifest.Navigation, by permissions: Set<Permission>) -> Bool {
        let work = Set(navigation.work.map(\.permission))
        return navigation.portal.contains { permissions.contains($0.permission) && !work.contains($0.permission) }
    }

    /// The place of work that a page belongs to; nil for any other page.
    public func workPlace(of page: String) -> String? {
        let parts = page.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
        return apps.flatMap(\.navigation.work).map(\.item.path)
            .filter { parts.starts(with: $0.split(separator: "/")) && isWorkPlace($0.split(separator: "/").map(String.init)) }
            .max { $0.count < $1.count }
    }
}
