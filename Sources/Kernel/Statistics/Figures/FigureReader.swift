import Analytics
import Core
import Database
import Platform

/// Everything that was asked for, read at one moment.
struct Figures: Sendable {
    let scope: Scope
    let period: Period
    let steps: [Step]
    let series: [Series]
}

/// Reads figures from the database.
struct FigureReader: Sendable {
    let site: Site

    /// What some measures came to in a period, and as many days before it.
    func figures(_ scope: Scope, _ measures: [Measure], _ period: Period, granularity: Granularity) async throws -> Figures {
        let (counts, zone, today) = (site.counts, site.configuration.zone, site.counts.today)
        let levels = site.extensions[.levels].filter { measures.contains($0.measure) }
        let maker = SeriesMaker(period: period, steps: granularity.steps(of: period), today: today)
        return try await site.database.readInBackground { db in
            let amounts = try counts.amounts(of: measures, from: period.before.from, through: period.through, in: db)
            var byMeasure = Dictionary(grouping: amounts, by: \.measure)
            if period.from <= today, today <= period.through {
                for level in levels { try Self.renew(level, of: scope, on: today, in: &byMeasure, db) }
            }
            let known = try db.all(
                "SELECT measure, known_from FROM analytics_measure WHERE measure IN \(list: measures.map(\.id))" as Query<Row2<String, Instant>>)
            let knownFrom = Dictionary(known.map { ($0.first, Day($0.second, in: zone)) }) { first, _ in first }
            let series = measures.map { measure in
                maker.series(
                    measure, knownFrom: knownFrom[measure.id],
                    (byMeasure[measure.id] ?? []).filter { scope.includes($0.part, of: measure) })
            }
            return Figures(scope: scope, period: period, steps: maker.steps, series: series)
        }
    }

    /// Today's figure of a level is what is there now, not what was noted last; where nothing is left, it is zero.
    private static func renew(
        _ level: Level, of scope: Scope, on today: Day, in amounts: inout [String: [DayAmount]], _ db: any Connection
    ) throws {
        let id = level.measure.id
        let (noted, now) = (amounts[id] ?? [], try level.read(db))
        // Where there never was any, the whole of what is asked for stands for it.
        let asked = level.measure.breakdown == .apps ? scope.app ?? Measure.wholeSite : Measure.wholeSite
        let known = Set(noted.map(\.part)).union(now.isEmpty || asked != Measure.wholeSite ? [asked] : [])
        let gone = known.subtracting(now.map(\.part)).sorted().map { (part: $0, amount: 0) }
        amounts[id] = noted.filter { $0.day != today } + (now + gone).map { DayAmount(measure: id, day: today, part: $0.part, amount: $0.amount) }
    }
}
