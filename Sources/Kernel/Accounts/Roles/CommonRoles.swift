public import Core
public import Platform

/// Which detailed roles the common ones bring along on a site, whose apps may be off (CORE-018).
public struct CommonRoles: Sendable {
    private let bundles: [CommonRole: Set<Roles.Grant>]
    private let manifests: [AppManifest]

    public init(_ site: Site) {
        var bundles: [CommonRole: Set<Roles.Grant>] = [:]
        for manifest in site.manifests {
            for role in manifest.access.roles {
                for common in role.isPartOf { bundles[common, default: []].insert(Roles.Grant(app: manifest.id, role: role.id)) }
            }
        }
        self.bundles = bundles
        manifests = site.manifests
    }

    /// What it brings along; nothing for a member.
    public func grants(of role: CommonRole) -> Set<Roles.Grant> { bundles[role] ?? [] }

    /// Those that mean something on the site, the least first.
    public var offered: [CommonRole] { CommonRole.allCases.filter { $0 == .member || !grants(of: $0).isEmpty } }

    /// The greatest whose detailed roles somebody has all of.
    public func greatest(within present: Set<Roles.Grant>) -> CommonRole {
        offered.last { grants(of: $0).isSubset(of: present) } ?? .member
    }

    /// A role with what it allows, in words for whoever gives or gets it.
    public struct Summary: Sendable, Equatable {
        public let name: Text
        public let words: Text
    }

    /// All that somebody with these roles is: the common one, then the detailed ones that it doesn't bring along. A member is named only where
    /// there is nothing else to say.
    public func summaries(of present: Set<Roles.Grant>) -> [Summary] {
        let common = greatest(within: present)
        let beside = present.subtracting(grants(of: common))
        let detailed = manifests.flatMap { part in
            part.access.roles.filter { beside.contains(Roles.Grant(app: part.id, role: $0.id)) }.map { Summary(name: $0.name, words: words(for: $0)) }
        }
        return (common == .member && !detailed.isEmpty ? [] : [Summary(name: common.name, words: common.summary)]) + detailed
    }

    /// What a detailed role allows: its permissions, one after the other.
    public func words(for role: RoleDeclaration) -> Text {
        let labels = manifests.flatMap(\.access.permissions).filter { role.permissions.contains($0.permission) }.map(\.label)
        return labels.dropFirst().reduce(labels.first ?? "") { "\($0). \($1)" }
    }
}
