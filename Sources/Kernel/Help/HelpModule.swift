import Core
import Foundation
import Interface
import Jobs
import Platform
import Web

extension Permission {
    /// Answer what people ask.
    static let supportFirst: Permission = "help.support"
    /// Answer what the first level could not, and hear of what is overdue.
    static let supportSecond: Permission = "help.support.second"
}

/// The kernel part that helps: answers to questions, guided tours, and people to ask (LIB-145, LIB-149).
public struct HelpModule: App {
    /// What the part is.
    public static let manifest = AppManifest(
        id: "help", name: "Help",
        adminNavigation: [AdminPlace("Support requests", icon: .help, path: HelpPaths.queue(), permission: .supportFirst, in: .people)],
        footer: [NavigationItem("Help", icon: .help, path: HelpPaths.home())],
        migrations: HelpMigrations.all,
        permissions: [
            PermissionDeclaration(.supportFirst, "Answer support requests"),
            PermissionDeclaration(.supportSecond, "Answer what the first level could not, and hear of what is overdue"),
        ],
        roles: [
            RoleDeclaration("support", "Support", [.supportFirst]),
            RoleDeclaration("admin", "Support, second level", [.supportFirst, .supportSecond]),
        ],
        notifications: [SupportNotifications.answered, SupportNotifications.waiting],
        settings: [SupportRetention.closed.declaration], measures: [.supportRequests, .openRequests],
        entityNames: ["help.request": "Support request"],
        help: SiteTopics.all, resources: .module)

    private let site: Site

    /// Wires the part to a site.
    public init(site: Site) throws { self.site = site }

    /// Every page of the part.
    public var routes: [Route] {
        let support = Support(site: site)
        return TopicRoutes(site: site).routes + SupportRoutes(site: site, support: support).routes
            + SupportQueueRoutes(site: site, support: support).routes
    }

    /// Overdue requests move up, closed ones are forgotten.
    public var jobs: [JobKind] { [Escalation(site: site).kind, SupportRetention(site: site).kind] }

    /// Every five minutes, and every night.
    public var schedules: [Schedule] { [Escalation(site: site).schedule, SupportRetention(site: site).schedule] }

    /// Requests that wait for an answer.
    public var adminAlerts: [any AdminAlertSource] { [SupportAlerts(site: site, level: 1), SupportAlerts(site: site, level: 2)] }

    /// What people asked.
    public var personalData: [any PersonalData] { [SupportData(site: site)] }
}
