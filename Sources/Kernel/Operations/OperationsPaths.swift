import Audit
import Core
import Interface
import Jobs
import Web

/// Every address of the part that no app links to.
enum OperationsPaths {
    static let log = SitePaths.systemLog
    static let logCSV = Path("/admin/log.csv")
    static let logPDF = Path("/admin/log.pdf")
    static let logVerification = Path("/admin/log/verify")
    static let reading = Path("/admin/log/reading")
    static let logArchive = Path("/admin/log/archive")
    static let errors = Path("/admin/errors")
    static let error = Path("/admin/errors/{error}", Int.self)
    static let errorExport = Path("/admin/errors.csv")
    static let report = Path(ProblemPage.reportPath)
    static let browserErrors = Path("/api/v1/browser-errors")
    static let jobs = Path("/admin/jobs")
    static let job = Path("/admin/jobs/{job}", Int.self)
    static let health = Path("/admin/health")
    static let status = Path("/status")
    static let statusAPI = Path("/api/v1/status")
    static let backups = Path("/admin/backups")
    static let recycled = Path("/admin/recycle-bin/{kind}/{id}", String.self, Int.self)
    static let purge = Path("/admin/recycle-bin/{kind}/{id}/purge", String.self, Int.self)
}
