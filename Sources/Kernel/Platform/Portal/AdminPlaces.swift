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
    /// Whether everybody sees it who may read the figures of some app.
    public var isForReaders: Bool
    /// Whether it appears only on sites with an app that uses its part (``AppManifest/Navigation/uses``).
    public var isOnlyWhereUsed: Bool

    /// A place by label, what it is for, drawing, address, who sees it and where it stands.
    /// - Parameter searchedAs: words for what is done there, besides those of the label and the summary.
    public init(
        _ label: Text, _ summary: Text, searchedAs: Text? = nil, icon: Icon, path: String, permission: Permission, in group: AdminGroup = .app,
        isForReaders: Bool = false, isOnlyWhereUsed: Bool = false
    ) {
        item = NavigationItem(label, icon: icon, path: path, summary: summary, searchedAs: searchedAs)
        self.permission = permission
        self.group = group
        self.isForReaders = isForReaders
        self.isOnlyWhereUsed = isOnlyWhereUsed
    }
}

extension Site {
    /// The parts and apps that mean something here: a part whose places in the portal are only for apps that use it needs one that is on.
    public var usedManifests: [AppManifest] {
        let manifests = manifests
        let used = Set(manifests.flatMap(\.navigation.uses))
        return manifests.filter { part in
            used.contains(part.id) || part.navigation.portal.isEmpty || !part.navigation.portal.allSatisfy(\.isOnlyWhereUsed)
        }
    }
}

/// What belongs together in the staff portal, whichever part brings it.
public enum AdminGroup: Sendable, CaseIterable {
    /// The app's own places, under its name, among the content.
    case app
    /// Who belongs to the community, and what they ask.
    case people
    /// What is to be read and seen on the site.
    case content
    /// What keeps people and their data safe.
    case safety
    /// How the site is set up, and whether it works.
    case system
}

/// The staff portal as somebody's permissions open it.
public struct AdminPlaces {
    private let manifests: [AppManifest]

    /// The places of these parts and apps.
    public init(manifests: [AppManifest]) { self.manifests = manifests }

    /// What somebody may open, by groups; none is empty.
    public func sections(for may: (Permission) -> Bool) -> [NavigationSection] {
        let used = Set(manifests.flatMap(\.navigation.uses))
        let open = manifests.map { manifest in
            (manifest.name, manifest.navigation.portal.filter { isOpen($0, to: may) && (!$0.isOnlyWhereUsed || used.contains(manifest.id)) })
        }
        let apps = open.map { name, places in NavigationSection(name, items: places.filter { $0.group == .app }.map(\.item)) }
        let groups: [(AdminGroup, Text)] = [(.people, "People"), (.content, "Content"), (.safety, "Safety"), (.system, "System")]
        return groups.map { group, title in
            NavigationSection(
                title, items: open.flatMap(\.1).filter { $0.group == group }.map(\.item),
                parts: group == .content ? apps.filter { !$0.items.isEmpty } : [])
        }.filter { !$0.all.isEmpty }
    }

    private func isOpen(_ place: AdminPlace, to may: (Permission) -> Bool) -> Bool {
        may(place.permission) || place.isForReaders && manifests.compactMap(\.measures.readers).contains(where: may)
    }
}
