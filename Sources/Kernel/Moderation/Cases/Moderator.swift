import Core
import Platform
import Web

/// Who decides, and on what.
public struct Moderator: Sendable {
    /// The person.
    public let id: PersonID
    private let permissions: Set<Permission>
    /// Apps that the person is banned from.
    private let closedApps: Set<String>

    /// A moderator by what they may do.
    public init(id: PersonID, permissions: Set<Permission>, closedApps: Set<String> = []) {
        self.id = id
        self.permissions = permissions
        self.closedApps = closedApps
    }

    /// A signed-in person with their permissions.
    public init(_ member: Member) {
        self.init(id: member.id, permissions: member.identity.permissions, closedApps: Set(member.identity.closedApps.keys))
    }

    /// Whether they decide on subjects of this kind. Who is banned from an app decides nothing there.
    func moderates(_ subject: any ModeratedSubject) -> Bool { permissions.contains(subject.moderators) && !closedApps.contains(subject.app) }
}
