import Core
import Database
import Interface
import Markup
import Web

/// What happened at the entrance in an hour of a day (MUS-039).
struct EntranceHour: Sendable, Equatable, SQLRow {
    /// Hours since the day began.
    let hour: Int
    /// Members who came for the first time that day.
    let members: Int
    let guests: Int
    /// Members who came in once more.
    let again: Int
    /// Those who were shown red, and undone admissions not.
    let refused: Int

    init(row: inout RowReader) throws {
        hour = try row.next()
        members = try row.next()
        guests = try row.next()
        again = try row.next()
        refused = try row.next()
    }
}

extension Query where Row == EntranceHour {
    /// The hours of a day in which anybody came, in their order.
    /// - Parameter start: When the day began.
    static func entranceHours(of day: Day, from start: Instant) -> Self {
        """
        SELECT (s.scanned_at - \(start)) / 3600000 AS hour, SUM(s.is_first), SUM(CASE WHEN s.is_let_in = 1 THEN s.guests ELSE 0 END),
            SUM(CASE WHEN s.is_let_in = 1 AND s.is_first = 0 THEN 1 ELSE 0 END),
            SUM(CASE WHEN s.is_let_in = 0 AND s.result <> \(ScanResult.undone) THEN 1 ELSE 0 END)
        FROM museum_scan s WHERE s.day = \(day.description) GROUP BY 1 ORDER BY 1 LIMIT 48
        """
    }
}

/// The hours of a day at the entrance, in a table.
struct EntranceHours: HTML {
    let hours: [EntranceHour]
    /// When the day began.
    let start: Instant

    var body: some HTML {
        DataTable(
            "Entrance by the hour",
            columns: [
                .init("From"), .init("Members", isNumeric: true), .init("Guests", isNumeric: true), .init("Admitted again", isNumeric: true),
                .init("Not admitted", isNumeric: true),
            ],
            rows: hours.map { one in
                .init([
                    "\(time: start + .seconds(one.hour * 3600))" as Text, "\(one.members)" as Text, "\(one.guests)" as Text, "\(one.again)" as Text,
                    "\(one.refused)" as Text,
                ])
            })
    }
}
