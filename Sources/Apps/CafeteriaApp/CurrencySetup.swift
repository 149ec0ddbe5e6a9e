import Core
import Database
import Interface
import Platform
import Web

/// Asks a new site once what its menu is priced in: what was never chosen is Kenyan shillings, for M-Pesa takes nothing else.
struct CurrencySetup: SetupStepSource {
    let site: Site
    /// Who changes the settings of the site.
    let permission: Permission = "settings.change"

    func step(in db: any Connection) throws -> SetupStep? {
        let isChosen = site.configuration.settings[CafeteriaSettings.currencyCode.id] != nil
        let isReviewed = site.configuration[ReviewedSteps.self]?.steps.contains(.currency) ?? false
        // Whoever sells has seen the prices.
        let isDone = try isChosen || isReviewed || db.first("SELECT id FROM cafeteria_order LIMIT 1" as Query<Int64>) != nil
        let currency = CafeteriaSettings.currency(site)
        return SetupStep(
            .currency, "Currency of the menu", detail: isDone ? .verbatim(currency) : "Prices are in \(currency). Is that right?", isDone: isDone,
            path: "\(SitePaths.settings())?only=part-\(CafeteriaApp.manifest.id)&\(SetupReturn.reviewed)=\(SetupStep.Kind.currency.rawValue)",
            action: "Choose")
    }
}
