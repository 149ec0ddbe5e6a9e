import Core
import Database
import Platform
import Web

/// Budget lines of this year that are spent, or nearly so, for whoever keeps the budget (LIB-116).
struct BudgetAlerts: AdminAlertSource {
    let site: Site
    var permission: Permission { .settingsBudget }

    func items(in db: any Connection) throws -> [AdminAlert] {
        let year = Day(site.clock.now(), in: site.configuration.zone).year
        let lines = try db.all(
            "SELECT \(BudgetLine.columns) FROM settings_budget_line l WHERE l.year = \(year) ORDER BY l.name LIMIT 200" as Query<BudgetLine>)
        return lines.filter { $0.spentPercent >= $0.alertPercent }.sorted { $0.spentPercent > $1.spentPercent }.map { line in
            AdminAlert(
                line.spentPercent >= 100
                    ? "The budget for \(line.name) is spent" : "\(line.spentPercent) % of the budget for \(line.name) is spent",
                detail: "\(line.spent) of \(line.amount) spent, \(line.left) left.", path: SettingsPaths.line(line.id),
                isUrgent: line.spentPercent >= 100)
        }
    }
}
