import Core
import Database
import Foundation
import Jobs
import Outbound
import Platform
import Web

/// The kernel part for notifications. News for people.
public struct NotificationsModule: App {
    /// What the part is.
    public static let manifest = AppManifest(
        id: "notifications", name: "Notifications", migrations: NotificationsMigrations.all, settings: NotificationRetention.settings,
        entityNames: ["notifications.choices": "Notification settings"], resources: Bundle.module)

    private let site: Site
    private let keys: PushKeys
    private let pauses = PushPauses()
    private let client: HTTPClient

    /// Wires the part to a site.
    public init(site: Site) throws {
        self.site = site
        keys = PushKeys(site: site)
        client = HTTPClient(timeout: .seconds(15), limit: 65_536, reach: .publicOnly)
    }

    /// Every page and address of the part.
    public var routes: [Route] {
        InboxRoutes(site: site).routes + ChoiceRoutes(site: site, subscriptions: Subscriptions(site: site)).routes
            + PushRoutes(subscriptions: Subscriptions(site: site), keys: keys).routes
    }
    /// Brings notifications to people.
    public var jobs: [JobKind] {
        [
            EmailDelivery(site: site).kind, NotificationRetention(site: site).kind,
            PushDelivery(site: site, keys: keys, client: client, pauses: pauses).kind,
        ]
    }
    /// Forgets old notifications every night.
    public var schedules: [Schedule] { [NotificationRetention(site: site).schedule] }
    /// Notifications, choices and devices of a person.
    public var personalData: [any PersonalData] { [NotificationData(site: site)] }
    /// What is new, for the bell.
    public var unreadCounter: (any UnreadCounter)? { Inbox(site: site) }
    /// Ends the notifications on devices that are signed out.
    public func signedOut(_ browsers: SignedOutBrowsers, of person: PersonID, in db: any Connection) throws {
        try Subscriptions(site: site).end(browsers, of: person, in: db)
    }
    /// Brings what the parts below have to tell.
    public var notificationSender: (any NotificationSender)? { Notifier(site: site) }
}
