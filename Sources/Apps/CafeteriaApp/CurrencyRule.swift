import Core
import Database
import Platform

/// Takes a currency for what it is: three letters, as ISO 4217 has them.
struct CurrencyRule: SettingGuard {
    let setting = CafeteriaSettings.currencyCode.id

    func note(in db: any Connection) throws -> Text? { nil }

    func check(_ value: String, by person: PersonID, in db: any Connection) throws {
        guard value.utf8.count == 3, value.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else { throw CurrencyRefusal() }
    }
}

/// A currency that is none.
struct CurrencyRefusal: Error {}

extension CurrencyRefusal: ProblemConvertible {
    var problem: Problem {
        Problem(
            .invalid, "cafeteria.currency-wrong", "That isn’t a currency.", remedy: "Enter three capital letters, like KES.",
            fields: [CafeteriaSettings.currencyCode.id: "Enter three capital letters, like KES."])
    }
}
