import Core
import Markup

extension Attribute {
    /// What `money.js` has to know of a currency to read and write amounts as ``Money`` does.
    static func currency(_ currency: String) -> Attribute {
        .group([.data("currency", currency), .data("decimals", String(Money(minor: 0, currency: currency).decimals))])
    }
}
