public import Platform

/// Which detailed roles the common ones bring along on a site, whose apps may be off (CORE-018).
public struct CommonRoles: Sendable {
    private let bundles: [CommonRole: Set<Roles.Grant>]

    public init(_ site: Site) {
        var bundles: [CommonRole: Set<Roles.Grant>] = [:]
        for manifest in site.manifests {
            for role in manifest.access.roles {
                for common in role.isPartOf { bundles[common, default: []].insert(Roles.Grant(app: manifest.id, role: role.id)) }
            }
        }
        self.bundles = bundles
    }

    /// What it brings along; nothing for a member.
    public func grants(of role: CommonRole) -> Set<Roles.Grant> { bundles[role] ?? [] }

    /// Those that mean something on the site, the least first.
    public var offered: [CommonRole] { CommonRole.allCases.filter { $0 == .member || !grants(of: $0).isEmpty } }

    /// The greatest whose detailed roles somebody has all of.
    public func greatest(within present: Set<Roles.Grant>) -> CommonRole {
        offered.last { grants(of: $0).isSubset(of: present) } ?? .member
    }
}
