import Core
import Database
import Foundation

/// The identity of a visit.
typealias VisitID = ID<Visit>

/// A stay of a member at the museum, as it is kept: no place, no way, no phone.
struct Visit: Sendable, Equatable {
    let id: VisitID
    let person: PersonID
    /// The day by the museum's clock.
    let day: Day
    let stay: Stay
    /// Whether it has ended; one that goes on is added to.
    let isOver: Bool

    /// Whether anybody is told of it: a minute within the fence is somebody who walks past.
    var counts: Bool { stay.isConfirmed || stay.length >= VisitTracker.shortest }
}

extension Visit: SQLRow {
    static let columns: SQL = "v.id, v.person_id, v.day, v.arrived_at, v.left_at, v.is_confirmed, v.away_since, v.is_over"
    /// What nobody is told of stays out of every list.
    static let counted: SQL = "(v.is_confirmed = 1 OR v.left_at - v.arrived_at >= \(VisitTracker.shortest.wholeMilliseconds))"

    init(row: inout RowReader) throws {
        id = try row.next()
        person = try row.next()
        let written: String = try row.next()
        let (arrival, departure): (Instant, Instant) = (try row.next(), try row.next())
        var stay = Stay(arrival: arrival, departure: departure)
        stay.isConfirmed = try row.next()
        stay.awaySince = try row.next()
        self.stay = stay
        isOver = try row.next()
        day = Day(written) ?? Day(arrival, in: .gmt)
    }
}

/// How often a member has visited.
struct VisitorSummary: Sendable, Equatable, SQLRow {
    let person: PersonID
    let visits: Int
    /// Of how many of them the length is known: the entrance alone doesn't know it.
    let measured: Int
    let milliseconds: Int64
    let last: Instant

    /// The mean length of a visit; nil where no length is known.
    var average: Duration? { measured > 0 ? .milliseconds(milliseconds / Int64(measured)) : nil }

    init(row: inout RowReader) throws {
        person = try row.next()
        visits = try row.next()
        measured = try row.next()
        milliseconds = try row.next()
        last = try row.next()
    }
}

extension Query where Row == Visit {
    /// The one that goes on.
    static func ongoing(of person: PersonID) -> Self {
        "SELECT \(Visit.columns) FROM museum_visit v WHERE v.person_id = \(person) AND v.is_over = 0 ORDER BY v.id DESC LIMIT 1"
    }

    /// Those of a day, the earliest first.
    static func visits(on day: Day) -> Self {
        """
        SELECT \(Visit.columns) FROM museum_visit v WHERE v.day = \(day.description) AND \(Visit.counted) ORDER BY v.arrived_at, v.id LIMIT 5000
        """
    }

    /// A member's own, the newest first.
    static func visits(of person: PersonID, limit: Int) -> Self {
        "SELECT \(Visit.columns) FROM museum_visit v WHERE v.person_id = \(person) AND \(Visit.counted) ORDER BY v.arrived_at DESC, v.id DESC LIMIT \(limit)"
    }
}

extension Query where Row == VisitorSummary {
    /// Members by how often they came, most often first.
    /// - Parameter people: only these, where there are any words that name them.
    static func visitors(among people: [PersonID]? = nil, from start: Int = 0, limit: Int) -> Self {
        let chosen: SQL = people.map { $0.isEmpty ? "AND 1 = 0" : "AND v.person_id IN \(list: $0)" } ?? ""
        return """
            SELECT v.person_id, COUNT(*), COUNT(CASE WHEN v.left_at - v.arrived_at >= 60000 THEN 1 END),
                CAST(SUM(CASE WHEN v.left_at - v.arrived_at >= 60000 THEN v.left_at - v.arrived_at ELSE 0 END) AS BIGINT), MAX(v.arrived_at)
            FROM museum_visit v WHERE \(Visit.counted) \(chosen) GROUP BY v.person_id ORDER BY 2 DESC, 5 DESC, 1 LIMIT \(limit) OFFSET \(start)
            """
    }
}

/// What a member chose about their visits.
struct VisitChoice: Sendable, Equatable, SQLRow {
    /// Why a phone gave no position.
    enum Failure: String, Sendable, Codable, CaseIterable, SQLConvertible {
        /// The person, or their browser, says no.
        case denied
        /// No GPS, or no reception.
        case unavailable
        case timeout
    }

    let isOn: Bool
    let chosenAt: Instant
    let failure: Failure?
    let failedAt: Instant?

    init(row: inout RowReader) throws {
        isOn = try row.next()
        chosenAt = try row.next()
        failure = try row.next()
        failedAt = try row.next()
    }
}

extension Query where Row == VisitChoice {
    static func choice(of person: PersonID) -> Self {
        "SELECT c.is_on, c.chosen_at, c.failure, c.failed_at FROM museum_visit_choice c WHERE c.person_id = \(person)"
    }
}

extension MuseumMigrations {
    static let visits = Migration("museum-030-visits") { d in
        """
        CREATE TABLE museum_visit_choice (
            person_id \(d.integer) PRIMARY KEY,
            is_on \(d.integer) NOT NULL CHECK (is_on IN (0, 1)),
            chosen_at \(d.integer) NOT NULL,
            failure TEXT,
            failed_at \(d.integer),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE TABLE museum_visit (
            id \(d.id),
            person_id \(d.integer) NOT NULL,
            day TEXT NOT NULL CHECK (length(day) = 10),
            arrived_at \(d.integer) NOT NULL,
            left_at \(d.integer) NOT NULL CHECK (left_at >= arrived_at),
            is_confirmed \(d.integer) NOT NULL CHECK (is_confirmed IN (0, 1)),
            away_since \(d.integer),
            is_over \(d.integer) NOT NULL CHECK (is_over IN (0, 1)),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE INDEX museum_visit_day ON museum_visit (day, arrived_at);
        CREATE INDEX museum_visit_person ON museum_visit (person_id, id);
        CREATE INDEX museum_visit_ongoing ON museum_visit (left_at) WHERE is_over = 0;
        """
    }
}
