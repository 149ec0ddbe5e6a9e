import Accounts
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
        id: "notifications", name: "Notifications",
        schema: .init(NotificationsMigrations.all, entityNames: ["notifications.choices": "Notification settings"]),
        settings: NotificationRetention.settings,
        sections: [PushConfiguration.self],
        resources: Bundle.module)

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

    public func register(in extensions: inout Extensions) throws {
        extensions.add(NotificationData(site: site), to: .personalData)
        let subscriptions = Subscriptions(site: site)
        extensions.add(SignOutObserver { try subscriptions.end($0, of: $1, in: $2) }, to: .signOuts)
        try extensions.provide(Inbox(site: site), as: (any UnreadCounter).self)
        try extensions.provide(Notifier(site: site), as: (any NotificationSender).self)
    }
}
