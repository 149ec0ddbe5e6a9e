import Accounts
import Core
import Database
import Notifications
import Platform
import Web

/// News for whoever cares for the site.
struct Alerts: Sendable {
    let site: Site
    let roles: Roles
    let notifier: Notifier

    /// What deserves a notification.
    enum Kind: String, Sendable {
        case backupFailed = "backup-failed"
        case drillFailed = "drill-failed"
        case diskLow = "disk-low"

        var title: Text {
            switch self {
            case .backupFailed: "A backup failed"
            case .drillFailed: "A backup didn’t pass its test"
            case .diskLow: "The disk is almost full"
            }
        }

        var message: Text {
            switch self {
            case .backupFailed: "The Backups page says why. Until one succeeds, the last good one is all there is."
            case .drillFailed: "It was restored into a test folder and something was wrong. See Backups for details."
            case .diskLow: "Free up space soon, or neither uploads nor backups can be stored."
            }
        }
    }

    static let kind = NotificationKind(
        "operations.alert", "Site maintenance", hint: "A backup fails or the disk is filling up.", channels: [.inbox, .email], isEssential: true,
        for: .siteCare)

    /// Tells everybody who cares for the site, at most once a day for each sort of alert.
    func send(_ alert: Kind, in write: Write) throws {
        site.log(.error, "operations.alert", ["alert": .string(alert.rawValue)])
        let day = write.now.milliseconds / 86_400_000
        let link = alert == .diskLow ? OperationsPaths.health() : OperationsPaths.backups()
        let notification = Notifications.Notification(
            kind: Self.kind.id, title: alert.title, body: alert.message, link: link, key: "operations.\(alert.rawValue).\(day)")
        for person in try roles.holders(of: .siteCare, in: write) { try notifier.send(notification, to: person, in: write) }
    }
}
