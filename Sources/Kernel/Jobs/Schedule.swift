import Core
import Database
public import Foundation

/// A job that comes back by itself, once per site however many nodes share it.
public struct Schedule: Sendable {
    /// When it comes back.
    public enum Rhythm: Sendable {
        /// Counted from when it was first seen.
        case every(Duration)
        /// Every day at this time of the site. Where summer time skips the hour, the next one that exists.
        case daily(hour: Int, minute: Int, timeZone: TimeZone)
    }

    /// What comes back; it names the schedule in the database.
    public let job: Job<NoPayload>
    /// When it comes back.
    public let rhythm: Rhythm

    /// Lets a job come back.
    public init(_ job: Job<NoPayload>, _ rhythm: Rhythm) {
        self.job = job
        self.rhythm = rhythm
    }

    /// Its name in the database.
    public var id: String { job.id }

    /// The first time after `moment`.
    func next(after moment: Instant) -> Instant {
        switch rhythm {
        case .every(let pause): return moment + max(pause, .seconds(1))
        case .daily(let hour, let minute, let timeZone):
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = timeZone
            let next = calendar.nextDate(
                after: moment.date, matching: DateComponents(hour: hour, minute: minute), matchingPolicy: .nextTime)
            return next.map { Instant($0) } ?? moment + .seconds(86_400)
        }
    }

    /// Whether a time that was noted is so far off that the clock must have been set back since. What comes daily keeps its time
    /// through a jump of less than a day, or it would come twice on that day.
    func isOutOfReach(_ due: Instant, from now: Instant) -> Bool {
        switch rhythm {
        case .every(let pause): due > now + max(pause, .seconds(1))
        case .daily: due > now + .seconds(48 * 3600)
        }
    }

    /// Asks for the job if it is time, and notes when it comes back. What was missed while nothing ran is made up for once.
    func askIfDue(_ queue: JobQueue, in db: any Connection) throws {
        let now = queue.clock.now()
        let due = try db.first("SELECT next_at FROM job_schedule WHERE id = \(id)" as Query<Instant>)
        guard let due else {
            try db.run(
                """
                INSERT INTO job_schedule (id, next_at, changed_at, changed_by)
                VALUES (\(id), \(next(after: now)), \(now), \(nil as PersonID?))
                """)
            return
        }
        if due <= now { try queue.enqueue(job, NoPayload(), key: "schedule:\(id)", in: db) }
        guard due <= now || isOutOfReach(due, from: now) else { return }
        try db.run("UPDATE job_schedule SET next_at = \(next(after: now)), changed_at = \(now) WHERE id = \(id)")
    }
}
