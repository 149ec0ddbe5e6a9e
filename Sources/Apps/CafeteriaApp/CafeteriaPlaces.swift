import Core
import Interface
import Platform
import Web

/// The app's places in the staff portal, with the words for what is done there.
enum CafeteriaPlaces {
    static let portal = [
        AdminPlace(
            "Menu", "What customers can order", searchedAs: "prices dishes food items pictures allergens sold out import CSV", icon: .cup,
            path: CafeteriaPaths.adminMenu(), permission: .cafeteriaMenu),
        AdminPlace(
            "Menu categories", "Breakfast, lunch, drinks", icon: .tag, path: CafeteriaPaths.adminCategories(), permission: .cafeteriaMenu),
        AdminPlace(
            "Stations", "Where food is made, and how fast", searchedAs: "capacity preparation time", icon: .tools,
            path: CafeteriaPaths.adminStations(), permission: .cafeteriaMenu),
        AdminPlace(
            "Promotions", "Double and triple points", searchedAs: "discounts offers campaigns bonus loyalty", icon: .star,
            path: CafeteriaPaths.adminPromotions(), permission: .cafeteriaMenu),
        AdminPlace(
            "Points", "Adjust a customer’s points", searchedAs: "loyalty rewards discounts balance", icon: .idCard,
            path: CafeteriaPaths.adminPoints(), permission: .cafeteriaPoints),
        AdminPlace(
            "Kitchen", "Orders to prepare, in order", searchedAs: "pause ordering stop orders print tickets printer", icon: .pot,
            path: CafeteriaPaths.kitchen(), permission: .cafeteriaKitchen),
        AdminPlace(
            "Analytics", "Orders, revenue and busy hours", searchedAs: "sales popular items waiting time report", icon: .chart,
            path: CafeteriaPaths.analytics(), permission: .cafeteriaStatistics),
        AdminPlace(
            "Counter", "Orders to hand over, and cash", searchedAs: "till sell pick up cancel order scan code print ticket printer displays",
            icon: .wallet, path: CafeteriaPaths.counter(), permission: .cafeteriaKitchen),
    ]
}
