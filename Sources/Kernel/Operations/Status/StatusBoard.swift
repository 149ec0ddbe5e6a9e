import Core
import Database
import Platform
import Web

/// Whether everything works now and how reliable it has been: what anybody may know (CORE-039, CORE-048).
struct StatusBoard: Sendable {
    /// An app or a service.
    struct Service: Sendable {
        let id: String
        let name: Text
        let state: ServiceCheck.State
    }

    /// Uptime of the last days, around the clock or within the opening hours of an app.
    struct Line: Sendable {
        /// The app whose hours they are; nil: around the clock.
        let app: String?
        let name: Text
        let days: [(day: Day, uptime: Uptime)]

        var together: Uptime { days.map(\.uptime).together }
    }

    let services: [Service]
    let lines: [Line]
    let incidents: [Incident]
    let since: Instant?
    let now: Instant

    /// The worst of all.
    var state: ServiceCheck.State { services.map(\.state).max() ?? .operational }

    init(of site: Site) async throws {
        let (now, zone) = (site.clock.now(), site.configuration.zone)
        let checks = site.shown(.serviceChecks)
        let (availability, services) = try await site.database.readInBackground { db in
            let errors = try Self.errorsByApp(site, now, in: db)
            let apps = site.apps.map { Service(id: $0.id, name: $0.name, state: Self.state(errors: errors[$0.id] ?? 0)) }
            let parts = try checks.compactMap { check in
                try check.state(db, now).map { Service(id: check.id, name: check.name, state: $0) }
            }
            return (try Availability(in: db, now: now), apps + parts)
        }
        let days = StatusDays(Availability.days, until: now, in: zone)
        let hours = site.apps.compactMap { app in
            (site.configuration.openingHours[app.id] ?? app.serviceHours).map { hours in
                Line(app: app.id, name: app.name, days: Array(zip(days.days, days.uptimes(availability, within: hours))))
            }
        }
        self.services = services
        lines = [Line(app: nil, name: "Around the clock", days: Array(zip(days.days, days.uptimes(availability))))] + hours
        incidents = availability.incidents
        since = availability.since.flatMap { $0 > now - .days(Availability.days - 1) ? $0 : nil }
        self.now = now
    }

    // MARK: Apps

    /// Failures older than this say nothing about now.
    private static let recently = Duration.seconds(600)

    /// How often an app has failed people in the last minutes.
    private static func errorsByApp(_ site: Site, _ now: Instant, in db: any Connection) throws -> [String: Int] {
        let paths = try db.all(
            """
            SELECT path FROM operations_error WHERE changed_at >= \(now - recently) AND origin = 'server' AND status >= 500
            ORDER BY changed_at DESC LIMIT 500
            """ as Query<String>)
        return paths.reduce(into: [:]) { counts, path in
            if let app = site.appID(at: path.split(separator: "/").map(String.init)) { counts[app, default: 0] += 1 }
        }
    }

    /// One failure may be one page; many are the app.
    private static func state(errors: Int) -> ServiceCheck.State {
        switch errors {
        case ..<5: .operational
        case ..<50: .degraded
        default: .down
        }
    }
}

extension ServiceCheck {
    /// What the part itself looks after.
    static let ofOperations: [ServiceCheck] = [
        // A beat is a write: when none comes through, nothing else does.
        ServiceCheck("storage", "Database") { db, now in
            guard let last = try db.one("SELECT max(last_at) FROM operations_run" as Query<Instant?>) else { return nil }
            return now - last > .seconds(180) ? .down : .operational
        },
        ServiceCheck("jobs", "Background tasks") { db, now in
            let oldest = try db.one("SELECT min(run_at) FROM job_task WHERE state = 'waiting' AND run_at <= \(now)" as Query<Instant?>)
            return switch oldest.map({ now - $0 }) ?? .zero {
            case ..<Duration.seconds(600): .operational
            case ..<Duration.seconds(3600): .degraded
            default: .down
            }
        },
    ]
}
