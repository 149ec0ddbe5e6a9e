import Core
import Database
import Interface
import Platform
import Web

/// The health of the site in the portal (LIB-117); what everybody may know of it is ``StatusPage``.
struct HealthRoutes: Sendable {
    let site: Site

    var routes: [Route] {
        [.get(OperationsPaths.health, allow: .permission(.siteCare), use: show)]
    }

    /// How far back the charts go.
    enum Range: String, CaseIterable, Sendable {
        case hours, month, year

        var name: Text {
            switch self {
            case .hours: "24 hours"
            case .month: "30 days"
            case .year: "One year"
            }
        }

        var days: Int {
            switch self {
            case .hours: 1
            case .month: 30
            case .year: 365
            }
        }
    }

    func show(_ request: Request, _ member: Member) async throws -> HealthPage {
        let range = request.query["range"].flatMap(Range.init(rawValue:)) ?? .hours
        let now = site.clock.now()
        return try await site.database.readInBackground { db in
            let samples = try db.all(
                .samples(span: range == .hours ? 60 : 3600, since: now - .days(range.days), limit: 9000))
            let availability = try Availability(in: db, now: now)
            return HealthPage(
                range: range, samples: samples.count > 800 ? Self.coarser(samples, to: 400) : samples,
                uptime: availability.uptime(in: [now - .days(30)..<now]),
                since: availability.since.flatMap { $0 > now - .days(29) ? $0 : nil })
        }
    }

    /// Fewer points: of each stretch the worst figures, and the sums.
    private static func coarser(_ samples: [Sample], to count: Int) -> [Sample] {
        let size = (samples.count + count - 1) / count
        return stride(from: 0, to: samples.count, by: size).map { start in
            samples[start..<min(start + size, samples.count)].dropFirst().reduce(into: samples[start]) { sum, next in
                sum.requests += next.requests
                sum.errors += next.errors
                sum.span += next.span
                sum.p95 = max(sum.p95, next.p95)
                sum.memory = max(sum.memory, next.memory)
                sum.diskFree = min(sum.diskFree, next.diskFree)
                sum.database = max(sum.database, next.database)
                sum.queue = max(sum.queue, next.queue)
            }
        }
    }
}
