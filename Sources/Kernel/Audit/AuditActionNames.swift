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
        case .grant: "Right given"
        case .revoke: "Right taken"
        case .approve: "Approved"
        case .reject: "Rejected"
        case .importData: "Taken in"
        case .exportData: "Handed out"
        case .erase: "Erased"
        case .configure: "Configured"
        case .run: "Carried out"
        }
    }
}
