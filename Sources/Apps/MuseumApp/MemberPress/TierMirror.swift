import Audit
import Core
import Database
import Platform

/// Keeps the tiers that come from MemberPress as they are there: name, price, and how long they last (MUS-048). What MemberPress does not know,
/// such as the level and the guests, is the museum's own and stays.
struct TierMirror: Sendable {
    /// What a run changed.
    struct Outcome: Codable, Sendable, Equatable {
        var added = 0
        var changed = 0
        var retired = 0
        /// Titles of memberships that end within days or weeks, which tiers can't.
        var skipped: [String] = []
    }

    let currency: String

    /// Takes over what MemberPress offers. A tier that is new isn't sold until somebody has set its level.
    ///
    /// An empty list changes nothing: it is rather a fault of the server than a museum without tiers.
    func take(_ offered: [MemberPressMembership], in write: Write) throws -> Outcome {
        var outcome = Outcome()
        let published = offered.filter { $0.isPublished && !$0.title.isEmpty }
        guard !published.isEmpty else { return outcome }
        let kept = try write.all("SELECT \(Tier.columns) FROM museum_tier t WHERE t.record_id IS NOT NULL ORDER BY t.id LIMIT 1000" as Query<Tier>)
        var mirrored: Set<Int64> = []
        for membership in published {
            guard let months = membership.term.wholeMonths, (0...100_000_000).contains(membership.price) else {
                outcome.skipped.append(membership.title)
                continue
            }
            mirrored.insert(membership.id)
            let name = String(membership.title.tidied().prefix(Tier.longestName))
            if let tier = kept.first(where: { $0.recordID == membership.id }) {
                guard (tier.name, tier.price, tier.months, tier.isRetired) != (name, membership.price, months, false) else { continue }
                try write.run(
                    """
                    UPDATE museum_tier SET name = \(name), price = \(membership.price), months = \(months), is_retired = \(false),
                        changed_at = \(write.now), changed_by = \(write.actor)
                    WHERE id = \(tier.id)
                    """)
                try write.audit(.update, tier.id, ["name": name])
                outcome.changed += 1
            } else {
                let id: TierID = try write.insert(
                    """
                    INSERT INTO museum_tier
                        (record_id, name, price, currency, months, level, guests, is_sold, is_retired, changed_at, changed_by)
                    VALUES (\(membership.id), \(name), \(membership.price), \(currency), \(months), \(1), \(0), \(false), \(false), \(write.now),
                        \(write.actor))
                    """)
                try write.audit(.create, id, ["name": name])
                outcome.added += 1
            }
        }
        for tier in kept where !tier.isRetired && tier.recordID.map({ !mirrored.contains($0) }) ?? false {
            try write.run(
                "UPDATE museum_tier SET is_retired = \(true), changed_at = \(write.now), changed_by = \(write.actor) WHERE id = \(tier.id)")
            try write.audit(.update, tier.id, ["name": tier.name])
            outcome.retired += 1
        }
        return outcome
    }
}

extension MemberPressMembership.Term {
    /// As tiers count it, 0 for life; nil where it is no number of months, or more than a tier can last.
    var wholeMonths: Int? {
        switch self {
        case .life: 0
        case .months(let count): count <= 1_200 ? count : nil
        case .years(let count): count <= 100 ? count * 12 : nil
        case .days, .weeks: nil
        }
    }
}
