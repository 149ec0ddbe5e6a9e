import Core
import Foundation
import Jobs
import Platform
import Web

/// The kernel part for notifications. News for people.
public struct NotificationsPart: App {
    /// What the part is.
    public static let manifest = AppManifest(
        id: "notifications", name: "Notices", migrations: NotificationsMigrations.all, resources: Bundle.module)

    private let site: Site

    /// Wires the part to a site.
    public init(site: Site) throws { self.site = site }

    /// Every page and address of the part.
    public var routes: [Route] { [] }
    /// Brings notices to people.
    public var jobs: [JobKind] { [LetterDelivery(site: site).kind] }
}
