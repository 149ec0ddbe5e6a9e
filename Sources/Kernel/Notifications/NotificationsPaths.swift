import Core
import Web

/// Every address of notifications.
public enum NotificationsPaths {
    /// The inbox.
    public static let inbox = SitePaths.inbox
    /// Notes that a notification was read and leads to its subject.
    public static let open = Path("/account/notices/{notice}/open", NotificationID.self)
    /// Notes that everything was read.
    public static let readAll = Path("/account/notices/read-all")
    /// Which kinds arrive where, and when.
    public static let choices = Path("/account/notices/choices")
    /// Takes a device off the list.
    public static let endDevice = Path("/account/notices/devices/{device}/end", SubscriptionID.self)
    /// Ends emails, signed in or not.
    public static let stop = Path("/account/notices/stop/{token}", String.self)
    /// The inbox for programs.
    public static let api = Path("/api/v1/notices")
    /// How many are unread.
    public static let apiCount = SitePaths.unreadCount
    /// Notes that a notification was read.
    public static let apiRead = Path("/api/v1/notices/{notice}/read", NotificationID.self)
    /// The choices for programs.
    public static let apiChoices = Path("/api/v1/notices/choices")
    /// What a browser needs to subscribe, and where it hands its subscription in.
    public static let apiPush = Path("/api/v1/push/subscriptions")
}
