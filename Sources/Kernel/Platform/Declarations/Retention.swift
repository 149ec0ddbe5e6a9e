import Core

/// How long one kind of data is kept (CORE-043). Whoever sweeps it asks the site what may go; administrators choose the days,
/// those of all parts on one card.
public struct Retention: Sendable {
    /// The choice behind it, in days.
    public let setting: Setting<Int>

    /// A kind of data by what the form calls it.
    /// - Parameters:
    ///   - id: stable and dotted: `mail.sent-days`.
    ///   - days: what holds until somebody chooses.
    ///   - limits: a lower bound of 0 means that 0 keeps things for ever; the hint has to say so.
    public init(_ id: String, _ label: Text, hint: Text, days: Int, limits: ClosedRange<Int> = 1...3650) {
        setting = Setting(id, label, hint: hint, initial: days, limits: limits, topic: .retention, unit: .days)
    }

    /// For the manifest.
    public var declaration: SettingDeclaration { setting.declaration }
}

extension Site {
    /// What is older than this may go; nil when that kind is kept for ever.
    public func limit(of retention: Retention) -> Instant? {
        let days = value(of: retention.setting)
        return days > 0 ? clock.now() - .days(days) : nil
    }
}
