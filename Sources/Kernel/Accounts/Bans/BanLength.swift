public import Core

/// How long a ban lasts, as forms offer it.
public struct BanLength: Sendable {
    /// 0 is permanent: until somebody lifts it.
    public let days: Int
    /// What people call it.
    public let name: Text

    /// What can be chosen.
    public static let all = [
        BanLength(days: 1, name: "One day"), BanLength(days: 3, name: "3 days"), BanLength(days: 7, name: "One week"),
        BanLength(days: 30, name: "30 days"), BanLength(days: 365, name: "One year"), BanLength(days: 0, name: "Permanent"),
    ]

    /// When a ban of so many days ends; nil is never by itself.
    public static func end(days: Int, from now: Instant) -> Instant? { days > 0 ? now + .days(days) : nil }
}
