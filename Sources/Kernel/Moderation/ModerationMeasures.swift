import Analytics
import Core
import Database
import Platform

/// What moderation counts, by app.
extension Measure {
    static let accepted = Measure(
        "moderation.accepted", "Texts accepted", hint: "Texts that the filter or a moderator accepted.", by: .apps)
    static let rejected = Measure(
        "moderation.rejected", "Texts rejected", hint: "Texts that the filter or a moderator rejected.", by: .apps)
    static let held = Measure("moderation.held", "Texts sent to moderators", hint: "How often the filter left a text to moderators.", by: .apps)
    static let removed = Measure("moderation.removed", "Texts removed", hint: "Texts that moderators removed after they were public.", by: .apps)
    static let reports = Measure("moderation.reports", "Reports", hint: "How often someone reported what others wrote.", by: .apps)
    static let waiting = Measure("moderation.waiting", "Waiting for moderators", hint: "Cases that nobody has decided yet.", kind: .level, by: .apps)

    /// The measure of an outcome, as decisions are stored.
    static func decisions(_ outcome: String) -> Measure? {
        switch outcome {
        case "accept": .accepted
        case "reject": .rejected
        case "hold": .held
        case "remove": .removed
        default: nil
        }
    }
}

extension ModerationModule {
    static let measures: [Measure] = [.accepted, .rejected, .held, .removed, .reports, .waiting]

    /// Cases that wait, by app.
    var levels: [Level] {
        [
            Level(.waiting) { db in
                try db.all(
                    "SELECT app, CAST(count(*) AS BIGINT) FROM moderation_case WHERE status = 'pending' GROUP BY app" as Query<Row2<String, Int>>
                ).map { ($0.first, $0.second) }
            }
        ]
    }

    /// Decisions are kept with their cases.
    var pastFacts: [PastFacts] {
        ["accept", "reject", "hold", "remove"].compactMap { outcome in
            Measure.decisions(outcome).map { measure in
                PastFacts(measure) { before in
                    """
                    SELECT d.changed_at, c.app FROM moderation_decision d JOIN moderation_case c ON c.id = d.case_id
                    WHERE d.outcome = \(outcome) AND d.taken_back_at IS NULL AND d.changed_at < \(before)
                    """
                }
            }
        }
    }
}
