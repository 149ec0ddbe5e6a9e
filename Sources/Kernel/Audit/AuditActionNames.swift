public import Core

extension AuditAction {
    /// What people call it.
    public var name: Text {
        switch self {
        case .create: "Created"
        case .read: "Opened"
        case .update: "Changed"
        case .delete: "Deleted"
        case .login: "Signed in"
        case .loginRefused: "Sign-in refused"
        case .logout: "Signed out"
        case .grant: "Role added"
        case .revoke: "Role removed"
        case .approve: "Accepted"
        case .reject: "Rejected"
        case .importData: "Imported"
        case .exportData: "Exported"
        case .erase: "Deleted for good"
        case .configure: "Settings changed"
        case .run: "Task run"
        }
    }
}
