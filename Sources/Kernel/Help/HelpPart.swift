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
public struct HelpPart: App {
    /// What the part is.
    public static let manifest = AppManifest(
        id: "help", name: "Help",
        adminNavigation: [AdminPlace("Support requests", icon: .help, path: HelpPaths.desk(), permission: .supportFirst)],
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
        notices: [SupportNotices.answered, SupportNotices.waiting], measures: [.supportRequests, .openRequests], help: SiteTopics.all,
        resources: .module)

    private let site: Site

    /// Wires the part to a site.
    public init(site: Site) throws { self.site = site }

    /// Every page of the part.
    public var routes: [Route] {
        let support = Support(site: site)
        return TopicRoutes(site: site).routes + SupportRoutes(site: site, support: support).routes + DeskRoutes(site: site, support: support).routes
    }

    /// Overdue requests move up.
    public var jobs: [JobKind] { [Escalation(site: site).kind] }

    /// Every five minutes.
    public var schedules: [Schedule] { [Escalation(site: site).schedule] }

    /// What people asked.
    public var personalData: [any PersonalData] { [SupportData(site: site)] }
}
