import Accounts
import Analytics
import Audit
import Core
import Database
import Foundation
import Mail
import Notifications
import Platform
import Web

/// Takes support requests and what is said about them.
struct Support: Sendable {
    let site: Site
    let roles: Roles
    let notifier: Notifier
    let mailer: Mailer

    /// Most requests of one person in a day.
    static let mostPerDay = 10
    /// Longest words, in characters.
    static let longest = 4000

    /// A request as a form gives it.
    struct Draft: Sendable {
        let subject: String
        let words: String
        let page: String
        let errorID: String

        /// - Throws: ``SupportRefusal/wrong(_:)``.
        init(subject: String, words: String, page: String, errorID: String) throws(SupportRefusal) {
            self.subject = subject.trimmed
            self.words = words.trimmed
            self.page = LocalPath(page).text == page ? page : ""
            self.errorID = String(errorID.filter { $0.isLetter || $0.isNumber || $0 == "-" }.prefix(60))
            var wrong: [String: Text] = [:]
            if !(1...120).contains(self.subject.length) { wrong["subject"] = "A line of 1 to 120 characters." }
            if !(1...Support.longest).contains(self.words.length) { wrong["words"] = "1 to \(Support.longest) characters." }
            guard wrong.isEmpty else { throw .wrong(wrong) }
        }
    }

    func ask(_ draft: Draft, by person: PersonID) async throws -> SupportRequestID {
        try await site.write(by: person) { write in
            let (now, due) = (write.now, SupportTime.due(1, from: write.now))
            let today = try write.one(
                "SELECT COUNT(*) FROM help_request WHERE person_id = \(person) AND created_at > \(now - .seconds(86_400))" as Query<Int>)
            guard today < Self.mostPerDay else { throw SupportRefusal.tooMany }
            let id = SupportRequestID(
                try write.insert(
                    """
                    INSERT INTO help_request (person_id, subject, page, error_id, due_at, created_at, changed_at, changed_by)
                    VALUES (\(person), \(draft.subject), \(draft.page), \(draft.errorID), \(due), \(now), \(now), \(person))
                    """))
            try begin(id, draft, due: due, in: write)
            return id
        }
    }

    /// A request of somebody who is not signed in, to be answered by email.
    func ask(_ draft: Draft, answerTo email: EmailAddress, in language: Language) async throws -> SupportRequestID {
        try await site.write(by: nil) { write in
            let (now, due) = (write.now, SupportTime.due(1, from: write.now))
            let id = SupportRequestID(
                try write.insert(
                    """
                    INSERT INTO help_request (email, language, subject, page, error_id, due_at, created_at, changed_at)
                    VALUES (\(email.text), \(language), \(draft.subject), \(draft.page), \(draft.errorID), \(due), \(now), \(now))
                    """))
            try begin(id, draft, due: due, in: write)
            return id
        }
    }

    /// Keeps what was said with a new request, and tells those who answer.
    private func begin(_ id: SupportRequestID, _ draft: Draft, due: Instant, in write: Write) throws {
        try Self.add(draft.words, to: id, fromStaff: false, in: write)
        try write.count(.supportRequests)
        try write.audit(.create, id)
        let body: Text = try SupportLevels.areUsed(in: write) ? "An answer is due \(moment: due)." : .verbatim(String(draft.words.prefix(200)))
        let notification = Notifications.Notification(
            kind: SupportNotifications.waiting.id, title: "New support request: \(draft.subject)", body: body,
            link: HelpPaths.deskRequest(id), key: "help-\(id)-new", actor: write.actor)
        try tell(.supportFirst, notification, in: write)
    }

    /// More words of the person who asked: an answered request is open again.
    func add(_ words: String, to id: SupportRequestID, by person: PersonID) async throws {
        let words = try Self.checked(words)
        try await site.write(by: person) { write in
            guard let request = try write.first(Self.request(id)), request.person == person else { throw Problem.notFound }
            guard request.status != .closed else { throw SupportRefusal.closed }
            try Self.add(words, to: id, fromStaff: false, in: write)
            try write.audit(.update, id, ["added": "words"])
            guard request.status == .answered else { return }
            try write.run(
                """
                UPDATE help_request SET status = 'open', due_at = \(SupportTime.due(request.level, from: write.now)), overdue_told = 0,
                    changed_at = \(write.now), changed_by = \(person) WHERE id = \(id)
                """)
        }
    }

    /// Answers a request and tells the person.
    /// - Returns: the address that staff write to by hand, where nothing was sent.
    func answer(_ words: String, to id: SupportRequestID, by actor: PersonID) async throws -> String? {
        if words.trimmed.isEmpty { throw SupportRefusal.wrong(["words": "Write an answer."]) }
        let words = try Self.checked(words)
        return try await site.write(by: actor) { write in
            guard let request = try write.first(Self.request(id)) else { throw Problem.notFound }
            guard request.status != .closed else { throw SupportRefusal.closed }
            try Self.add(words, to: id, fromStaff: true, in: write)
            try Self.set(.answered, of: id, in: write)
            guard let person = request.person else {
                guard !request.email.isEmpty else { return nil }
                // Without a mail server somebody writes by hand; a letter that waits for one would come twice, and late.
                guard site.configuration.mail != nil else { return request.email }
                try mail(words, about: request, in: write)
                return nil
            }
            let notification = Notifications.Notification(
                kind: SupportNotifications.answered.id, title: "Answer: \(request.subject)", body: .verbatim(String(words.prefix(200))),
                link: HelpPaths.request(id), actor: actor)
            try notifier.send(notification, to: person, in: write)
            return nil
        }
    }

    private func mail(_ words: String, about request: SupportRequest, in write: Write) throws {
        let paragraphs = words.split(whereSeparator: \.isNewline).map { Text.verbatim(String($0)) }
        let email = Email(
            subject: "Answer: \(request.subject)", paragraphs: paragraphs,
            action: EmailAction("Ask for help", path: HelpPaths.ask()),
            footer: "You get this email because someone asked \(site.configuration.name) for help and gave this address.")
        try mailer.send(email, to: request.email, language: request.language, in: write)
    }

    func close(_ id: SupportRequestID, by actor: PersonID) async throws {
        try await site.write(by: actor) { write in
            guard try write.first(Self.request(id)) != nil else { throw Problem.notFound }
            try Self.set(.closed, of: id, in: write)
        }
    }

    /// Hands a request to the second level, which has a day from now.
    func escalate(_ id: SupportRequestID, by actor: PersonID) async throws {
        try await site.write(by: actor) { write in
            guard let request = try write.first(Self.request(id)) else { throw Problem.notFound }
            guard request.status != .closed else { throw SupportRefusal.closed }
            guard request.level == 1 else { return }
            try moveUp(request, in: write)
        }
    }

    /// Moves a request to the second level and tells it.
    func moveUp(_ request: SupportRequest, in write: Write) throws {
        let due = SupportTime.due(2, from: write.now)
        try write.run(
            """
            UPDATE help_request SET level = 2, due_at = \(due), status = 'open', changed_at = \(write.now), changed_by = \(write.actor)
            WHERE id = \(request.id)
            """)
        try write.audit(.update, request.id, ["level": 2])
        let usesLevels = try SupportLevels.areUsed(in: write)
        let notification = Notifications.Notification(
            kind: SupportNotifications.waiting.id,
            title: usesLevels ? "A support request was passed on: \(request.subject)" : "Still waiting for an answer: \(request.subject)",
            body: usesLevels ? "An answer is due \(moment: due)." : "Asked \(moment: request.createdAt).", link: HelpPaths.deskRequest(request.id),
            key: "help-\(request.id)-second", actor: write.actor)
        try tell(.supportSecond, notification, in: write)
    }

    func tell(_ permission: Permission, _ notification: Notifications.Notification, in write: Write) throws {
        for person in try roles.holders(of: permission, in: write) { try notifier.send(notification, to: person, in: write) }
    }

    static func request(_ id: SupportRequestID) -> Query<SupportRequest> {
        "SELECT \(SupportRequest.columns) FROM help_request r WHERE r.id = \(id)"
    }

    private static func set(_ status: SupportRequest.Status, of id: SupportRequestID, in write: Write) throws {
        try write.run(
            "UPDATE help_request SET status = \(status.rawValue), changed_at = \(write.now), changed_by = \(write.actor) WHERE id = \(id)")
        try write.audit(.update, id, ["status": status.rawValue])
    }

    private static func add(_ words: String, to id: SupportRequestID, fromStaff: Bool, in write: Write) throws {
        try write.run(
            """
            INSERT INTO help_words (request_id, from_staff, words, created_at, changed_at, changed_by)
            VALUES (\(id), \(fromStaff), \(words), \(write.now), \(write.now), \(write.actor))
            """)
    }

    private static func checked(_ words: String) throws(SupportRefusal) -> String {
        let words = words.trimmed
        guard (1...longest).contains(words.length) else { throw .wrong(["words": "1 to \(longest) characters."]) }
        return words
    }
}
