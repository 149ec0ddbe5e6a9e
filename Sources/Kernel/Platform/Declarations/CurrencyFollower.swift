import Core
import Database
import Foundation

/// A setting of an app that holds the currency of its prices, and begins with the one of the site.
public struct CurrencyFollower: Sendable {
    /// The id of the ``Setting``.
    public let setting: String
    /// What holds while nobody chose.
    public let initial: String
    private let isFree: @Sendable (any Connection) throws -> Bool

    /// - Parameters:
    ///   - setting: the id of the ``Setting``.
    ///   - initial: what holds while nobody chose.
    ///   - isFree: whether another currency changes no price that somebody has seen.
    public init(_ setting: String, initial: String, isFree: @escaping @Sendable (any Connection) throws -> Bool) {
        self.setting = setting
        self.initial = initial
        self.isFree = isFree
    }

    /// Whether the setting takes the currency that is chosen for the site now: nobody chose another, and nothing has a price yet.
    public func follows(_ configuration: SiteConfiguration, in db: any Connection) throws -> Bool {
        try configuration.settings[setting] == nil && isFree(db)
    }

    /// Whether three letters are a currency of ISO 4217.
    public static func isCurrency(_ code: String) -> Bool { Locale.Currency.isoCurrencies.contains { $0.identifier == code } }
}

extension ExtensionPoint where Value == CurrencyFollower {
    public static var currencyFollowers: Self { Self("currency-followers") }
}

extension Site {
    /// The currencies in which something can have a price here: those of the apps, or the site's where none has its own.
    public var currencies: [String] {
        let own = shown(.currencyFollowers).map { configuration.settings[$0.setting] ?? $0.initial }.map { $0.isEmpty ? configuration.currency : $0 }
        return own.isEmpty ? [configuration.currency] : Array(Set(own)).sorted()
    }
}
