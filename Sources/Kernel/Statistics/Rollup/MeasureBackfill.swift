public import Analytics
import Core
import Database
import Jobs
public import Platform

extension Write {
    /// Counts what happened before these measures were counted, where nothing of it is counted yet: for a demo, whose past is written later.
    public func countPast(of measures: [Measure]) throws {
        try enqueue(MeasureBackfill.job, MeasureBackfill.Measures(ids: measures.map(\.id)))
    }
}

/// Notes since when each measure is counted, and counts what happened before as far as the database still knows it.
struct MeasureBackfill: Sendable {
    static let job = Job<Measures>("statistics.past")
    let site: Site

    /// Notes measures that are new; runs when the site is opened, before anything of them can be counted.
    func note(in write: Write) throws {
        let known = Set(try write.all("SELECT measure FROM analytics_measure" as Query<String>))
        // Those of apps that are off too: they count from the moment on at which their app is turned on.
        let new = site.everyManifest.flatMap(\.measures.all).filter { !known.contains($0.id) }
        guard !new.isEmpty else { return }
        let now = write.now
        for measure in new {
            try write.run(
                """
                INSERT INTO analytics_measure (measure, counted_from, known_from, changed_at, changed_by)
                VALUES (\(measure.id), \(now), \(now), \(now), \(nil as PersonID?)) ON CONFLICT (measure) DO NOTHING
                """)
        }
        try write.enqueue(Self.job, Measures(ids: new.map(\.id)))
    }

    struct Measures: Codable {
        var ids: [String]
    }

    var kind: JobKind {
        JobKind(Self.job, retries: 3, timeout: .seconds(1800), limit: 1) { (measures: Measures, _) in
            for facts in site.extensions[.pastFacts] where measures.ids.contains(facts.measure.id) { try await count(facts) }
        }
    }

    private struct DayPart: Hashable {
        let day: Day
        let part: String
    }

    /// Counts the past of one measure, once: in the transaction that says so.
    private func count(_ facts: PastFacts) async throws {
        let (counts, id, zone) = (site.counts, facts.measure.id, site.configuration.zone)
        try await site.write(by: nil) { write in
            let row = try write.first(
                "SELECT counted_from, known_from FROM analytics_measure WHERE measure = \(id)" as Query<Row2<Instant, Instant>>)
            guard let row, row.first == row.second else { return }
            var amounts: [DayPart: Int] = [:]
            var first = row.first
            try write.each(facts.read(row.first)) { fact in
                amounts[DayPart(day: Day(fact.at, in: zone), part: facts.part(fact.part)), default: 0] += fact.amount
                first = min(first, fact.at)
            }
            guard first < row.first else { return }
            for (key, amount) in amounts { try counts.add(amount, to: facts.measure, of: key.part, on: key.day, in: write) }
            try write.run("UPDATE analytics_measure SET known_from = \(first), changed_at = \(write.now) WHERE measure = \(id)")
        }
    }
}
