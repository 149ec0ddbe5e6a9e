import Accounts
import Core
import Database
import Foundation
import Jobs
import Mail
import Platform

/// Puts news into letters: what is waiting for a person goes into one letter, when their rhythm allows.
///
/// A notice waits in a row of its own, which the letter takes away in the transaction that keeps the letter: however often
/// the job runs, each notice is written of once.
struct LetterDelivery: Sendable {
    let site: Site

    var kind: JobKind {
        JobKind(Self.job, timeout: .seconds(30)) { (payload: PersonPayload, _) in try await write(to: payload.person) }
    }

    /// A notice waits for the person's next letter.
    func add(_ notice: NoticeID, of person: PersonID, in db: any Connection) throws {
        let now = site.clock.now()
        try db.run(
            """
            INSERT INTO notification_letter_item (person_id, notice_id, changed_at) VALUES (\(person), \(notice), \(now))
            ON CONFLICT (notice_id) DO NOTHING
            """)
        try schedule(for: person, in: db)
    }

    /// Asks for the next letter, unless one is waiting for its time already.
    func schedule(for person: PersonID, in db: any Connection) throws {
        let rhythm = try NoticeChoices(site: site).rhythm(of: person, in: db)
        let time = rhythm.nextLetter(after: site.clock.now(), in: site.configuration.zone)
        try site.jobs.enqueue(Self.job, PersonPayload(person: person), runAt: time, key: person.description, in: db)
    }

    /// The rhythm was changed: what waits leaves at its new time.
    func reschedule(for person: PersonID, in db: any Connection) throws {
        let jobs = try db.all(
            "SELECT id FROM job_task WHERE kind = \(Self.job) AND dedupe_key = \(person.description) AND state = 'waiting'" as Query<Int64>)
        for job in jobs { try site.jobs.cancel(JobID(job), by: person, in: db) }
        let isWaiting = try db.first("SELECT id FROM notification_letter_item WHERE person_id = \(person) LIMIT 1" as Query<Int64>) != nil
        if isWaiting { try schedule(for: person, in: db) }
    }

    private func write(to id: PersonID) async throws {
        guard let person = try await Receiver(site: site).find(id) else { return }
        let language = person.language ?? site.configuration.mainLanguage
        let mailing = Mailing(site: site)
        try await site.database.write { db in
            let notices = try db.all(Self.waiting(for: id))
            guard let last = notices.last else { return }
            try db.run("DELETE FROM notification_letter_item WHERE person_id = \(id) AND notice_id <= \(last.id)")
            if notices.count == Self.most { try schedule(for: id, in: db) }
            guard person.status == .active, person.isVerified else { return }
            let letter = DigestLetter(notices: notices, stop: StopLink(site: site).path(for: id)).letter
            try mailing.send(letter, to: person.email, language: language, person: id, in: db)
        }
    }

    /// What the next letter says, the oldest first.
    private static func waiting(for person: PersonID) -> Query<NoticeRecord> {
        """
        SELECT \(NoticeRecord.columns) FROM notification_letter_item i JOIN notification_notice n ON n.id = i.notice_id
        WHERE i.person_id = \(person) ORDER BY n.id LIMIT \(Self.most)
        """
    }

    /// Most notices that one letter takes in.
    private static let most = 200
    static let job = "notifications.letter"
}

/// Whom a job is about.
struct PersonPayload: Codable, Sendable {
    var person: PersonID
}
