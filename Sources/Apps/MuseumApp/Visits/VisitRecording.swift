import Core
import Database
import Jobs
import Platform

/// Counts the visits of members who want that, and keeps nothing of where they were.
struct VisitRecording: Sendable {
    static let tidying = Job<NoPayload>("museum.visits")
    static let kept = Retention(
        "museum.visit-days", "Visits of members", hint: "Days. Only visits of members who turned this on are kept.", days: 365, limits: 1...1095)
    /// What a phone that had no connection may still bring.
    static let latest: Duration = .seconds(12 * 3600)

    let site: Site
    let hours: KeptHours

    /// What a phone is told.
    enum Answer: Sendable, Equatable, Codable {
        /// Send positions until then.
        case counting(until: Instant)
        /// Ask again then; nil where nobody knows when.
        case closed(until: Instant?)
        /// The member doesn't want it, or is no member.
        case off
    }

    /// The museum on the map; nil where nobody said where it is.
    var fence: Fence? { Fence(site.value(of: MuseumSettings.place), metres: site.value(of: MuseumSettings.radius)) }

    /// Whether a phone's positions are any use here.
    var usesPositions: Bool { fence != nil && hours.current != nil }

    func choice(of person: PersonID, in db: any Connection) throws -> VisitChoice? { try db.first(.choice(of: person)) }

    /// Begins to count, or stops; then everything that was counted is deleted (MUS-045).
    func choose(_ isOn: Bool, by person: PersonID, in write: Write) throws {
        try write.run(
            """
            INSERT INTO museum_visit_choice (person_id, is_on, chosen_at, changed_at, changed_by)
            VALUES (\(person), \(isOn), \(write.now), \(write.now), \(person))
            ON CONFLICT (person_id) DO UPDATE SET chosen_at = CASE WHEN museum_visit_choice.is_on = excluded.is_on
                THEN museum_visit_choice.chosen_at ELSE excluded.chosen_at END,
                is_on = excluded.is_on, failure = NULL, failed_at = NULL, changed_at = excluded.changed_at, changed_by = excluded.changed_by
            """)
        if !isOn { try write.run("DELETE FROM museum_visit WHERE person_id = \(person)") }
    }

    /// Notes that a phone gave no position; nothing else depends on it (MUS-040).
    func note(_ failure: VisitChoice.Failure, of person: PersonID, in write: Write) throws {
        try write.run(
            """
            UPDATE museum_visit_choice SET failure = \(failure), failed_at = \(write.now), changed_at = \(write.now), changed_by = \(person)
            WHERE person_id = \(person) AND is_on = \(true)
            """)
    }

    /// Whether positions of a person count now.
    func answer(to person: PersonID, at now: Instant, in db: any Connection) throws -> Answer {
        guard try choice(of: person, in: db)?.isOn == true, try db.first(.current(of: person, at: now)) != nil, fence != nil else { return .off }
        guard let hours = hours.current else { return .closed(until: nil) }
        if let opening = hours.opening(at: now) { return .counting(until: opening.upperBound) }
        return .closed(until: hours.nextOpening(after: now))
    }

    /// Takes positions of a phone, in any order, and keeps what they mean for the member's visits.
    func take(_ positions: [Position], of person: PersonID, in write: Write) throws -> Answer {
        let answer = try answer(to: person, at: write.now, in: write)
        guard answer != .off, let fence, let hours = hours.current, let choice = try choice(of: person, in: write) else { return answer }
        let (earliest, latest) = (max(choice.chosenAt, write.now - Self.latest), write.now + .seconds(60))
        let usable = positions.filter { earliest <= $0.at && $0.at <= latest }.sorted { $0.at < $1.at }
        guard !usable.isEmpty else { return answer }
        // The phone finds its place again.
        if choice.failure != nil {
            try write.run(
                """
                UPDATE museum_visit_choice SET failure = NULL, failed_at = NULL, changed_at = \(write.now), changed_by = \(person)
                WHERE person_id = \(person)
                """)
        }
        try advance(person, fence, hours, in: write) { tracker in for position in usable { tracker.take(position) } }
        return answer
    }

    /// The entrance let a member in, who may want that to count.
    func enter(_ person: PersonID, at moment: Instant, in write: Write) throws {
        guard let choice = try choice(of: person, in: write), choice.isOn, choice.chosenAt <= moment, let hours = hours.current else { return }
        // A gate that was offline tells of a visit that is over by now.
        let known = try write.run(
            """
            UPDATE museum_visit SET is_confirmed = 1, changed_at = \(write.now), changed_by = \(person)
            WHERE person_id = \(person) AND is_over = 1 AND arrived_at <= \(moment) AND left_at >= \(moment)
            """)
        if known == 0 { try advance(person, fence, hours, in: write) { $0.enter(at: moment) } }
    }

    /// An entry was undone: the visit that it began, and of which nothing more is known, never was. Any other stays.
    func forgetEntry(of person: PersonID, at moment: Instant, in write: Write) throws {
        try write.run(
            """
            DELETE FROM museum_visit WHERE person_id = \(person) AND arrived_at = \(moment) AND left_at = \(moment) AND is_confirmed = 1
                AND away_since IS NULL
            """)
    }

    /// What was known of the stay that goes on is replaced by what is known now.
    private func advance(
        _ person: PersonID, _ fence: Fence?, _ hours: MuseumHours, in write: Write, _ body: (inout VisitTracker) -> Void
    ) throws {
        let ongoing = try write.first(.ongoing(of: person))
        var tracker = VisitTracker(fence: fence, hours: hours, ongoing: ongoing?.stay)
        body(&tracker)
        if let ongoing { try write.run("DELETE FROM museum_visit WHERE id = \(ongoing.id)") }
        for stay in tracker.finished { try insert(stay, isOver: true, of: person, hours, in: write) }
        if let stay = tracker.ongoing { try insert(stay, isOver: false, of: person, hours, in: write) }
    }

    private func insert(_ stay: Stay, isOver: Bool, of person: PersonID, _ hours: MuseumHours, in write: Write) throws {
        try write.run(
            """
            INSERT INTO museum_visit (person_id, day, arrived_at, left_at, is_confirmed, away_since, is_over, changed_at, changed_by)
            VALUES (\(person), \(Day(stay.arrival, in: hours.zone).description), \(stay.arrival), \(stay.departure), \(stay.isConfirmed),
                \(stay.awaySince), \(isOver), \(write.now), \(person))
            """)
    }

    // MARK: At night

    var tidyingJob: JobKind { JobKind(Self.tidying, limit: 1) { (_, _) in try await tidy() } }

    var schedule: Schedule { Schedule(Self.tidying, .daily(hour: 3, minute: 20, timeZone: site.configuration.zone)) }

    /// Ends stays that nobody will add to, and deletes what is too short or too old.
    private func tidy() async throws {
        let limit = site.limit(of: Self.kept)
        try await site.write(by: nil) { write in
            try write.run(
                """
                UPDATE museum_visit SET is_over = 1, changed_at = \(write.now)
                WHERE is_over = 0 AND left_at < \(write.now - VisitTracker.longestSilence - Self.latest)
                """)
            try write.run(
                """
                DELETE FROM museum_visit WHERE is_over = 1 AND is_confirmed = 0
                    AND left_at - arrived_at < \(VisitTracker.shortest.wholeMilliseconds)
                """)
            try write.run("DELETE FROM museum_visit WHERE arrived_at < \(limit)")
        }
    }
}
