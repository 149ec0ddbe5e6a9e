import Core
import Platform
import Web

extension Permission {
    /// See what is ordered, move orders on, take cash, say what is available.
    static let cafeteriaKitchen: Permission = "cafeteria.kitchen"
    /// Edit the menu, stations and promotions.
    static let cafeteriaMenu: Permission = "cafeteria.menu"
    /// Give points to customers and take them.
    static let cafeteriaPoints: Permission = "cafeteria.points"
    /// See what was counted in the app.
    static let cafeteriaStatistics: Permission = "cafeteria.statistics"
}

/// Customers are everybody who is signed in; staff cook and serve; administrators keep the menu as well (6.15).
enum CafeteriaRoles {
    static let permissions = [
        PermissionDeclaration(.cafeteriaKitchen, "Prepare and hand over orders, take cash, and mark items as sold out"),
        PermissionDeclaration(.cafeteriaMenu, "Edit the menu, stations and promotions"),
        PermissionDeclaration(.cafeteriaPoints, "Adjust customers’ points"),
        PermissionDeclaration(.cafeteriaStatistics, "See the statistics of the cafeteria"),
    ]

    static let all = [
        RoleDeclaration("staff", "Cafeteria staff", [.cafeteriaKitchen], partOf: [.helper, .administrator]),
        RoleDeclaration(
            "manager", "Cafeteria manager", [.cafeteriaKitchen, .cafeteriaMenu, .cafeteriaPoints, .cafeteriaStatistics],
            partOf: [.administrator]),
    ]
}
