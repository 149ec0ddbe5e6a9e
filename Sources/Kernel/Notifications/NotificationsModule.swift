import Accounts
import Core
import Database
import Foundation
import Jobs
import Mail
import Outbound
import Platform
import Web

/// The kernel part for notifications. News for people.
public struct NotificationsModule: App {
    /// What the part is.
    public static let manifest = AppManifest(
        id: "notifications", name: "Notifications",
        schema: .init(
            NotificationsMigrations.all, entityNames: ["notifications.choices": "Notification settings"],
            sentences: ["notifications.choices": { f in f.isOwn ? "\(f.actor) changed their notification settings." : nil }]),
        settings: NotificationRetention.settings,
        sections: [PushConfiguration.self],
        resources: Bundle.module)

    private let site: Site
    private let notifier: Notifier
    private let retention: NotificationRetention
    private let keys: PushKeys
    private let pauses = PushPauses()
    private let client: HTTPClient

    /// Wires the part to a site.
    public init(site: Site) throws {
        self.site = site
        let recipient = Recipient(people: try site.service())
        let choices = NotificationChoices(site: site)
        let emails = EmailDelivery(
            site: site, choices: choices, recipient: recipient, mailer: try site.service(), unsubscribe: UnsubscribeLink(key: site.key))
        notifier = Notifier(
            site: site, choices: choices, recipient: recipient, inbox: Inbox(site: site), emails: emails, subscriptions: Subscriptions(site: site))
        retention = NotificationRetention(site: site)
        keys = PushKeys(site: site)
        client = HTTPClient(timeout: .seconds(15), limit: 65_536, reach: .publicOnly)
    }

    /// Every page and address of the part.
    public var routes: [Route] {
        InboxRoutes(site: site, inbox: notifier.inbox).routes
            + ChoiceRoutes(
                site: site, subscriptions: notifier.subscriptions, choices: notifier.choices, recipient: notifier.recipient, notifier: notifier
            ).routes + PushRoutes(subscriptions: notifier.subscriptions, keys: keys).routes
    }
    /// Brings notifications to people.
    public var jobs: [JobKind] {
        [
            notifier.emails.kind, retention.kind,
            PushDelivery(
                site: site, subscriptions: notifier.subscriptions, recipient: notifier.recipient, keys: keys, client: client, pauses: pauses
            ).kind,
        ]
    }
    /// Forgets old notifications every night.
    public var schedules: [Schedule] { [retention.schedule] }

    public func register(in extensions: inout Extensions) throws {
        extensions.add(
            NotificationData(
                site: site, recipient: notifier.recipient, subscriptions: notifier.subscriptions, choices: notifier.choices, inbox: notifier.inbox),
            to: .personalData)
        let subscriptions = notifier.subscriptions
        extensions.add(SignOutObserver { try subscriptions.end($0, of: $1, in: $2) }, to: .signOuts)
        try extensions.provide(notifier.inbox, as: (any UnreadCounter).self)
        try extensions.provide(notifier)
        try extensions.provide(notifier, as: (any NotificationSender).self)
    }
}
