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

    /// The menu begins with the currency of the site, as long as nothing on it has a price.
    static let follower = CurrencyFollower(CafeteriaSettings.currencyCode.id, initial: CafeteriaSettings.currencyCode.initial) { db in
        try db.first("SELECT id FROM cafeteria_item LIMIT 1" as Query<Int64>) == nil
            && db.first("SELECT id FROM cafeteria_order LIMIT 1" as Query<Int64>) == nil
    }

    func step(in db: any Connection) throws -> SetupStep? {
        let isChosen = site.configuration.settings[CafeteriaSettings.currencyCode.id] != nil
        let isReviewed = site.configuration[ReviewedSteps.self]?.steps.contains(.currency) ?? false
        // Whoever sells has seen the prices.
        let isDone = try isChosen || isReviewed || db.first("SELECT id FROM cafeteria_order LIMIT 1" as Query<Int64>) != nil
        let currency = CafeteriaSettings.currency(site)
        let others = site.configuration.currency
        // Who chose one currency for the whole site need not read it twice.
        if isChosen, !isReviewed, currency == others { return nil }
        return SetupStep(
            .currency, "Currency of the menu", detail: isDone ? .verbatim(currency) : question(currency, others), isDone: isDone,
            path: "\(SitePaths.settings())?only=part-\(CafeteriaApp.manifest.id)&\(SetupReturn.reviewed)=\(SetupStep.Kind.currency.rawValue)",
            action: "Choose")
    }

    private func question(_ currency: String, _ others: String) -> Text {
        currency == others
            ? "Prices are in \(currency). Is that right?"
            : "Prices on the menu are in \(currency), but the site’s currency is \(others). Which is right?"
    }
}
