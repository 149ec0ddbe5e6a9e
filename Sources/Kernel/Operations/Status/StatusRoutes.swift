import Core
import Platform
import Web

/// Whether the site works, as a page and for programs; open to everybody.
struct StatusRoutes: Sendable {
    let site: Site

    var routes: [Route] {
        [
            .get(OperationsPaths.status, allow: .everyone) { _, _ in StatusPage(board: try await StatusBoard(of: site)) },
            .get(OperationsPaths.statusAPI, allow: .everyone) { request, _ in StatusAnswer(try await StatusBoard(of: site), for: request) }
                .summary("Whether each app and service works now, uptime of the last 90 days, and incidents."),
        ]
    }
}

/// The status as programs read it.
struct StatusAnswer: JSONAnswer, Codable {
    struct Service: Codable, Sendable {
        let id: String
        let name: String
        let state: ServiceCheck.State
    }

    struct Line: Codable, Sendable {
        /// The app within whose opening hours it was measured; nil: around the clock.
        let openingHoursOf: String?
        /// From 0 to 1; nil where nothing is known yet.
        let share: Double?
        let isGoalMet: Bool?
    }

    struct Incident: Codable, Sendable {
        let kind: Operations.Incident.Kind
        let began: String
        /// Nil while it lasts.
        let ended: String?
        let seconds: Int
    }

    let state: ServiceCheck.State
    let updated: String
    /// What is promised, from 0 to 1.
    let goal: Double
    let days: Int
    /// Since when there are measurements, where that is less than so many days ago.
    let measuredSince: String?
    let services: [Service]
    let uptime: [Line]
    /// The newest first.
    let incidents: [Incident]

    init(_ board: StatusBoard, for request: Request) {
        state = board.state
        updated = board.now.rfc3339
        goal = Uptime.promise
        days = Availability.days
        measuredSince = board.since?.rfc3339
        services = board.services.map { Service(id: $0.id, name: request.render($0.name), state: $0.state) }
        uptime = board.lines.map { line in
            let share = line.together.share
            return Line(openingHoursOf: line.app, share: share, isGoalMet: share.map { $0 >= Uptime.promise })
        }
        incidents = board.incidents.map { incident in
            Incident(
                kind: incident.kind, began: incident.began.rfc3339, ended: incident.ended?.rfc3339,
                seconds: Int(incident.length(at: board.now).wholeMilliseconds / 1000))
        }
    }
}
