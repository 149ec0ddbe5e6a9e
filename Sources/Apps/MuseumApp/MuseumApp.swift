import Core
import Foundation
import Interface
import Jobs
import Payments
import Platform
import Web

/// The museum: people become members, show a code at the entrance, and look around before they come (MUS).
public struct MuseumApp: App {
    /// What the app is.
    public static let manifest = AppManifest(
        id: "museum", name: "Museum", summary: "Visit, become a member, and see the collection.", path: MuseumPaths.home(),
        appearance: .init(icon: .museum, accent: .sky, header: .menu, offline: .kept, keepsSiteTime: true),
        navigation: .init(
            main: [
                NavigationItem("Home", icon: .home, path: MuseumPaths.home()),
                NavigationItem("Gallery", icon: .image, path: MuseumPaths.gallery()),
                NavigationItem("Events", icon: .calendar, path: MuseumPaths.events()),
                NavigationItem("Membership", short: "Join", icon: .star, path: MuseumPaths.tiers()),
                NavigationItem("My membership", short: "My card", icon: .idCard, path: MuseumPaths.profile()),
            ], menu: [NavigationItem("Help", icon: .help, path: SitePaths.help())],
            portal: MuseumPlaces.portal, work: MuseumPlaces.work, uses: [PaymentsModule.manifest.id]),
        access: .init(
            permissions: MuseumRoles.permissions, roles: MuseumRoles.all,
            policy: AppPolicy(signIn: [.password], guests: .browse, languages: [.english], asksForTerms: true), terms: MuseumTerms.all),
        schema: .init(
            MuseumMigrations.all,
            entityNames: [
                "museum.tier": "Tier", "museum.membership": "Membership", "museum.exhibit": "Exhibit", "museum.room": "Room",
                "museum.news": "News", "museum.event": "Museum event",
            ], sentences: MuseumSentences.all,
            jobNames: ["museum.deadline": "Cancelling memberships that weren’t paid", "museum.reminder": "Reminding people of events"]),
        settings: MuseumSettings.all, sections: [MemberPressConfiguration.self], notifications: [MuseumNotifier.kind, MuseumEvents.kind],
        help: .init(MuseumHelp.topics), resources: Bundle.module)

    let services: MuseumServices

    /// Wires the app to a site.
    public init(site: Site) throws { services = try MuseumServices(site: site) }

    /// Every page and address of the app.
    public var routes: [Route] {
        HomeRoutes(services: services).routes + MembershipRoutes(services: services).routes
            + TierRoutes(editing: TierEditing(site: services.site)).routes + GalleryRoutes(services: services).routes
            + DeskRoutes(desk: Desk(site: services.site, memberships: services.memberships, payments: services.payments)).routes
            + GiftRoutes(services: services).routes + MemberRoutes(services: services).routes
            + NewsRoutes(editing: NewsEditing(site: services.site)).routes + EventRoutes(events: services.events).routes
            + ExhibitAdminRoutes(editing: ExhibitEditing(site: services.site)).routes
            + PassRoutes(services: services).routes + GateRoutes(services: services).routes + GateAPI(services: services).routes
    }

    /// What ends memberships that nobody paid.
    public var jobs: [JobKind] { [services.memberships.deadlineJob, services.events.reminderJob] }

    public func register(in extensions: inout Extensions) throws {
        extensions.add(PayableMemberships(memberships: services.memberships, gifts: services.gifts), to: .payables)
        extensions.add(MuseumData(services: services), to: .personalData)
        extensions.add(FrontMuseum(services: services), to: .frontPage)
        extensions.add(MuseumDemo(services: services), to: .demoContent)
    }
}
