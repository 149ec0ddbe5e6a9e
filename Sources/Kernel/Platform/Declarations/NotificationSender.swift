import Core

/// Brings news to people for the parts that the one with the inbox stands on; at most one part of a site does.
public protocol NotificationSender: Sendable {
    /// Tells a person what concerns them, in the transaction in which it happens and by the channels that they chose.
    /// - Parameters:
    ///   - kind: the id of a ``NotificationKind`` that a manifest declares.
    ///   - link: where its subject is on this site.
    ///   - actor: who caused it; nobody is told of what they did themselves.
    func tell(_ person: PersonID, _ kind: String, _ title: Text, _ body: Text, link: String, by actor: PersonID?, in write: Write) throws
}

extension Site {
    /// Brings news; nil on a site without an inbox.
    public var notificationSender: (any NotificationSender)? { extensions.service() }
}
