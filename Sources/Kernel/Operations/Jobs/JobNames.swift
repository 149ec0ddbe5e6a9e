import Core
import Platform

/// What people call the work in the background; work that no part names is shown by its id.
struct JobNames: Sendable {
    private let declared: [String: Text]

    /// The names that apps declare, beside those of the kernel.
    init(_ site: Site) {
        declared = Dictionary(site.everyManifest.flatMap { $0.schema.jobNames.map { ($0.key, $0.value) } }) { first, _ in first }
    }

    func name(of kind: String) -> Text { declared[kind] ?? Self.kernel[kind] ?? .verbatim(kind) }

    /// Long work that somebody asked for and can ask for again. Everything else is a duty: what it stops, nobody begins again.
    func isStoppable(_ kind: String) -> Bool { Self.stoppable.contains(kind) }

    private static let stoppable: Set = [
        "accounts.export", "library.ingest", "library.reindex", "museum.import-picture", "operations.backup", "operations.backup-drill",
    ]

    private static let kernel: [String: Text] = [
        "accounts.expire-exports": "Deleting old copies of data",
        "accounts.export": "Making a copy of someone’s data",
        "accounts.keeping": "Deleting old account data",
        "accounts.picture": "Fetching a profile picture",
        "accounts.provider-deletion": "Deleting data at a provider’s request",
        "accounts.recovery": "Starting to reset a password",
        "accounts.refresh-profile": "Updating a name and picture",
        "accounts.revoke-token": "Signing out from a provider",
        "accounts.sweep": "Deleting an account",
        "help.escalation": "Checking for overdue support requests",
        "help.keeping": "Deleting old support requests",
        "mail.keeping": "Deleting old emails",
        "mail.send": "Sending an email",
        "media.remove": "Deleting a file",
        "moderation.author-news": "Notifying an author of a decision",
        "moderation.daily": "Notifying moderators of waiting cases",
        "notifications.keeping": "Deleting old notifications",
        "notifications.letter": "Emailing notifications",
        "notifications.push": "Notifying a device",
        "operations.archive-log": "Archiving the system log",
        "operations.archive-log-nightly": "Archiving the system log",
        "operations.backup": "Making a backup",
        "operations.backup-check": "Checking if a backup is due",
        "operations.backup-drill": "Testing a backup",
        "operations.forget-errors": "Deleting old errors",
        "operations.minute": "Recording health figures",
        "operations.purge-recycled": "Emptying the recycle bin",
        "platform.housekeeping": "Cleaning up",
        "statistics.hour": "Counting the last hour",
        "statistics.past": "Counting earlier days",
    ]
}
