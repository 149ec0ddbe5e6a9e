import Core
import Database
import Platform

/// News for whoever cares for the site.
struct Alerts: Sendable {
    let site: Site

    /// What deserves a notice.
    enum Alert: String, Sendable {
        case backupFailed = "backup-failed"
        case drillFailed = "drill-failed"
        case diskLow = "disk-low"

        var title: Text {
            switch self {
            case .backupFailed: "A backup failed"
            case .drillFailed: "A backup did not pass its test"
            case .diskLow: "The disk is almost full"
            }
        }

        var message: Text {
            switch self {
            case .backupFailed: "The page of backups says why. Until one succeeds, the last good one is all there is."
            case .drillFailed: "It was restored into a scratch folder and was not as it should be. The page of backups says what is wrong."
            case .diskLow: "Make room soon: without it neither uploads nor backups can be stored."
            }
        }
    }

    /// Notes the alert in the log of the process; who cares for the site hears of it.
    func send(_ alert: Alert, in db: any Connection) throws {
        site.log(.error, "operations.alert", ["alert": .string(alert.rawValue)])
    }
}
