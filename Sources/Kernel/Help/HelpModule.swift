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
        navigation: .init(
            portal: [
                AdminPlace(
                    "Support requests", "Questions from people, and your answers", searchedAs: "tickets contact help messages", icon: .help,
                    path: HelpPaths.queue(), permission: .supportFirst,
                    in: .people)
            ],
            footer: [NavigationItem("Help", icon: .help, path: HelpPaths.home())]),
        access: .init(
            permissions: [
                PermissionDeclaration(.supportFirst, "Answer support requests"),
                PermissionDeclaration(.supportSecond, "Answer what the first level couldn’t, and hear of what is overdue"),
            ],
            roles: [
                RoleDeclaration("support", "Support", [.supportFirst], partOf: [.helper]),
                RoleDeclaration(secondRole, "Support, second level", [.supportFirst, .supportSecond], partOf: [.administrator]),
            ]),
        schema: .init(
            HelpMigrations.all, entityNames: ["help.request": "Support request"], sentences: SupportSentences.all,
            entityPaths: [
                "help.request": EntityPath(.supportFirst) { Int64($0).map { HelpPaths.deskRequest(SupportRequestID($0)) } }
            ]),
        settings: [SupportRetention.closed.declaration],
        notifications: [SupportNotifications.answered, SupportNotifications.waiting],
        measures: .init([.supportRequests, .openRequests]),
        help: .init(SiteTopics.all),
        resources: .module)

    /// The role of those who answer on the second level.
    static let secondRole = "admin"

    private let site: Site
    private let support: Support
    private let escalation: Escalation
    private let retention: SupportRetention

    /// Wires the part to a site.
    public init(site: Site) throws {
        self.site = site
        support = Support(site: site, roles: try site.service(), notifier: try site.service(), mailer: try site.service())
        escalation = Escalation(site: site, support: support)
        retention = SupportRetention(site: site)
    }

    /// Every page of the part.
    public var routes: [Route] {
        TopicRoutes(site: site).routes + SupportRoutes(site: site, support: support).routes
            + GuestSupportRoutes(site: site, support: support).routes + SupportQueueRoutes(site: site, support: support).routes
    }

    /// Overdue requests move up, closed ones are forgotten.
    public var jobs: [JobKind] { [escalation.kind, retention.kind] }

    /// Every five minutes, and every night.
    public var schedules: [Schedule] { [escalation.schedule, retention.schedule] }

    public func register(in extensions: inout Extensions) throws {
        extensions.add(QueueCount(HelpPaths.queue()) { _, may, db in try SupportAlerts.waiting(for: may, in: db) }, to: .queueCounts)
        for level in 1...2 { extensions.add(SupportAlerts(site: site, level: level), to: .adminAlerts) }
        extensions.add(SupportData(support: support), to: .personalData)
        for level in levels { extensions.add(level, to: .levels) }
        for facts in pastFacts { extensions.add(facts, to: .pastFacts) }
    }
}
