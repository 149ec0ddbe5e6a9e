import Core
import Database
import Web

/// Which cases a moderator wants to see; what is nil does not matter.
struct QueueFilter: Sendable {
    /// Why they wait.
    var why: CaseQueue?
    /// What people have decided lately, the latest first, instead of what waits.
    var isDecided = false
    /// What they are about.
    var kind: String?
    /// Held by the moderator who asks.
    var mine = false
    /// Where the page begins.
    var after: Place?

    /// The sort key of a case: what weighs most first, then what has waited longest.
    struct Place: Codable, Sendable {
        var weight: Int
        var since: Int64
        var id: Int64
    }

    /// Whether appeals against bans, which are no cases, are among what is wanted.
    var includesBanAppeals: Bool { !isDecided && [nil, .appeal].contains(why) && kind == nil && !mine && after == nil }

    /// Whether it leaves anything out of its tab.
    var isNarrowed: Bool { why != nil || kind != nil || mine }

    static let pageSize = 50
    /// The word for ``isDecided`` in an address.
    static let decided = "decided"

    /// The cases of `kinds` that fit.
    func query(kinds: [String], moderator: PersonID, now: Instant) -> Query<ModerationCase> {
        let kinds = kind.map { one in kinds.filter { $0 == one } } ?? kinds
        if isDecided { return decided(kinds: kinds) }
        let weight = ModerationCase.weight(for: moderator)
        var terms: [SQL] = ["queue IS NOT NULL", "kind IN \(list: kinds)"]
        if let why { terms.append("queue = \(why)") }
        if mine { terms.append("claimed_by = \(moderator) AND claimed_until > \(now)") }
        if let after {
            terms.append(
                """
                (\(weight) < \(after.weight) OR \(weight) = \(after.weight) \
                AND (queued_at > \(after.since) OR queued_at = \(after.since) AND id > \(after.id)))
                """)
        }
        return """
            SELECT \(ModerationCase.columns) FROM moderation_case WHERE \(terms.joined(by: " AND "))
            ORDER BY \(weight) DESC, queued_at, id LIMIT \(Self.pageSize + 1)
            """
    }

    private func decided(kinds: [String]) -> Query<ModerationCase> {
        """
        SELECT \(ModerationCase.columns) FROM moderation_case WHERE kind IN \(list: kinds) AND id IN (
            SELECT d.case_id FROM moderation_decision d JOIN moderation_case c ON c.id = d.case_id
            WHERE d.is_manual = 1 AND d.taken_back_at IS NULL AND c.kind IN \(list: kinds) ORDER BY d.id DESC LIMIT \(Self.pageSize))
        ORDER BY changed_at DESC, id DESC LIMIT \(Self.pageSize)
        """
    }
}

extension ModerationCase {
    /// Its place in the queue of a moderator.
    func place(for moderator: PersonID) -> QueueFilter.Place {
        let weight = (author == moderator ? 0 : 4) + (isUrgent ? 2 : 0) + (queue == .reported && hasPublic ? 1 : 0)
        return QueueFilter.Place(weight: weight, since: queuedAt?.milliseconds ?? 0, id: id.number)
    }

    /// The weight of a case in the queue of a moderator: what is urgent first, then what was reported while everyone can see it; last what
    /// they wrote themselves, on which others decide.
    static func weight(for moderator: PersonID) -> SQL {
        """
        ((CASE WHEN author_id = \(moderator) THEN 0 ELSE 4 END) + 2 * is_urgent \
        + (CASE WHEN queue = 'reported' AND has_public = 1 THEN 1 ELSE 0 END))
        """
    }

    /// Who has it, if somebody has.
    func holder(at now: Instant) -> PersonID? { claimedUntil.flatMap { $0 > now ? claimedBy : nil } }
}

extension CursorScope<QueueFilter.Place> {
    static var queue: Self { Self("moderation.queue") }
}
