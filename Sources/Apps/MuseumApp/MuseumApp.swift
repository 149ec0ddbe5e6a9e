import Accounts
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
        appearance: .init(
            icon: .museum, accent: .sky, header: .menu, offline: .kept,
            offlineWords: "You’re offline. If you’ve opened your entrance code on this device, it still works.", keepsSiteTime: true),
        navigation: .init(
            main: [
                NavigationItem("Home", icon: .home, path: MuseumPaths.home()),
                NavigationItem("Visit", icon: .clock, path: MuseumPaths.visit()),
                NavigationItem("Gallery", icon: .image, path: MuseumPaths.gallery()),
                NavigationItem("Events", icon: .calendar, path: MuseumPaths.events()),
                NavigationItem("Memberships", icon: .star, path: MuseumPaths.tiers()),
            ],
            menu: [
                NavigationItem("My membership", icon: .idCard, path: MuseumPaths.profile()),
                NavigationItem("News", icon: .send, path: MuseumPaths.news()),
                NavigationItem("Privacy settings", icon: .shield, path: MuseumPaths.privacy()),
                NavigationItem("Help", icon: .help, path: SitePaths.help()),
            ],
            portal: MuseumPlaces.portal, work: MuseumPlaces.work, uses: [PaymentsModule.manifest.id]),
        access: .init(
            permissions: MuseumRoles.permissions, roles: MuseumRoles.all,
            policy: AppPolicy(signIn: [.password, .passkey], guests: .browse, languages: [.english], asksForTerms: true),
            terms: MuseumTerms.all),
        schema: .init(
            MuseumMigrations.all,
            entityNames: [
                "museum.tier": "Tier", "museum.membership": "Membership", "museum.exhibit": "Exhibit", "museum.room": "Room", "museum.tour": "Tour",
                "museum.import": "Collection import", "museum.news": "News", "museum.event": "Museum event", "museum.pass-key": "Entrance key",
                "museum.reward": "Reward", "museum.visit": "Visits", "museum.memberpress": "MemberPress",
                "museum.memberpress-member": "MemberPress member", "museum.licence": "Licence photo", "museum.refund-request": "Refund request",
                "museum.texts": "Visitor information",
            ], sentences: MuseumSentences.all,
            jobNames: [
                "museum.deadline": "Cancelling memberships that weren’t paid", "museum.reminder": "Reminding people of events",
                "museum.reward": "Telling members of rewards", "museum.visits": "Ending and deleting visits",
                "museum.import-picture": "Making imported pictures", MemberPressSync.job.id: "Syncing with MemberPress",
                MemberPressSync.question.id: "Asking MemberPress about a member",
            ]),
        settings: MuseumSettings.all, sections: [MemberPressConfiguration.self],
        notifications: [MuseumNotifier.kind, MuseumNotifier.gifts, MuseumEvents.kind, Rewards.kind, RefundRequests.kind],
        measures: .init(measures, readers: .museumStatistics),
        help: .init(MuseumHelp.topics), commands: [ReplayCommand.help, CollectionCommand.help], resources: Bundle.module)

    let services: MuseumServices
    private let images: ImageRoutes

    /// Wires the app to a site.
    public init(site: Site) throws {
        services = try MuseumServices(site: site)
        images = ImageRoutes(services: services)
    }

    /// Every page and address of the app.
    public var routes: [Route] {
        HomeRoutes(services: services).routes + MembershipRoutes(services: services).routes
            + TierRoutes(editing: TierEditing(site: services.site)).routes + GalleryRoutes(services: services).routes
            + DeskRoutes(desk: services.desk, entrance: GateRoutes(services: services)).routes
            + GiftRoutes(services: services).routes + MemberRoutes(services: services).routes + MemberPageRoutes(services: services).routes
            + RefundRoutes(services: services).routes
            + NewsRoutes(editing: NewsEditing(site: services.site)).routes + EventRoutes(events: services.events).routes
            + RegistrationRoutes(events: services.events).routes
            + ExhibitAdminRoutes(editing: ExhibitEditing(site: services.site)).routes
            + PrivacyRoutes(visits: services.visits).routes + VisitAPI(visits: services.visits).routes
            + VisitAdminRoutes(visits: services.visits).routes + RewardRoutes(rewards: services.rewards).routes
            + images.routes + TourRoutes(site: services.site).routes
            + TourAdminRoutes(editing: TourEditing(site: services.site)).routes
            + ImportRoutes(imports: CollectionImport(site: services.site)).routes
            + PassRoutes(services: services).routes + PassKeyRoutes(keys: services.keys).routes
            + GateRoutes(services: services).routes + GateAPI(services: services).routes
            + RoomRoutes(editing: ExhibitEditing(site: services.site)).routes + VisitRoutes(services: services).routes
            + MuseumTextsRoutes(site: services.site).routes + MuseumAPI(services: services).routes + memberPressRoutes
    }

    private var memberPressRoutes: [Route] {
        MemberPressRoutes(services: services).routes + LinkRoutes(services: services).routes + WordPressPictureRoutes(services: services).routes
            + LicenceRoutes(services: services).routes
            + MemberPressWebhook(
                sync: services.memberPress, pace: services.site.rateLimiter("museum.memberpress-hook", capacity: 120, per: .seconds(60))
            ).routes
    }

    /// What operators can do from a terminal.
    public var commands: [Command] {
        [ReplayCommand(site: services.site).command, CollectionCommand(imports: CollectionImport(site: services.site)).command]
    }

    /// What ends memberships that nobody paid, and what else waits.
    public var jobs: [JobKind] {
        [
            services.memberships.deadlineJob, services.events.reminderJob, services.visits.tidyingJob, services.rewards.tellingJob,
            CollectionImport(site: services.site).pictureJob,
        ] + services.memberPress.jobs
    }

    /// What happens at night, and what keeps in line with MemberPress.
    public var schedules: [Schedule] { [services.visits.schedule, Schedule(MemberPressSync.job, .every(MemberPressSync.rhythm))] }

    public func register(in extensions: inout Extensions) throws {
        extensions.add(PayableMemberships(memberships: services.memberships, gifts: services.gifts), to: .payables)
        extensions.add(CurrencyRule(MuseumSettings.currencyCode.id, mayBeEmpty: true), to: .settingGuards)
        extensions.add(CurrencyFollower(MuseumSettings.currencyCode.id, initial: "") { _ in false }, to: .currencyFollowers)
        extensions.add(HoursTextRule(site: services.site), to: .settingGuards)
        extensions.add(HolidayRule(), to: .settingGuards)
        extensions.add(HolidayCountryRule(), to: .settingGuards)
        extensions.add(PlaceRule(), to: .settingGuards)
        extensions.add(MuseumData(services: services), to: .personalData)
        for facts in pastFacts { extensions.add(facts, to: .pastFacts) }
        extensions.add(FrontMuseum(services: services), to: .frontPage)
        extensions.add(MemberPlaces(memberships: services.memberships), to: .placeChoices)
        extensions.add(MuseumDemo(services: services), to: .demoContent)
        extensions.add(MuseumDemo.memberPress, to: .demoStandIns)
        extensions.add(MemberPressSignIn(sync: services.memberPress), to: .passwordSources)
        extensions.add(MemberPressAlerts(site: services.site), to: .adminAlerts)
        extensions.add(MemberPressAlerts.service(site: services.site), to: .serviceChecks)
        extensions.add(RefundAlerts(requests: services.refunds), to: .adminAlerts)
        extensions.add(
            QueueCount(MuseumPaths.adminMembers()) { _, may, db in may(.museumMembers) ? try RefundRequest.countOpen(in: db) : 0 }, to: .queueCounts)
        extensions.add(SignInLink("Got a gift code?", path: MuseumPaths.giftCode(), app: Self.manifest.id), to: .signInLinks)
    }
}
