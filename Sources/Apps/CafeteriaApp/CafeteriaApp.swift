import Core
import Foundation
import Interface
import Jobs
import Payments
import Platform
import Web

/// The cafeteria: people order ahead and pay, the kitchen cooks in order, and both see how far it is (CAF).
public struct CafeteriaApp: App {
    /// What the app is.
    public static let manifest = AppManifest(
        id: "cafeteria", name: "Cafeteria", summary: "Order ahead, pay by phone, pick up when it’s ready.", path: CafeteriaPaths.home(),
        appearance: .init(
            icon: .cup, accent: .coral, header: .back, offline: .kept,
            offlineWords: "You’re offline. You can look at the menu and fill your cart.", keepsSiteTime: true),
        navigation: .init(
            main: [
                NavigationItem("Menu", icon: .cup, path: CafeteriaPaths.home()),
                NavigationItem("Cart", icon: .cart, path: CafeteriaPaths.cart()),
                NavigationItem("My orders", short: "Orders", icon: .list, path: CafeteriaPaths.orders()),
                NavigationItem("Points", icon: .star, path: CafeteriaPaths.points()),
            ], menu: [NavigationItem("Help", icon: .help, path: SitePaths.help())],
            portal: CafeteriaPlaces.portal, work: CafeteriaPlaces.work, uses: [PaymentsModule.manifest.id]),
        access: .init(
            permissions: CafeteriaRoles.permissions, roles: CafeteriaRoles.all,
            policy: AppPolicy(signIn: [.password], guests: .none, languages: [.english, .swahili], asksForTerms: false, phone: .kenyan)),
        schema: .init(
            CafeteriaMigrations.all,
            entityNames: [
                "cafeteria.order": "Cafeteria order", "cafeteria.item": "Menu item", "cafeteria.kitchen": "Kitchen",
                "cafeteria.display": "Display", "cafeteria.cash-up": "Cash-up", "cafeteria.cash-movement": "Cash in or out",
                "cafeteria.analytics": "Cafeteria analytics",
                "cafeteria.category": "Menu category", "cafeteria.station": "Station", "cafeteria.promotion": "Promotion",
                "cafeteria.menu-import": "Menu import", "cafeteria.points-adjustment": "Points adjustment",
            ],
            sentences: CafeteriaSentences.all, jobNames: ["cafeteria.deadline": "Cancelling orders that weren’t paid"]),
        settings: CafeteriaSettings.all, notifications: [OrderNotifier.kind], measures: .init(measures, readers: .cafeteriaStatistics),
        help: .init(CafeteriaHelp.topics, tour: CafeteriaHelp.tour), serviceHours: CafeteriaSettings.serviceHours, resources: Bundle.module)

    let services: CafeteriaServices

    /// Wires the app to a site.
    public init(site: Site) throws { services = try CafeteriaServices(site: site) }

    /// Every page and address of the app.
    public var routes: [Route] {
        MenuRoutes(services: services).routes + CartRoutes(services: services).routes + CheckoutRoutes(services: services).routes
            + OrderRoutes(services: services).routes + AnalyticsRoutes(site: services.site).routes + KitchenRoutes(services: services).routes
            + CounterRoutes(services: services).routes + SaleRoutes(services: services).routes + DisplayRoutes(services: services).routes
            + CashUpRoutes(services: services).routes
            + CartAPI(services: services).routes + OrderAPI(services: services).routes + QueueAPI(services: services).routes
            + MenuEditorRoutes(services: services, editor: editor).routes + MenuImportRoutes(services: services, editor: editor).routes
            + CategoryRoutes(editing: CategoryEditing(site: services.site, menu: services.menu)).routes
            + StationRoutes(editing: StationEditing(site: services.site)).routes
            + PromotionRoutes(editing: PromotionEditing(site: services.site)).routes
            + PointsRoutes(adjusting: PointsAdjusting(site: services.site)).routes + MenuAPI(services: services).routes
    }

    private var editor: MenuEditor { MenuEditor(site: services.site, menu: services.menu) }

    /// What ends orders that nobody paid.
    public var jobs: [JobKind] { [services.orders.deadlineJob] }

    public func register(in extensions: inout Extensions) throws {
        let today = TodayFigures(site: services.site)
        extensions.add(PortalFigures(for: .cafeteriaStatistics, of: .today, in: Self.manifest.name) { try today.read(in: $0) }, to: .portalFigures)
        extensions.add(PayableOrders(orders: services.orders), to: .payables)
        extensions.add(services.menu.lists.shared, to: .caches)
        extensions.add(FrontMenu(services: services), to: .frontPage)
        extensions.add(CurrencyRule(CafeteriaSettings.currencyCode.id), to: .settingGuards)
        extensions.add(CurrencySetup(site: services.site), to: .setupSteps)
        extensions.add(CurrencySetup.follower, to: .currencyFollowers)
        extensions.add(PauseNote(site: services.site), to: .settingGuards)
        extensions.add(CafeteriaDemo(services: services, editor: editor), to: .demoContent)
        extensions.add(CafeteriaData(services: services), to: .personalData)
        for facts in pastFacts { extensions.add(facts, to: .pastFacts) }
        let site = services.site
        extensions.add(MeasureCurrency(.revenue) { CafeteriaSettings.currency(site) }, to: .measureCurrencies)
        let carts = services.carts
        extensions.add(
            PlaceCount(app: Self.manifest.id, CafeteriaPaths.cart(), words: { "\($0) in your cart" }) { person, db in
                try carts.cart(of: person, in: db).portions
            }, to: .placeCounts)
        for rule in LedgerRule.ofPoints + [.ofCashMovements] { extensions.add(rule, to: .ledgerRules) }
    }
}
