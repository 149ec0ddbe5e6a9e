public import Core
public import Database
public import Platform

/// Takes a setting of an app that names a currency for what it is: three letters, as ISO 4217 has them.
public struct CurrencyRule: SettingGuard {
    public let setting: String
    private let mayBeEmpty: Bool

    /// - Parameters:
    ///   - setting: the id of the ``Setting``.
    ///   - mayBeEmpty: where empty stands for the currency of the site.
    public init(_ setting: String, mayBeEmpty: Bool = false) {
        self.setting = setting
        self.mayBeEmpty = mayBeEmpty
    }

    public func note(in db: any Connection) throws -> Text? { nil }

    /// - Throws: a refusal such as `cafeteria.currency-wrong`, at the field of the setting.
    public func check(_ value: String, by person: PersonID, in db: any Connection) throws {
        if value.isEmpty, mayBeEmpty { return }
        guard value.utf8.count == 3, value.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            throw Problem(
                .invalid, "\(setting)-wrong", "That isn’t a currency.", remedy: "Enter three capital letters, like KES.",
                fields: [setting: "Enter three capital letters, like KES."])
        }
    }
}
