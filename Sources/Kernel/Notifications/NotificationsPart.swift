import Core
import Database
import Foundation
import Jobs
import Outbound
import Platform
import Web

/// The kernel part for notifications. News for people.
public struct NotificationsPart: App {
    /// What the part is.
    public static let manifest = AppManifest(
        id: "notifications", name: "Notifications", migrations: NotificationsMigrations.all, settings: NoticeKeeping.settings,
        things: ["notifications.choices": "Notification settings"], resources: Bundle.module)

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
    /// Brings notices to people.
    public var jobs: [JobKind] {
        [LetterDelivery(site: site).kind, NoticeKeeping(site: site).kind, PushDelivery(site: site, keys: keys, client: client, pauses: pauses).kind]
    }
    /// Forgets old notices every night.
    public var schedules: [Schedule] { [NoticeKeeping(site: site).schedule] }
    /// Notices, choices and devices of a person.
    public var personalData: [any PersonalData] { [NoticeData(site: site)] }
    /// What is new, for the bell.
    public var newsCounter: (any NewsCounter)? { Inbox(site: site) }
    /// Ends the notices on devices that are signed out.
    public func signedOut(_ browsers: SignedOutBrowsers, of person: PersonID, in db: any Connection) throws {
        try Subscriptions(site: site).end(browsers, of: person, in: db)
    }
    /// Brings what the parts below have to tell.
    public var newsBearer: (any NewsBearer)? { Notifier(site: site) }
}
