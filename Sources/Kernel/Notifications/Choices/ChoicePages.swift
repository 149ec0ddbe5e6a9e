import Accounts
import Core
import Interface
import Markup
import Platform
import Web

/// A table of kinds and channels, the rhythm, and the person's devices.
struct ChoicesPage: PageAnswer {
    /// The kinds of one app or part.
    struct Group: Sendable {
        var name: Text
        var kinds: [(kind: NotificationKind, channels: Set<NotificationChannel>)]
    }

    let apps: [Group]
    let preferences: DeliveryPreferences
    let devices: [SubscriptionRecord]
    /// The person's address, when it is not confirmed yet.
    let unconfirmed: String?
    /// Whether the site has a mail server.
    let canMail: Bool

    var title: Text { "Notification settings" }
    var shell: ShellStyle { .site }
    var scripts: [String] { ["notifications/js/push.js"] }

    /// The kinds by whose they are: the apps' first, since most news comes from there.
    static func groups(_ site: Site, _ chosen: [(kind: NotificationKind, channels: Set<NotificationChannel>)]) -> [Group] {
        (site.apps + site.manifests.filter { $0.path == nil }).compactMap { manifest in
            let ids = Set(manifest.notifications.map(\.id))
            let kinds = chosen.filter { ids.contains($0.kind.id) }
            return kinds.isEmpty ? nil : Group(name: manifest.name, kinds: kinds)
        }
    }

    var body: some HTML {
        div(.class("narrow notification-choices")) {
            PageHeader(
                "Notification settings", lead: "Choose how you get each type of notification, or turn it off.",
                crumbs: [Crumb("Notifications", href: NotificationsPaths.inbox())])
            AccountTabs(.notifications)
            if !canMail {
                Alert(.info, title: "This site can’t send email yet.") {
                    p { "All notifications are in your inbox. What you choose for email applies once the site can send it." }
                }
            } else if let unconfirmed {
                VerificationAlert(address: unconfirmed, canMail: canMail)
                p { "Until then no notifications are sent by email: what you chose to get by email is in your inbox." }
            }
            DeviceList(devices: devices)
            Form(NotificationsPaths.choices()) {
                KindList(groups: apps)
                DeliveryFields(preferences: preferences)
                Actions { Button("Save", icon: .check) }
            }
        }
    }
}

/// Every kind with a box per channel, the kinds of one app or part together.
private struct KindList: HTML {
    let groups: [ChoicesPage.Group]

    var body: some HTML {
        section(.class("panel")) {
            for group in groups {
                h2(.class("notification-group")) { group.name }
                for row in group.kinds { kind(row.kind, row.channels) }
            }
            if groups.contains(where: { $0.kinds.contains { $0.kind.isEssential } }) {
                p(.class("field-hint")) { "Grey ones can’t be turned off: you need to know about these." }
            }
        }
    }

    private func kind(_ kind: NotificationKind, _ chosen: Set<NotificationChannel>) -> some HTML {
        div(.class("notification-kind"), .role("group"), .aria("labelledby", "kind-" + kind.id), .aria("describedby", "hint-" + kind.id)) {
            div(.class("notification-kind-words")) {
                strong(.id("kind-" + kind.id)) { kind.label }
                p(.class("field-hint"), .id("hint-" + kind.id)) { kind.hint }
            }
            div(.class("notification-channels")) {
                for channel in NotificationChannel.allCases {
                    label(.class("check")) {
                        input(
                            .type("checkbox"), .name(kind.id), .value(channel.rawValue), .flag("checked", chosen.contains(channel)),
                            .flag("disabled", kind.isEssential && channel == .inbox))
                        span(.class("check-label")) { channel.name }
                    }
                }
            }
        }
    }
}

extension NotificationChannel {
    /// What the head of its column says.
    fileprivate var name: Text {
        switch self {
        case .inbox: "Inbox"
        case .email: "Email"
        case .push: "Device"
        }
    }
}

/// When news may disturb.
private struct DeliveryFields: HTML {
    let preferences: DeliveryPreferences

    var body: some HTML {
        section(.class("panel")) {
            SectionHeader("When")
            RadioGroup(
                "Email", name: "digest",
                choices: [
                    Choice("at-once", "As it happens"), Choice("daily", "Every morning, in one email"),
                    Choice("weekly", "On Monday mornings, in one email"),
                ], selected: preferences.digest.rawValue)
            FieldGroup("Quiet hours") {
                p(.class("field-hint")) { "No emails or device notifications between these times. They’re sent afterwards." }
                div(.class("notification-hours")) {
                    Select("From", name: "quietFrom", choices: hours, selected: preferences.quiet.map { String($0.from) } ?? "", isRequired: false)
                    Select("Until", name: "quietUntil", choices: hours, selected: preferences.quiet.map { String($0.until) } ?? "", isRequired: false)
                }
            }
        }
    }

    private var hours: [Choice] {
        [Choice("", "No quiet hours")] + (0..<24).map { Choice(String($0), .verbatim(($0 < 10 ? "0" : "") + "\($0):00")) }
    }
}

/// The devices that get notifications, and the way to add this one. The browser asks for permission when its button is touched, and
/// at no other time (CORE-005).
private struct DeviceList: HTML {
    let devices: [SubscriptionRecord]

    var body: some HTML {
        section(.class("panel"), .data("push", NotificationsPaths.apiPush())) {
            SectionHeader("Your devices", detail: "Notifications can appear on a device even when this site is closed.")
            if devices.isEmpty { p(.class("muted")) { "None of your devices gets notifications yet." } }
            ul(.class("rows")) {
                for device in devices {
                    li(.class("row")) {
                        div {
                            strong { DeviceName(userAgent: device.label).text }
                            p(.class("muted")) { "Since \(day: device.createdAt)" }
                        }
                        Form(NotificationsPaths.endDevice(device.id)) { Button("Remove", style: .secondary) }
                    }
                }
            }
            div(.class("push-offer"), .data("push-offer"), .flag("hidden")) {
                p {
                    "Your browser will ask if this site can show notifications. Allow it to be notified even when the site is closed. Everything else works without it."
                }
                Button("Turn on notifications on this device", icon: .bell, style: .secondary, .type("button"), .data("push-on"))
            }
            p(.data("push-word", "on"), .flag("hidden"), .custom("role", "status")) { "This device gets notifications." }
            p(.data("push-word", "denied"), .flag("hidden"), .custom("role", "status")) {
                "Notifications from this site are blocked in this browser. Allow them in the browser’s settings, then come back. Everything else works as before."
            }
            p(.data("push-word", "failed"), .flag("hidden"), .custom("role", "status")) { "That didn’t work. Check your connection and try again." }
            p(.class("muted"), .data("push-word", "unsupported")) {
                "This browser can’t show notifications while the site is closed. On an iPhone, add the site to the home screen first."
            }
        }
    }
}

/// The page behind the link in an email.
struct StopPage: PageAnswer {
    let token: String
    let isDone: Bool

    var title: Text { isDone ? "Unsubscribed" : "Unsubscribe?" }
    var shell: ShellStyle { .bare }

    var body: some HTML {
        PageHeader(title)
        if isDone {
            p { "You will get no more notifications by email. They stay in your inbox, and you can turn email on again there." }
            Actions { LinkButton("Notification settings", href: NotificationsPaths.choices(), style: .secondary) }
        } else {
            p { "Notifications will no longer be sent to you by email. They stay in your inbox here." }
            Form(NotificationsPaths.stop(token)) { Actions { Button("Unsubscribe", icon: .mail) } }
        }
    }
}
