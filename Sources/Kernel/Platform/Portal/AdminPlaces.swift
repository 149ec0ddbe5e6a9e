import Core
import Interface
import Web

/// A place in the staff portal, and who sees it. The route behind it has the same rule of its own.
public struct AdminPlace: Sendable {
    /// The place.
    public var item: NavigationItem
    /// Who sees it.
    public var permission: Permission
    /// Among which others it stands.
    public var group: AdminGroup

    /// A place by label, drawing, address, who sees it and where it stands.
    public init(_ label: Text, icon: Icon, path: String, permission: Permission, in group: AdminGroup = .app) {
        item = NavigationItem(label, icon: icon, path: path)
        self.permission = permission
        self.group = group
    }
}

/// What belongs together in the staff portal, whichever part brings it.
public enum AdminGroup: Sendable, CaseIterable {
    /// The app's own places, under its name.
    case app
    /// The site's people, and what they write and ask.
    case people
    /// What the site is like.
    case site
    /// Whether it is well.
    case care
}

/// The staff portal as somebody's permissions open it: apps first, then what the parts of the kernel bring.
public struct AdminPlaces {
    private let manifests: [AppManifest]

    /// The places of these parts and apps.
    public init(manifests: [AppManifest]) { self.manifests = manifests }

    /// What somebody may open, by groups; none is empty.
    public func sections(for may: (Permission) -> Bool) -> [NavigationSection] {
        let own = manifests.map { manifest in
            NavigationSection(manifest.name, items: items(manifest.navigation.portal, in: .app, may))
        }
        let places = manifests.flatMap(\.navigation.portal)
        let shared: [(AdminGroup, Text)] = [(.people, "People"), (.site, "The site"), (.care, "Operations")]
        return (own + shared.map { NavigationSection($1, items: items(places, in: $0, may)) }).filter { !$0.items.isEmpty }
    }

    private func items(_ places: [AdminPlace], in group: AdminGroup, _ may: (Permission) -> Bool) -> [NavigationItem] {
        places.filter { $0.group == group && may($0.permission) }.map(\.item)
    }
}
