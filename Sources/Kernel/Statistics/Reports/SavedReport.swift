import Core
import Database
import Web

/// A report that somebody kept.
struct SavedReport: SQLRow {
    let id: SavedReportID
    let name: String
    /// The question, as an address has it.
    let query: String
    let owner: PersonID
    let isShared: Bool

    static let columns: SQL = "id, name, query, person_id, is_shared"

    init(row: inout RowReader) throws {
        id = try row.next()
        name = try row.next()
        query = try row.next()
        owner = try row.next()
        isShared = try row.next()
    }
}

/// The identity of a kept report.
typealias SavedReportID = ID<SavedReport>

/// Why a report is not kept.
enum ReportRefusal: ProblemConvertible {
    case badName
    case tooMany
    case empty

    var problem: Problem {
        switch self {
        case .badName: .wrongField("name", "A name has 1 to \(SavedReports.longestName) characters.")
        case .tooMany:
            Problem(
                .conflict, "statistics.too-many-reports", "You keep \(SavedReports.most) reports already.", remedy: "Delete one that nobody needs.")
        case .empty: .wrongField("measure", "Choose what to count.")
        }
    }
}
