import Accounts
import Audit
import Core
import Database
import Platform
import Web

/// Visits in the portal. Each look at them is noted in the system log.
struct VisitAdminRoutes: Sendable {
    private static let mostExported = 10_000

    let visits: VisitRecording

    private var site: Site { visits.site }

    var routes: [Route] {
        [
            .get(MuseumPaths.adminVisits, allow: .permission(.museumStatistics), use: show),
            .get(MuseumPaths.adminVisitExport, allow: .permission(.museumStatistics), use: export),
            .get(MuseumPaths.adminVisitorExport, allow: .permission(.museumStatistics), use: exportVisitors),
        ]
    }

    private var today: Day { Day(site.clock.now(), in: site.configuration.zone) }

    private func noteLook(at day: Day, by member: Member) async throws {
        try await site.write(by: member.id, once: nil) { try $0.audit(.read, AuditName("museum.visit", day.description), ["day": day.description]) }
    }

    func show(_ request: Request, _ member: Member) async throws -> VisitListPage {
        let day = request.query["day"].flatMap { Day($0) } ?? today
        let words = (request.query["q"] ?? "").tidied(limit: 200)
        let start = min(max(0, request.query["from"].flatMap { Int($0) } ?? 0), 1_000_000)
        try await noteLook(at: day, by: member)
        let recently = site.clock.now() - .days(30)
        let dayStart = day.start(in: site.configuration.zone)
        return try await site.database.readInBackground { [visits, site, today] db in
            let found = try db.all(.visits(on: day))
            let people = words.isEmpty ? nil : try People.search(words, limit: 200, in: db).map(\.id)
            let visitors = try db.all(.visitors(among: people, from: start, limit: VisitListPage.size + 1))
            let entries = try db.one(
                """
                SELECT COALESCE(SUM(is_first), 0), COALESCE(SUM(guests), 0) FROM museum_scan WHERE day = \(day.description) AND is_let_in = 1
                """ as Query<Row2<Int, Int>>)
            let shown = Array(visitors.prefix(VisitListPage.size))
            return VisitListPage(
                day: day, today: today, visits: found, words: words, visitors: shown, from: start, hasMore: visitors.count > shown.count,
                names: try People.names(of: Set(found.map(\.person) + shown.map(\.person)), in: db),
                members: try db.one("SELECT COUNT(*) FROM museum_visit_choice WHERE is_on = 1" as Query<Int>),
                failures: try db.one("SELECT COUNT(*) FROM museum_visit_choice WHERE is_on = 1 AND failed_at >= \(recently)" as Query<Int>),
                entries: entries.first,
                guests: entries.second, hours: try db.all(.entranceHours(of: day, from: dayStart)), start: dayStart,
                hasHours: visits.hours.current != nil, isSetUp: visits.usesPositions,
                zone: DayZone(zone: site.configuration.zone))
        }
    }

    /// The visits of a day, as other programs read them.
    func export(_ request: Request, _ member: Member) async throws -> Response {
        let day = request.query["day"].flatMap { Day($0) } ?? today
        try await noteLook(at: day, by: member)
        let (found, names) = try await site.database.readInBackground { db in
            let found = try db.all(.visits(on: day))
            return (found, try People.names(of: Set(found.map(\.person)), in: db))
        }
        var csv = CSVWriter(["day", "member", "name", "arrived", "left", "minutes", "entrance"])
        for visit in found {
            csv.add([
                visit.day.description, visit.person.description, names[visit.person] ?? "", visit.stay.arrival.rfc3339,
                visit.stay.departure.rfc3339, String(visit.stay.length.components.seconds / 60), visit.stay.isConfirmed ? "yes" : "no",
            ])
        }
        return csv.response(named: "visits-\(day).csv")
    }

    /// How often each member has come.
    func exportVisitors(_ request: Request, _ member: Member) async throws -> Response {
        try await noteLook(at: today, by: member)
        let (found, names) = try await site.database.readInBackground { db in
            let found = try db.all(.visitors(limit: Self.mostExported))
            return (found, try People.names(of: Set(found.map(\.person)), in: db))
        }
        var csv = CSVWriter(["member", "name", "visits", "average minutes", "last visit"])
        for one in found {
            csv.add([
                one.person.description, names[one.person] ?? "", String(one.visits),
                one.average.map { String($0.components.seconds / 60) } ?? "", one.last.rfc3339,
            ])
        }
        return csv.response(named: "visitors.csv")
    }
}
