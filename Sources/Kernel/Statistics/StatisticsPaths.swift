import Core
import Platform
import Web

/// The addresses of the part; ``SitePaths/statistics`` is its first page.
enum StatisticsPaths {
    static let overview = SitePaths.statistics
    static let app = SitePaths.appStatistics
    static let report = Path("/admin/statistics/report")
    static let reportCSV = Path("/admin/statistics/report.csv")
    static let reportPDF = Path("/admin/statistics/report.pdf")
    static let reports = Path("/admin/statistics/reports")
    static let saved = Path("/admin/statistics/reports/{report}", SavedReportID.self)
    static let share = Path("/admin/statistics/reports/{report}/share", SavedReportID.self)
    static let delete = Path("/admin/statistics/reports/{report}/delete", SavedReportID.self)
    static let api = Path("/api/v1/statistics")
    static let measures = Path("/api/v1/statistics/measures")
}
