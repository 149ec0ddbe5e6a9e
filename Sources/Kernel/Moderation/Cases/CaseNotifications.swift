import Accounts
import Core
import Database
import Jobs
import Notifications
import Platform
import Web

/// What people hear of moderation.
enum ModerationNotifications {
    static let decision = NotificationKind(
        "moderation.decision", "Decisions about your posts", hint: "A moderator has accepted, rejected or removed something you wrote.",
        channels: [.inbox, .email, .push], isEssential: true)
    static let warning = NotificationKind(
        "moderation.warning", "Warnings from moderators", hint: "A moderator warns you about something you wrote.",
        channels: [.inbox, .email, .push], isEssential: true)
    static let urgent = NotificationKind(
        "moderation.urgent", "Urgent cases, for moderators",
        hint: "When someone reports hate or threats, many people report the same, an author appeals, or a name waits.",
        channels: [.inbox, .push], for: ModerationPermissions.queue)
    static let new = NotificationKind(
        "moderation.case", "New cases, for moderators", hint: "When a case starts to wait. Until you look, one notification counts them all.",
        channels: [.inbox, .push], for: ModerationPermissions.queue)
    static let report = NotificationKind(
        "moderation.report", "Answers to your reports", hint: "A moderator has looked at something you reported.", channels: [.inbox, .push])
    static let waiting = NotificationKind(
        "moderation.waiting", "Waiting cases, for moderators", hint: "Once a day, if cases are waiting for a decision.", channels: [.inbox, .email],
        for: ModerationPermissions.queue)

    /// What the system log calls the things of the part.
    static let entityNames: [String: Text] = [
        "moderation.ban-appeal": "Appeal against a ban",
        "moderation.case": "Moderation case",
        "moderation.opinion": "Third opinion",
        "moderation.report": "Abuse report",
        "moderation.verdict": "Filter decision",
        "moderation.warning": "Warning",
        "moderation.word": "Word list",
    ]

    static let all = [decision, warning, report, urgent, new, waiting]
}

extension Moderation {
    /// Tells those who decide on the kind of something that should not wait for the daily summary.
    /// - Parameter except: who decided what they would be told of.
    func tellModerators(_ found: ModerationCase, _ title: Text, key: String, except: PersonID? = nil, in write: Write) throws {
        let declared = try declaration(of: found.subject.kind)
        let name = try declared.snapshot(of: found.subject.id, in: write)?.title ?? ""
        for person in try roles.holders(of: declared.moderators, in: write) where person != found.author && person != except {
            try notifier.send(
                Notification(
                    kind: ModerationNotifications.urgent.id, title: title, body: .verbatim(name), link: ModerationPaths.found(found.id),
                    key: "moderation:\(key):\(found.id):\(found.version)"),
                to: person, in: write)
        }
    }

    /// Tells those who decide on the kind of something that it waits: each has one notification until they have looked, which says how much.
    func tellOfNewCase(_ found: ModerationCase, in write: Write) throws {
        let declared = try declaration(of: found.subject.kind)
        let name = declared.isPrivate ? "" : try declared.snapshot(of: found.subject.id, in: write)?.title ?? ""
        let body: Text = name.isEmpty ? declared.name : "\(declared.name): \(name)"
        let counts = try waitingByModerator(in: write)
        for person in try roles.holders(of: declared.moderators, in: write) where person != found.author {
            let count = counts[person] ?? 1
            try notifier.send(
                Notification(
                    kind: ModerationNotifications.new.id, title: "\(count) cases are waiting for a moderator", body: body,
                    link: ModerationPaths.queue(), key: "moderation:new:\(found.id):\(found.version):\(write.now.milliseconds)", isGathered: true),
                to: person, in: write)
        }
    }

    /// How many cases wait for each moderator for whom any does.
    func waitingByModerator(in db: any Connection) throws -> [PersonID: Int] {
        var waiting: [PersonID: Int] = [:]
        for subject in site.extensions[.moderatedSubjects] {
            let count = try db.one("SELECT count(*) FROM moderation_case WHERE queue IS NOT NULL AND kind = \(subject.kind)" as Query<Int>)
            guard count > 0 else { continue }
            for person in try roles.holders(of: subject.moderators, in: db) { waiting[person, default: 0] += count }
        }
        return waiting
    }

    /// What one moderator decided asks nothing of the others any more.
    func settleNotices(about found: ModerationCase, in write: Write) throws {
        let moderators = try roles.holders(of: try declaration(of: found.subject.kind).moderators, in: write)
        try notifier.settle(ModerationNotifications.urgent.id, leadingTo: ModerationPaths.found(found.id), for: moderators, in: write)
        let waiting = try waitingByModerator(in: write)
        try notifier.settle(
            ModerationNotifications.new.id, leadingTo: ModerationPaths.queue(), for: moderators.filter { waiting[$0] == nil }, in: write)
    }
}

extension Moderation {
    /// Tells the moderators of names that one waits: its person goes by another name until then.
    public func tellModeratorsOfName(_ subject: SubjectKey, in write: Write) throws {
        guard let found = try find(subject, in: write), found.queue != nil else { return }
        try tellModerators(found, "A name waits for a moderator", key: "name", in: write)
    }

    /// Tells an author where their words stand.
    public func tellAuthor(_ author: PersonID, _ title: Text, _ words: Text, link: String, in write: Write) throws {
        try notifier.send(Notification(kind: ModerationNotifications.decision.id, title: title, body: words, link: link), to: author, in: write)
    }
}

/// Once a day: what waits is brought to mind, and what is only kept for comparing is forgotten.
struct ModerationDigestJob: Sendable {
    static let job = Job<NoPayload>("moderation.daily")
    let site: Site
    let moderation: Moderation

    var kind: JobKind { JobKind(Self.job, limit: 1) { (_, _) in try await run() } }

    var schedule: Schedule { Schedule(Self.job, .daily(hour: 7, minute: 0, timeZone: site.configuration.zone)) }

    func run() async throws {
        let now = site.clock.now()
        try await site.write(by: nil) { write in
            try write.run("UPDATE moderation_decision SET earlier = NULL WHERE earlier IS NOT NULL AND changed_at < \(now - Moderation.undoWindow)")
            try write.run("DELETE FROM moderation_submission WHERE changed_at < \(now - SubmissionRule.memory)")
            for (person, count) in try moderation.waitingByModerator(in: write).sorted(by: { $0.key < $1.key }) {
                try moderation.notifier.send(
                    Notification(
                        kind: ModerationNotifications.waiting.id, title: "\(count) cases are waiting for a moderator", body: "",
                        link: ModerationPaths.queue(), key: "moderation:waiting:\(now.milliseconds / 86_400_000)"),
                    to: person, in: write)
            }
        }
    }
}
