import Audit
import Core
import Jobs
import Web

/// Every address of the part.
enum OperationsPaths {
    static let log = Path("/admin/log")
    static let backups = Path("/admin/backups")
}
