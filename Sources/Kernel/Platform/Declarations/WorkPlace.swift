public import Core
public import Interface
public import Web

/// A place where an app's staff work, and who sees it. The route behind it has the same rule of its own.
public struct WorkPlace: Sendable {
    let item: NavigationItem
    let permission: Permission

    /// A place, and the permission that shows it.
    /// - Parameter short: the same in one word, for the bar of a phone.
    public init(_ label: Text, short: Text? = nil, icon: Icon, path: String, permission: Permission) {
        item = NavigationItem(label, short: short, icon: icon, path: path)
        self.permission = permission
    }
}
