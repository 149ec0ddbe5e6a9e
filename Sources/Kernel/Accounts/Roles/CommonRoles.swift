public import Core
public import Platform

/// Which detailed roles the common ones bring along on a site, whose apps may be off (CORE-018).
public struct CommonRoles: Sendable {
    private let bundles: [CommonRole: Set<Roles.Grant>]
    private let manifests: [AppManifest]
    /// The ids of the apps, which people know by their own names.
    private let apps: Set<String>

    public init(_ site: Site) {
        var bundles: [CommonRole: Set<Roles.Grant>] = [:]
        for manifest in site.manifests {
            for role in manifest.access.roles {
                for common in role.isPartOf { bundles[common, default: []].insert(Roles.Grant(app: manifest.id, role: role.id)) }
            }
        }
        self.bundles = bundles
        manifests = site.manifests
        apps = Set(site.apps.map(\.id))
    }

    /// What it brings along; nothing for a member.
    public func grants(of role: CommonRole) -> Set<Roles.Grant> { bundles[role] ?? [] }

    /// Those that mean something on the site, the least first.
    public var offered: [CommonRole] { CommonRole.allCases.filter { $0 == .member || !grants(of: $0).isEmpty } }

    /// The greatest whose detailed roles somebody has all of.
    public func greatest(within present: Set<Roles.Grant>) -> CommonRole {
        offered.last { grants(of: $0).isSubset(of: present) } ?? .member
    }

    /// The same to be named: where an app adds a role of its own to one whose sentence is about something else, that role is named instead.
    public func named(within present: Set<Roles.Grant>) -> CommonRole {
        offered.last { added(to: $0).isEmpty && grants(of: $0).isSubset(of: present) } ?? .member
    }

    /// The roles of apps that one brings along beside what its sentence says.
    public func added(to role: CommonRole) -> [RoleDeclaration] {
        role.coversApps ? [] : detailed(grants(of: role)).filter { apps.contains($0.app.id) }.map(\.role)
    }

    /// A role with what it allows, in words for whoever gives or gets it.
    public struct Summary: Sendable, Equatable {
        public let name: Text
        public let words: Text
    }

    /// All that somebody with these roles is: the common one, then the detailed ones that it doesn't bring along. A member is named only where
    /// there is nothing else to say.
    public func summaries(of present: Set<Roles.Grant>) -> [Summary] {
        let common = named(within: present)
        let beside = detailed(present.subtracting(grants(of: common))).map { one in
            Summary(name: name(of: one.role, in: one.app), words: words(for: one.role))
        }
        return (common == .member && !beside.isEmpty ? [] : [Summary(name: common.name, words: common.summary)]) + beside
    }

    /// What a detailed role is called: with its app where another role has the same name, as “Moderator” is a common role too.
    public func name(of role: RoleDeclaration, in app: AppManifest) -> Text {
        let isAlone =
            manifests.lazy.flatMap(\.access.roles).count { $0.name == role.name } == 1 && !offered.contains { $0.name == role.name }
        return isAlone ? role.name : "\(app.name): \(role.name)"
    }

    /// What declares them, in the order of the navigation.
    private func detailed(_ grants: Set<Roles.Grant>) -> [(app: AppManifest, role: RoleDeclaration)] {
        manifests.flatMap { app in app.access.roles.filter { grants.contains(Roles.Grant(app: app.id, role: $0.id)) }.map { (app, $0) } }
    }

    /// What a detailed role allows: its permissions, one after the other.
    public func words(for role: RoleDeclaration) -> Text {
        let labels = manifests.flatMap(\.access.permissions).filter { role.permissions.contains($0.permission) }.map(\.label)
        return labels.isEmpty ? "" : "\(labels.dropFirst().reduce(labels.first ?? "") { "\($0). \($1)" })."
    }
}
