public import Core
import Database
import Web

/// What a part knows about one of its settings beyond the limits of the value: what to say beside it, and when a choice does more harm
/// than whoever makes it can see.
public protocol SettingGuard: Sendable {
    /// The id of the ``Setting``.
    var setting: String { get }
    /// What stands beside it as things are now, and after it was saved; nil when there is nothing to say.
    func note(in db: any Connection) throws -> Text?
    /// What holds now, in a few words, where the value alone would say something else; nil where the value says it.
    func fact(in db: any Connection) throws -> Text?
    /// Refuses a new value, in the transaction that notes the change.
    func check(_ value: String, by person: PersonID, in db: any Connection) throws
    /// Does what follows from a new value that was let through, in the same transaction.
    func noted(_ value: String, by person: PersonID, in write: Write) throws
    /// Does what has to wait until the new value holds.
    func applied(_ value: String, in write: Write) throws
}

extension SettingGuard {
    /// The value says it.
    public func fact(in db: any Connection) throws -> Text? { nil }
    /// Nothing.
    public func noted(_ value: String, by person: PersonID, in write: Write) throws {}
    /// Nothing.
    public func applied(_ value: String, in write: Write) throws {}
}

extension ExtensionPoint where Value == any SettingGuard {
    public static var settingGuards: Self { Self("setting-guards") }
}
