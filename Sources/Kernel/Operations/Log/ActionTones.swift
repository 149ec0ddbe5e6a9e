import Audit
import Core
import Interface

extension AuditAction {
    /// How much it deserves a look.
    var tone: Tone {
        switch self {
        case .delete, .erase, .loginRefused: .danger
        case .reject, .revoke, .configure, .exportData: .warning
        case .create, .approve, .importData, .grant: .success
        case .update, .run, .read: .info
        case .login, .logout: .quiet
        }
    }
}
