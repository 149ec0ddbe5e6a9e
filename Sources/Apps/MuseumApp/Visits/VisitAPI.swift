import Core
import Database
import Platform
import Web

/// What a member's own phone asks and sends while the museum's pages are open.
struct VisitAPI: Sendable {
    /// How many positions are taken at once.
    static let mostPositions = 200

    let visits: VisitRecording

    private var site: Site { visits.site }
    private var pace: RateLimiter { site.rateLimiter("museum.positions", capacity: 20, per: .seconds(60)) }

    var routes: [Route] {
        [
            .get(MuseumPaths.apiVisits, allow: .members, use: state).summary("Whether positions count now: on, closed or off."),
            .post(MuseumPaths.apiVisits, allow: .members, body: .json, use: take)
                .summary("Takes positions of the caller’s own phone. Visits are made of them; the positions aren’t kept.").accepts(Positions.self),
            .post(MuseumPaths.apiVisitFailures, allow: .members, body: .json, use: fail)
                .summary("Notes that the phone gives no position.").accepts(NoPosition.self),
        ]
    }

    struct NewPosition: Codable, Sendable {
        var at: Instant
        var latitude: Double
        var longitude: Double
        var accuracy: Double?
    }

    struct Positions: Codable, Sendable {
        var positions: [NewPosition]
    }

    struct NoPosition: Codable, Sendable {
        var reason: String
    }

    func state(_ request: Request, _ member: Member) async throws -> VisitState {
        let now = site.clock.now()
        return VisitState(try await site.database.read { [visits] in try visits.answer(to: member.id, at: now, in: $0) })
    }

    func take(_ request: Request, _ member: Member) async throws -> VisitState {
        let sent = try request.json(Positions.self).positions
        if let seconds = pace.take(member.id.description) {
            throw Problem(
                .tooManyRequests, "museum.too-many-positions", "Too many positions in a short time.", remedy: "Wait a moment.", retryAfter: seconds)
        }
        guard sent.count <= Self.mostPositions else {
            throw Problem(
                .invalid, "museum.too-many-positions-at-once", "Too many positions at once.", remedy: "Send at most \(Self.mostPositions).")
        }
        let positions = sent.compactMap { Position(at: $0.at, latitude: $0.latitude, longitude: $0.longitude, accuracy: $0.accuracy) }
        return VisitState(try await site.write(by: member.id, once: nil) { [visits] in try visits.take(positions, of: member.id, in: $0) })
    }

    func fail(_ request: Request, _ member: Member) async throws -> NoContent {
        let reason = VisitChoice.Failure(rawValue: try request.json(NoPosition.self).reason) ?? .unavailable
        if pace.take(member.id.description) != nil { return NoContent() }
        try await site.write(by: member.id, once: nil) { [visits] in try visits.note(reason, of: member.id, in: $0) }
        return NoContent()
    }
}

/// What a phone is told.
struct VisitState: JSONAnswer, Codable {
    /// `on`, `closed` or `off`.
    let state: String
    /// Until when that holds, where anybody knows.
    let until: Instant?

    init(_ answer: VisitRecording.Answer) {
        switch answer {
        case .counting(let end): (state, until) = ("on", end)
        case .closed(let end): (state, until) = ("closed", end)
        case .off: (state, until) = ("off", nil)
        }
    }
}

extension VisitAPI.NoPosition: LimitedMembers {
    static var limits: [String: Schema] { ["reason": .text(most: 40)] }
}
