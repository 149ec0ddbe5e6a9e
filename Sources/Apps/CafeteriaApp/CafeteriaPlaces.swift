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
            "Counter", "Orders to hand over, and cash", searchedAs: "till sell pick up cancel order scan code print ticket printer displays cash-up",
            icon: .wallet, path: CafeteriaPaths.counter(), permission: .cafeteriaKitchen),
        AdminPlace(
            "Cash-up", "Count the drawer and close the day", searchedAs: "till float cash register close balance Z report", icon: .check,
            path: CafeteriaPaths.cashUps(), permission: .cafeteriaKitchen),
    ]

    /// Where those who cook and serve go from one to the other all day.
    static let work = [
        WorkPlace("Kitchen", icon: .pot, path: CafeteriaPaths.kitchen(), permission: .cafeteriaKitchen),
        WorkPlace("Counter", icon: .wallet, path: CafeteriaPaths.counter(), permission: .cafeteriaKitchen),
        WorkPlace("New sale", icon: .cart, path: CafeteriaPaths.sale(), permission: .cafeteriaKitchen),
        WorkPlace("Displays", icon: .image, path: CafeteriaPaths.displays(), permission: .cafeteriaKitchen),
        WorkPlace("Menu", icon: .cup, path: CafeteriaPaths.adminMenu(), permission: .cafeteriaMenu),
    ]
}
