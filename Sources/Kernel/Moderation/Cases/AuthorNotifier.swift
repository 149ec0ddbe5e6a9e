import Core
import Database
import Jobs
import Notifications
import Platform
import Web

/// Tells an author what a moderator decided, with the reason that stands in the record, and those who reported it what came of it, once the
/// moderator can no longer take it back.
struct AuthorNotifier: Sendable {
    static let job = Job<Work>("moderation.author-news")

    /// What was decided.
    struct Work: Codable, Sendable {
        let decision: DecisionID
    }

    let site: Site
    let moderation: Moderation

    var kind: JobKind { JobKind(Self.job) { (work: Work, _) in try await run(work) } }

    private func run(_ work: Work) async throws {
        try await site.write(by: nil) { write in
            guard let decision = try write.first(Decision.standing(work.decision)) else { return }
            try write.run("UPDATE moderation_decision SET earlier = NULL WHERE id = \(work.decision)")
            try tell(decision, in: write)
            try thank(for: decision, in: write)
        }
    }

    /// Whoever reported it hears that somebody looked, and whether it is gone; not why, which is between moderators and author.
    private func thank(for decision: Decision, in write: Write) throws {
        guard let found = try write.first(.find(decision.found)) else { return }
        let declared = try moderation.declaration(of: found.subject.kind)
        let reporters = try write.all(
            """
            SELECT DISTINCT reporter_id FROM moderation_report WHERE decision_id = \(decision.id) AND reporter_id IS NOT NULL
            ORDER BY reporter_id LIMIT 500
            """ as Query<PersonID>)
        for reporter in reporters where reporter != decision.by {
            let isShown = try declared.isShown(found.subject.id, to: reporter, in: write)
            let snapshot = isShown ? try declared.snapshot(of: found.subject.id, in: write) : nil
            // What is gone from view, and what was said in private, is not quoted again.
            let quoted = decision.outcome == "accept" && !declared.isPrivate ? snapshot : nil
            let mention = quoted.map { "“\($0.publicTitle ?? $0.title)”" as Text } ?? declared.mention.one
            let reportedAt = try write.first(
                "SELECT created_at FROM moderation_report WHERE decision_id = \(decision.id) AND reporter_id = \(reporter) ORDER BY id LIMIT 1"
                    as Query<Instant>)
            try moderation.notifier.send(
                Notification(
                    kind: ModerationNotifications.report.id,
                    title: reportedAt.map { "You reported \(mention) on \(day: $0)" } ?? "You reported \(mention)",
                    body: Self.answer(to: decision.outcome),
                    link: snapshot?.link, key: "moderation.report:\(decision.id)"),
                to: reporter, in: write)
        }
    }

    private static func answer(to outcome: String) -> Text {
        switch outcome {
        case "accept": "Thank you. A moderator looked at it and found that it doesn’t break the rules."
        case "remove": "Thank you. A moderator looked at it and removed it."
        default: "Thank you. A moderator looked at it and rejected it."
        }
    }

    /// Nobody is told of what is gone, and no author of reports that were dismissed, unless the moderator wrote them something.
    private func tell(_ decision: Decision, in write: Write) throws {
        guard !decision.isKept || decision.reason != nil else { return }
        guard let found = try write.first(.find(decision.found)), let author = found.author else { return }
        let declared = try moderation.declaration(of: found.subject.kind)
        guard let snapshot = try declared.snapshot(of: found.subject.id, in: write) else { return }
        let outcome: Text =
            switch decision.outcome {
            case "accept" where decision.isKept: "A message from a moderator about “\(snapshot.title)”"
            case "accept": "“\(snapshot.title)” was accepted"
            case "remove" where decision.isAnswer: "“\(snapshot.title)” is still removed"
            case "reject" where decision.isAnswer: "“\(snapshot.title)” is still rejected"
            case "remove": "“\(snapshot.title)” was removed"
            default: "“\(snapshot.title)” was rejected"
            }
        // A cover and a chapter can have the same name.
        let title: Text = decision.isKept ? outcome : "\(declared.name): \(outcome)"
        try moderation.notifier.send(
            Notification(
                kind: ModerationNotifications.decision.id, title: title,
                body: Self.body(of: decision),
                // What was refused leads to the decision, where another look can be asked for.
                link: decision.outcome == "accept" ? snapshot.link : ModerationPaths.ownDecision(found.subject.kind, found.subject.id),
                key: "moderation.decision:\(decision.id)", actor: decision.by),
            to: author, in: write)
    }

    private static func body(of decision: Decision) -> Text {
        if decision.isAnswer, decision.outcome != "accept" {
            let seen: Text = "Another moderator has looked at it, and the decision is final."
            return decision.reason.map { "\(seen) \($0)" } ?? seen
        }
        guard decision.outcome == "accept", !decision.isKept else { return decision.reason ?? "" }
        let seen: Text = "A moderator has looked at it. Others can see it now."
        guard let words = decision.reason else { return seen }
        return "\(seen) “\(words)”"
    }

    /// A decision as its author hears of it.
    private struct Decision: SQLRow {
        let id: DecisionID
        let found: CaseID
        let outcome: String
        let reason: Text?
        let by: PersonID?
        let isKept: Bool
        /// Whether it answers an appeal against what another moderator decided.
        let isAnswer: Bool

        init(row: inout RowReader) throws {
            id = try row.next()
            found = try row.next()
            outcome = try row.next()
            reason = (try row.next(StoredJSON<Text>?.self))?.value
            by = try row.next()
            isKept = try row.next()
            isAnswer = try row.next(DecisionID?.self) != nil
        }

        /// One that was not taken back, and after which no moderator decided anything else; that one was kept as it is decides nothing else.
        static func standing(_ id: DecisionID) -> Query<Decision> {
            """
            SELECT id, case_id, outcome, reason, changed_by, is_kept, answers_id FROM moderation_decision AS d
            WHERE id = \(id) AND taken_back_at IS NULL AND NOT EXISTS (
                SELECT 1 FROM moderation_decision later
                WHERE later.case_id = d.case_id AND later.id > d.id AND later.is_manual = 1 AND later.is_kept = 0
                    AND later.taken_back_at IS NULL)
            """
        }
    }
}
