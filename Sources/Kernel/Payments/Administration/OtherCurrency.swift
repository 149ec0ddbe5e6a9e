import Core
import Interface
import Markup
import Platform
import Web

/// Says why customers aren't offered a way to pay, where nothing has a price in what it takes.
struct OtherCurrency: HTML {
    let provider: Text
    let takes: [String]
    /// What prices are in here.
    let currencies: [String]

    var body: some HTML {
        let (taken, present) = (takes.joined(separator: ", "), currencies.joined(separator: ", "))
        if Set(takes).isDisjoint(with: currencies) {
            Alert(.warning, title: "\(provider) takes only \(taken)") {
                p { "Prices here are in \(present), so nobody is offered \(provider)." }
                p { a(.href(SitePaths.settings())) { "Currency of the site" } }
            }
        }
    }
}
