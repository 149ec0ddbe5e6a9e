import Core
import Platform

/// What the app sends news about.
enum VolunteersNotifications {
    static let news = NotificationKind(
        "volunteers.news", "New requests", hint: "New requests that match your choice in the app’s settings.")

    static let offered = NotificationKind(
        "volunteers.offered", "Requests you offered to help with", hint: "The person who asked has found help, asks again or has deleted the request."
    )

    static let own = NotificationKind(
        "volunteers.own", "My requests", hint: "A request of yours is no longer in the list because its time is over.")

    static let all = [news, offered, own]
}
