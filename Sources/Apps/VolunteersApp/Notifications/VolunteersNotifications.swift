import Core
import Platform

/// What the app sends news about.
enum VolunteersNotifications {
    static let news = NotificationKind(
        "volunteers.news", "New requests", hint: "When a request becomes public that fits your choice in the settings of Växjö Volunteers.")

    static let offered = NotificationKind(
        "volunteers.offered", "Requests you offered to help with", hint: "When the person who asked finds help, asks again or deletes the request.")

    static let all = [news, offered]
}
