import Accounts
import Core
import Database
import Foundation
import Jobs
import Mail
import Platform

/// Puts news into emails: what is waiting for a person goes into one email, when their rhythm allows.
///
/// A notification waits in a row of its own, which the email takes away in the transaction that keeps the email: however often
/// the job runs, each notification is written of once.
struct EmailDelivery: Sendable {
    let site: Site
    let choices: NotificationChoices
    let recipient: Recipient
    let mailer: Mailer
    let unsubscribe: UnsubscribeLink

    var kind: JobKind {
        JobKind(Self.job, timeout: .seconds(30)) { (payload: PersonPayload, _) in try await write(to: payload.person) }
    }

    /// A notification waits for the person's next email.
    func add(_ notification: NotificationID, of person: PersonID, in write: Write) throws {
        let now = write.now
        try write.run(
            """
            INSERT INTO notification_letter_item (person_id, notice_id, changed_at) VALUES (\(person), \(notification), \(now))
            ON CONFLICT (notice_id) DO NOTHING
            """)
        try schedule(for: person, in: write)
    }

    /// Asks for the next email, unless one is waiting for its time already.
    func schedule(for person: PersonID, in write: Write) throws {
        let preferences = try choices.preferences(of: person, in: write)
        let time = preferences.nextEmail(after: write.now, in: site.configuration.zone)
        try write.enqueue(Self.job, PersonPayload(person: person), at: time, key: person.description)
    }

    /// The rhythm was changed: what waits leaves at its new time.
    func reschedule(for person: PersonID, in write: Write) throws {
        let jobs = try write.all(
            "SELECT id FROM job_task WHERE kind = \(Self.job.id) AND dedupe_key = \(person.description) AND state = 'waiting'" as Query<Int64>)
        for job in jobs { try site.jobs.cancel(JobID(job), by: person, in: write) }
        let isWaiting = try write.first("SELECT id FROM notification_letter_item WHERE person_id = \(person) LIMIT 1" as Query<Int64>) != nil
        if isWaiting { try schedule(for: person, in: write) }
    }

    private func write(to id: PersonID) async throws {
        guard let person = try await recipient.find(id) else { return }
        let language = person.language ?? site.configuration.mainLanguage
        try await site.write(by: nil) { write in
            let notifications = try write.all(Self.waiting(for: id))
            guard let last = notifications.last else { return }
            try write.run("DELETE FROM notification_letter_item WHERE person_id = \(id) AND notice_id <= \(last.id)")
            if notifications.count == Self.most { try schedule(for: id, in: write) }
            guard person.status == .active, person.isVerified else { return }
            let email = DigestEmail(notifications: notifications, stop: unsubscribe.path(for: id)).email
            try mailer.send(email, to: person.email, language: language, person: id, in: write)
        }
    }

    /// What the next email says, the oldest first.
    private static func waiting(for person: PersonID) -> Query<NotificationRecord> {
        """
        SELECT \(NotificationRecord.columns) FROM notification_letter_item i JOIN notification_notice n ON n.id = i.notice_id
        WHERE i.person_id = \(person) ORDER BY n.id LIMIT \(Self.most)
        """
    }

    /// Most notices that one email takes in.
    private static let most = 200
    static let job = Job<PersonPayload>("notifications.letter")
}

/// Whom a job is about.
struct PersonPayload: Codable, Sendable {
    var person: PersonID
}
