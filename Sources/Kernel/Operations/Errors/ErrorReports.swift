import Accounts
import Core
import Notifications
import Platform
import Web

extension Permission {
    /// Read what failed, and what people say about it; without anything else about the machine.
    static let errorLog: Permission = "operations.errors"
}

/// Tells those who look after errors that somebody reported one (MUS-054).
struct ErrorReports: Sendable {
    static let kind = NotificationKind(
        "operations.error-report", "Reported errors", hint: "Someone reports an error that they met.", channels: [.inbox, .email], for: .errorLog)
    /// As much of the words as a notification has room for; the page of the error has all of them.
    private static let longestQuote = 200

    let roles: Roles
    let notifier: Notifier

    /// Once for each error, however often it is reported.
    func tell(of error: ErrorRecord, by person: PersonID?, in write: Write) throws {
        let words = error.words ?? ""
        let quote = words.count > Self.longestQuote ? words.prefix(Self.longestQuote) + "…" : words[...]
        let notification = Notifications.Notification(
            kind: Self.kind.id, title: "An error was reported: \(error.path)", body: .verbatim(String(quote)),
            link: OperationsPaths.error(Int(error.id.number)), key: "operations.error-report.\(error.id)", actor: person)
        for reader in try roles.holders(of: .errorLog, in: write) { try notifier.send(notification, to: reader, in: write) }
    }
}
