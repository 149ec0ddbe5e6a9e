import Core
import Web

/// Every address of the settings.
enum SettingsPaths {
    /// The site, its apps and what they declare.
    static let site = SitePaths.settings
    /// What the front page welcomes with.
    static let front = Path("/admin/front-page")
    /// Removes the picture.
    static let removeFrontPicture = Path("/admin/front-page/picture/remove")
    /// The picture as browsers fetch it.
    static let picture = Path("/front-page/picture/{cut}", FrontPicture.Cut.self)
    /// The site's own logo and colour.
    static let look = Path("/admin/look")
    /// Removes the logo.
    static let removeLogo = Path("/admin/look/logo/remove")
    /// Takes the colour back to Stoa's.
    static let resetColor = Path("/admin/look/colour/reset")
    /// The words of the interface.
    static let texts = Path("/admin/texts")
    /// When places are open.
    static let hours = Path("/admin/opening-hours")
    /// Adds days with other hours than those of the week.
    static let specialHours = Path("/admin/opening-hours/special")
    /// Removes such days.
    static let removeSpecialHours = Path("/admin/opening-hours/special/remove")
    /// Budget lines.
    static let budget = Path("/admin/budget")
    /// One line and its expenses.
    static let line = Path("/admin/budget/{line}", BudgetLineID.self)
    /// Adds an expense.
    static let expenses = Path("/admin/budget/{line}/expenses", BudgetLineID.self)
    /// Takes an expense back.
    static let removeExpense = Path("/admin/budget/{line}/expenses/{expense}/remove", BudgetLineID.self, ExpenseID.self)
}
