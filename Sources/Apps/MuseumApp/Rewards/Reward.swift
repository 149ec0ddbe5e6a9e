import Audit
import Core
import Database
import Foundation

/// The identity of a reward.
typealias RewardID = ID<Reward>

/// Something for members of some tiers: a discount, a present, an invitation (MUS-032).
struct Reward: Sendable, Equatable {
    static let longestTitle = 120
    static let longestText = 2_000
    static let longestCode = 40
    static let longestLink = 500

    enum Standing: Sendable { case planned, now, over }

    let id: RewardID
    var title: String
    /// An empty line begins a paragraph.
    var text: String
    /// What members show or enter; may be empty.
    let code: String
    /// Where it is had on the web; may be empty.
    let link: String
    /// The first and the last day by the museum's clock.
    let first: Day
    let last: Day

    var paragraphs: [String] { text.split(separator: "\n\n").map { String($0).trimmed }.filter { !$0.isEmpty } }

    func standing(on day: Day) -> Standing { day < first ? .planned : last < day ? .over : .now }
}

extension Reward: Audited {
    static var auditEntity: String { "museum.reward" }
}

extension Reward: SQLRow {
    static let columns: SQL = "r.id, r.title, r.text, r.code, r.link, r.first_day, r.last_day"

    init(row: inout RowReader) throws {
        id = try row.next()
        title = try row.next()
        text = try row.next()
        code = try row.next()
        link = try row.next()
        let (first, last): (String, String) = (try row.next(), try row.next())
        let lost = Day(Instant(milliseconds: 0), in: .gmt)
        (self.first, self.last) = (Day(first) ?? lost, Day(last) ?? lost)
    }
}

extension SQL {
    /// Whether membership `m` is one that counts at a moment.
    fileprivate static func isActive(at moment: Instant) -> SQL {
        "m.status = 'active' AND m.starts_at <= \(moment) AND (m.expires_at IS NULL OR m.expires_at > \(moment))"
    }
}

extension Query where Row == Reward {
    static func reward(_ id: RewardID) -> Self { "SELECT \(Reward.columns) FROM museum_reward r WHERE r.id = \(id)" }

    /// The newest first.
    static func rewards(limit: Int) -> Self { "SELECT \(Reward.columns) FROM museum_reward r ORDER BY r.last_day DESC, r.id DESC LIMIT \(limit)" }

    /// What a person has now by a membership that counts, what ends first before the rest.
    static func rewards(of person: PersonID, at moment: Instant, on day: Day, limit: Int = 100) -> Self {
        """
        SELECT \(Reward.columns) FROM museum_reward r
        WHERE r.first_day <= \(day.description) AND r.last_day >= \(day.description) AND EXISTS (
            SELECT 1 FROM museum_reward_tier t JOIN museum_membership m ON m.tier_id = t.tier_id
            WHERE t.reward_id = r.id AND m.person_id = \(person) AND \(SQL.isActive(at: moment)))
        ORDER BY r.last_day, r.id LIMIT \(limit)
        """
    }
}

extension Query where Row == TierID {
    static func tiers(of reward: RewardID) -> Self {
        "SELECT tier_id FROM museum_reward_tier WHERE reward_id = \(reward) ORDER BY tier_id LIMIT 1000"
    }
}

extension Query where Row == PersonID {
    /// Those who have a reward, some at a time.
    static func people(with reward: RewardID, at moment: Instant, after person: PersonID?, limit: Int) -> Self {
        """
        SELECT DISTINCT m.person_id FROM museum_membership m JOIN museum_reward_tier t ON t.tier_id = m.tier_id
        WHERE t.reward_id = \(reward) AND m.person_id > \(person ?? PersonID(0)) AND \(SQL.isActive(at: moment))
        ORDER BY m.person_id LIMIT \(limit)
        """
    }
}

extension MuseumMigrations {
    static let rewards = Migration("museum-031-rewards") { d in
        """
        CREATE TABLE museum_reward (
            id \(d.id),
            title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
            text TEXT NOT NULL DEFAULT '' CHECK (length(text) <= 2000),
            code TEXT NOT NULL DEFAULT '' CHECK (length(code) <= 40),
            link TEXT NOT NULL DEFAULT '' CHECK (length(link) <= 500),
            first_day TEXT NOT NULL CHECK (length(first_day) = 10),
            last_day TEXT NOT NULL CHECK (length(last_day) = 10),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            CHECK (first_day <= last_day)
        );
        CREATE INDEX museum_reward_days ON museum_reward (last_day, first_day);
        CREATE TABLE museum_reward_tier (
            reward_id \(d.integer) NOT NULL REFERENCES museum_reward (id) ON DELETE CASCADE,
            tier_id \(d.integer) NOT NULL REFERENCES museum_tier (id),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (reward_id, tier_id)
        );
        CREATE INDEX museum_reward_tier_tier ON museum_reward_tier (tier_id);
        """
    }
}
