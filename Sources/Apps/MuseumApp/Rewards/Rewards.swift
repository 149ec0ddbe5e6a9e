import Audit
import Core
import Database
import Jobs
import Notifications
import Platform
import Web

/// Keeps rewards, and tells those who have them, once each (MUS-032, MUS-033).
struct Rewards: Sendable {
    static let kind = NotificationKind(
        "museum.reward", "Rewards and discounts", hint: "Something new for members of your tier.", channels: [.inbox, .push, .email])
    static let telling = Job<Payload>("museum.reward")
    /// So many people are told in one transaction.
    private static let atOnce = 200

    struct Payload: Codable, Sendable {
        let reward: RewardID
        /// Who was told last.
        var after: PersonID?
    }

    let site: Site
    let notifier: Notifier

    private var today: Day { Day(site.clock.now(), in: site.configuration.zone) }

    /// What a person has now.
    func current(of person: PersonID, in db: any Connection) throws -> [Reward] {
        try db.all(.rewards(of: person, at: site.clock.now(), on: today))
    }

    /// Adds a reward, or changes one. Those who have it are told on its first day; nobody is told twice.
    @discardableResult
    func save(_ draft: RewardDraft, _ words: Translations = [:], as id: RewardID?, in write: Write) throws -> RewardID {
        let reward: RewardID
        if let id {
            let count = try write.run(
                """
                UPDATE museum_reward SET title = \(draft.title), text = \(draft.text), code = \(draft.code), link = \(draft.link),
                    first_day = \(draft.first.description), last_day = \(draft.last.description), changed_at = \(write.now), changed_by = \(write.actor)
                WHERE id = \(id)
                """)
            guard count == 1 else { throw Problem.notFound }
            try write.run("DELETE FROM museum_reward_tier WHERE reward_id = \(id)")
            reward = id
        } else {
            reward = try write.insert(
                """
                INSERT INTO museum_reward (title, text, code, link, first_day, last_day, changed_at, changed_by)
                VALUES (\(draft.title), \(draft.text), \(draft.code), \(draft.link), \(draft.first.description), \(draft.last.description),
                    \(write.now), \(write.actor))
                """)
        }
        for tier in Set(draft.tiers).sorted(by: { $0.number < $1.number }) {
            try write.run(
                """
                INSERT INTO museum_reward_tier (reward_id, tier_id, changed_at, changed_by)
                VALUES (\(reward), \(tier), \(write.now), \(write.actor))
                """)
        }
        try words.save(as: .reward, of: reward.number, in: write)
        try write.withdraw(Self.telling, key: reward.description)
        if draft.last >= today {
            let start = draft.first.start(in: site.configuration.zone)
            try write.enqueue(Self.telling, Payload(reward: reward), at: max(start, write.now), key: reward.description)
        }
        try write.audit(id == nil ? .create : .update, reward, ["name": draft.title])
        return reward
    }

    func delete(_ id: RewardID, in write: Write) throws {
        try write.run("DELETE FROM museum_reward_tier WHERE reward_id = \(id)")
        guard let title = try write.first("DELETE FROM museum_reward WHERE id = \(id) RETURNING title" as Query<String>) else {
            throw Problem.notFound
        }
        try Translations.remove(of: .reward, id.number, in: write)
        try write.withdraw(Self.telling, key: id.description)
        try write.audit(.delete, id, ["name": title])
    }

    /// The work of ``telling``: some people, then a job for the others.
    var tellingJob: JobKind {
        JobKind(Self.telling) { work, _ in
            try await site.write(by: nil, once: nil) { [self] write in
                guard let reward = try write.first(.reward(work.reward)), reward.standing(on: today) == .now else { return }
                let people = try write.all(.people(with: reward.id, at: write.now, after: work.after, limit: Self.atOnce))
                for person in people {
                    try notifier.send(
                        Notification(
                            kind: Self.kind.id, title: "For members: \(reward.title)", body: "Until \(reward.last).",
                            link: MuseumPaths.reward(reward.id), key: "museum.reward.\(reward.id)"), to: person, in: write)
                }
                if people.count == Self.atOnce, let last = people.last {
                    try write.enqueue(Self.telling, Payload(reward: reward.id, after: last), key: "\(reward.id)-\(last)")
                }
            }
        }
    }
}
