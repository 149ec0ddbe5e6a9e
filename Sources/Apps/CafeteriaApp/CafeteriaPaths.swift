import Core
import Web

/// Every URL of the app, each written once.
enum CafeteriaPaths {
    // For customers.
    static let home = Path("/cafeteria")
    static let item = Path("/cafeteria/items/{item}", MenuItemID.self)
    static let picture = Path("/cafeteria/items/{item}/picture/{size}", MenuItemID.self, PictureSize.self)
    static let favourite = Path("/cafeteria/items/{item}/favourite", MenuItemID.self)
    static let cart = Path("/cafeteria/cart")
    static let cartLine = Path("/cafeteria/cart/{line}", CartLineID.self)
    static let clearCart = Path("/cafeteria/cart/clear")
    static let checkout = Path("/cafeteria/checkout")
    static let review = Path("/cafeteria/checkout/review")
    static let orders = Path("/cafeteria/orders")
    static let order = Path("/cafeteria/orders/{order}", OrderID.self)
    static let pay = Path("/cafeteria/orders/{order}/pay", OrderID.self)
    static let cancel = Path("/cafeteria/orders/{order}/cancel", OrderID.self)
    static let reorder = Path("/cafeteria/orders/{order}/reorder", OrderID.self)
    static let points = Path("/cafeteria/points")

    // For those who cook and serve.
    static let kitchen = Path("/cafeteria/kitchen")
    static let kitchenOrder = Path("/cafeteria/kitchen/{order}", OrderID.self)
    static let kitchenPart = Path("/cafeteria/kitchen/{order}/stations/{station}", OrderID.self, StationID.self)
    static let ticket = Path("/cafeteria/kitchen/{order}/ticket", OrderID.self)
    static let pause = Path("/cafeteria/kitchen/pause")
    static let counter = Path("/cafeteria/counter")
    static let find = Path("/cafeteria/counter/find")
    static let sale = Path("/cafeteria/counter/sale")
    static let placeSale = Path("/cafeteria/counter/sale/place")
    static let counterOrder = Path("/cafeteria/counter/orders/{order}", OrderID.self)
    static let takeCash = Path("/cafeteria/counter/orders/{order}/cash", OrderID.self)
    static let askPhone = Path("/cafeteria/counter/orders/{order}/phone", OrderID.self)
    static let handBack = Path("/cafeteria/counter/orders/{order}/refund", OrderID.self)
    static let cancelForCustomer = Path("/cafeteria/counter/orders/{order}/cancel", OrderID.self)
    static let displays = Path("/cafeteria/counter/displays")
    static let endDisplay = Path("/cafeteria/counter/displays/{display}/end", DisplayID.self)
    /// Outside the app's own address: a television has no account.
    static let display = Path("/cafeteria-display/{token}", String.self)
    static let displayEvents = Path("/cafeteria-display/{token}/events", String.self)
    static let availability = Path("/cafeteria/items/{item}/availability", MenuItemID.self)

    // For those who keep the menu, in the portal.
    static let adminMenu = Path("/admin/cafeteria/menu")
    static let adminNewItem = Path("/admin/cafeteria/menu/new")
    static let adminItem = Path("/admin/cafeteria/menu/{item}", MenuItemID.self)
    static let analytics = Path("/admin/cafeteria/analytics")
    static let analyticsCSV = Path("/admin/cafeteria/analytics.csv")
    static let analyticsPDF = Path("/admin/cafeteria/analytics.pdf")
    static let adminItemDelete = Path("/admin/cafeteria/menu/{item}/delete", MenuItemID.self)
    static let adminCategories = Path("/admin/cafeteria/categories")
    static let adminCategory = Path("/admin/cafeteria/categories/{category}", CategoryID.self)
    static let adminCategoryDelete = Path("/admin/cafeteria/categories/{category}/delete", CategoryID.self)
    static let adminStations = Path("/admin/cafeteria/stations")
    static let adminStation = Path("/admin/cafeteria/stations/{station}", StationID.self)
    static let adminStationDelete = Path("/admin/cafeteria/stations/{station}/delete", StationID.self)
    static let adminPromotions = Path("/admin/cafeteria/promotions")
    static let adminPromotion = Path("/admin/cafeteria/promotions/{promotion}", PromotionID.self)
    static let adminPromotionDelete = Path("/admin/cafeteria/promotions/{promotion}/delete", PromotionID.self)
    static let adminPoints = Path("/admin/cafeteria/points")
    static let adminPersonPoints = Path("/admin/cafeteria/points/{person}", PersonID.self)

    // For programs.
    static let apiCart = Path("/api/v1/cafeteria/cart")
    static let apiCartLine = Path("/api/v1/cafeteria/cart/{line}", CartLineID.self)
    static let apiSummary = Path("/api/v1/cafeteria/summary")
    static let apiOrders = Path("/api/v1/cafeteria/orders")
    static let apiOrder = Path("/api/v1/cafeteria/orders/{order}", OrderID.self)
    static let apiCancel = Path("/api/v1/cafeteria/orders/{order}/cancelled", OrderID.self)
    static let apiQueue = Path("/api/v1/cafeteria/queue")
    static let apiStatus = Path("/api/v1/cafeteria/queue/{order}/status", OrderID.self)
}
