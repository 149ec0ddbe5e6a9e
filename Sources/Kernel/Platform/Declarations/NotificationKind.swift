import Core
import Web

/// Where a notification can reach a person (CORE-023).
public enum NotificationChannel: String, Sendable, Codable, CaseIterable {
    /// The inbox, live on open screens.
    case inbox
    case email
    /// Web Push on the devices that asked for it.
    case push
}

/// Counts what people have not read.
public protocol UnreadCounter: Sendable {
    /// How many notifications somebody has not read, who is just opening a page: what leads there counts as read from now on. It is
    /// asked for every page, so it must be quick.
    func unread(of person: PersonID, opening path: String) async throws -> Int
}

/// One kind of news that people can choose channels for, or none.
public struct NotificationKind: Sendable {
    /// Stable and dotted: `volunteers.decision`.
    public var id: String
    /// What the settings page calls it.
    public var label: Text
    /// When it is sent, for whoever chooses.
    public var hint: Text
    /// The channels of a person who never chose.
    public var channels: Set<NotificationChannel>
    /// Whether it always reaches the inbox, because the person must know (a ban, a decision on their own words).
    public var isEssential: Bool
    /// Who is ever sent it, where that is not everybody: others need not choose.
    public var permission: Permission?
    /// Whether only people with a role are ever sent it.
    public var isForStaff: Bool

    /// A kind by id, words, usual channels and who is sent it.
    public init(
        _ id: String, _ label: Text, hint: Text, channels: Set<NotificationChannel> = [.inbox, .push], isEssential: Bool = false,
        for permission: Permission? = nil, isForStaff: Bool = false
    ) {
        self.id = id
        self.label = label
        self.hint = hint
        self.channels = channels
        self.isEssential = isEssential
        self.permission = permission
        self.isForStaff = isForStaff
    }
}
