public import Core
import Database
import Events
import Jobs
public import Platform

/// Tells people what concerns them, in the transaction in which it happens: the inbox at once, emails and devices by
/// jobs, each as the person chose.
public struct Notifier: NotificationSender {
    let site: Site
    let choices: NotificationChoices
    let recipient: Recipient
    let inbox: Inbox
    let emails: EmailDelivery
    let subscriptions: Subscriptions

    /// Keeps a notification for a person and asks for its delivery. Nothing happens when one with its key was kept before, when the
    /// person caused it, or when they chose to hear nothing of its kind; an essential kind always reaches the inbox. As long as nobody
    /// has confirmed the person's address it may be a stranger's: the inbox takes what would go there.
    /// - Throws: ``NotificationRefusal``.
    public func send(_ notification: Notification, to person: PersonID, in write: Write) throws {
        guard let kind = kind(notification.kind) else { throw NotificationRefusal.unknownKind(notification.kind) }
        // Payments of an app that is off still come to their end, but nobody is led to a page that is hidden.
        guard !isTurnedOff(kind) else { return }
        if let link = notification.link, !LocalPath.isLocal(link) { throw NotificationRefusal.foreignLink(link) }
        guard notification.actor != person else { return }
        var channels = try choices.channels(for: kind, of: person, in: write)
        if channels.contains(.email), try !recipient.hasConfirmedAddress(person, in: write) {
            channels.remove(.email)
            channels.insert(.inbox)
        }
        if notification.isGathered, try inbox.replaceUnread(with: notification, of: person, in: write) { return }
        guard !channels.isEmpty, let id = try keep(notification, for: person, inInbox: channels.contains(.inbox), in: write) else { return }
        if channels.contains(.inbox) { try inbox.announce(to: person, kind: "notice", in: write) }
        if channels.contains(.push) { try wakeDevices(of: person, for: id, in: write) }
        if channels.contains(.email) { try emails.add(id, of: person, in: write) }
    }

    /// Sends what a part has to tell that knows no more than the platform.
    public func tell(
        _ person: PersonID, _ kind: String, _ title: Text, _ body: Text, link: String, by actor: PersonID?, in write: Write
    ) throws {
        try send(Notification(kind: kind, title: title, body: body, link: link, actor: actor), to: person, in: write)
    }

    /// Marks read what asked several people to do something that one of them has done: notifications of a kind that lead to `link`.
    public func settle(_ kind: String, leadingTo link: String, for people: some Collection<PersonID>, in write: Write) throws {
        for person in people { try inbox.settle(kind, leadingTo: link, for: person, in: write) }
    }

    private func wakeDevices(of person: PersonID, for notification: NotificationID, in write: Write) throws {
        let devices = try subscriptions.ids(of: person, in: write)
        guard !devices.isEmpty else { return }
        let time = try choices.preferences(of: person, in: write).nextMoment(
            after: write.now, in: site.configuration.zone)
        for device in devices {
            try write.enqueue(PushDelivery.job, PushDelivery.Payload(notification: notification, device: device), at: time)
        }
    }

    /// What a manifest declares under this id.
    func kind(_ id: String) -> NotificationKind? {
        site.everyManifest.lazy.flatMap(\.notifications).first { $0.id == id }
    }

    private func isTurnedOff(_ kind: NotificationKind) -> Bool {
        site.switchableApps.contains { app in site.isTurnedOff(app.id) && app.notifications.contains { $0.id == kind.id } }
    }

    private func keep(_ notification: Notification, for person: PersonID, inInbox: Bool, in write: Write) throws -> NotificationID? {
        let now = write.now
        return try write.first(
            """
            INSERT INTO notification_notice (person_id, kind, title, body, link, dedupe_key, actor_id, in_inbox, created_at, changed_at, changed_by)
            VALUES (\(person), \(notification.kind), \(try StoredJSON(notification.title)), \(try StoredJSON(notification.body)), \(notification.link), \(notification.key),
                \(notification.actor), \(inInbox), \(now), \(now), \(notification.actor))
            ON CONFLICT (person_id, dedupe_key) DO NOTHING RETURNING id
            """ as Query<Int64>
        ).map { NotificationID($0) }
    }
}
