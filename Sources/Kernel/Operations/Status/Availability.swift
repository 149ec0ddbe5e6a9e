import Core
import Database
import Foundation
import Platform

/// For how much of a time the site was there.
struct Uptime: Sendable, Equatable {
    /// In milliseconds.
    var up: Int64 = 0
    /// As long as anything is known.
    var all: Int64 = 0

    /// From 0 to 1; nil where nothing is known.
    var share: Double? { all == 0 ? nil : min(1, Double(up) / Double(all)) }

    /// What is promised (CORE-048).
    static let promise = 0.995
}

extension Sequence<Uptime> {
    /// All of them together.
    var together: Uptime { reduce(into: Uptime()) { sum, next in (sum.up, sum.all) = (sum.up + next.up, sum.all + next.all) } }
}

/// A time in which no node was there.
struct Incident: Sendable, Equatable {
    /// Why, as far as the server's own records say.
    enum Kind: String, Sendable, Codable, CaseIterable {
        /// It was not meant.
        case outage
        /// The server was stopped and started again.
        case restart
        /// A new version came.
        case update
    }

    let began: Instant
    /// Nil while it lasts.
    let ended: Instant?
    let kind: Kind

    /// Shorter ones count as down-time and are not listed.
    static let shortest = Duration.seconds(60)

    func length(at now: Instant) -> Duration { (ended ?? now) - began }
}

/// When the site was there, from what its nodes noted. What was before the first beat counts neither way.
struct Availability: Sendable {
    /// When the first node was heard of; nil before that.
    let since: Instant?
    let now: Instant
    /// Times without any node, in order; the last may last until now.
    let gaps: [Incident]

    /// How far back the public page goes.
    static let days = 90

    init(runs: [NodeRun], updates: [Instant], now: Instant) {
        self.now = now
        since = runs.first?.began
        var gaps: [Incident] = []
        // What was heard last of any node, and whether that one ended in an orderly way.
        var (last, isStopped) = (runs.first?.began ?? now, false)
        func note(until end: Instant?) {
            let isUpdate = updates.contains { last <= $0 && $0 <= (end ?? now) }
            gaps.append(Incident(began: last, ended: end, kind: isUpdate ? .update : isStopped ? .restart : .outage))
        }
        for run in runs {
            if run.began > last { note(until: run.began) }
            if run.last >= last { (last, isStopped) = (run.last, run.isStopped) }
        }
        if since != nil, now - last > NodeHeartbeat.patience { note(until: nil) }
        self.gaps = gaps
    }

    init(in db: any Connection, now: Instant) throws {
        let start = now - .days(Self.days + 1)
        self.init(runs: try db.all(.runs(since: start)), updates: try db.all(.updates(since: start)), now: now)
    }

    /// How much of some times it was there; what lies ahead, or before anything is known, does not count.
    func uptime(in windows: [Range<Instant>]) -> Uptime {
        guard let since else { return Uptime() }
        let known = since..<max(since, now)
        var sum = Uptime()
        for window in windows {
            let window = window.clamped(to: known)
            let length = window.length
            sum.all += length
            sum.up += length - gaps.reduce(0) { $0 + ($1.began..<max($1.began, $1.ended ?? now)).clamped(to: window).length }
        }
        return sum
    }

    /// The newest first.
    var incidents: [Incident] { gaps.reversed().filter { $0.length(at: now) >= Incident.shortest } }
}

extension Range<Instant> {
    fileprivate var length: Int64 { (upperBound - lowerBound).wholeMilliseconds }
}

/// The days of the page, the last being today by the site's clock.
struct StatusDays: Sendable {
    let zone: TimeZone
    let days: [Day]

    init(_ count: Int, until now: Instant, in zone: TimeZone) {
        self.zone = zone
        let today = Day(now, in: zone)
        days = (0..<count).reversed().map { today.adding(-$0) }
    }

    /// Day by day, around the clock.
    func uptimes(_ availability: Availability) -> [Uptime] {
        days.map { availability.uptime(in: [$0.start(in: zone)..<$0.start(in: zone, after: 1)]) }
    }

    /// Day by day, within opening hours.
    func uptimes(_ availability: Availability, within hours: OpeningHours) -> [Uptime] {
        days.map { availability.uptime(in: hours.openings(on: $0, in: zone)) }
    }
}
