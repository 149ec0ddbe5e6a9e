import Core
import Web

/// Who decides, and on what.
public struct Moderator: Sendable {
    /// The person.
    public let id: PersonID
    private let permissions: Set<Permission>

    /// A moderator by what they may do.
    public init(id: PersonID, permissions: Set<Permission>) {
        self.id = id
        self.permissions = permissions
    }

    /// A signed-in person with their permissions.
    public init(_ member: Member) { self.init(id: member.id, permissions: member.identity.permissions) }

    /// Whether they may.
    func may(_ permission: Permission) -> Bool { permissions.contains(permission) }
}
