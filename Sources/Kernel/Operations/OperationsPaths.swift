import Audit
import Core
import Web

/// Every address of the part.
enum OperationsPaths {
    static let log = Path("/admin/log")
    static let reading = Path("/admin/log/reading")
}
