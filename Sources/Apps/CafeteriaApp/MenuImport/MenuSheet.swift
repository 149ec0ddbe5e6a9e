import Core
import Web

/// A menu as a table that somebody uploaded: its columns and rows, before anything is checked.
struct MenuSheet: Sendable {
    /// Largest file that is taken, in bytes.
    static let mostBytes = 5 << 20
    /// Rows without the headings.
    static let mostRows = 20_000
    /// The heading over why a row was not imported, in the file of such rows; whoever corrects it sends it along.
    static let reason = "reason"

    struct Row: Sendable {
        /// As a spreadsheet counts them: the headings are row 1.
        let number: Int
        let cells: [String]
    }

    let headings: [String]
    /// Where each column is.
    let columns: [MenuColumn: Int]
    /// Headings that mean nothing here, and those of a column that is there twice.
    let unknown: [String]
    let rows: [Row]

    /// Reads a file.
    init(_ bytes: [UInt8]) throws(MenuSheetRefusal) {
        guard bytes.count <= Self.mostBytes else { throw .tooLarge }
        let table: [[String]]
        do throws(CSVReader.Fault) {
            table = try CSVReader(bytes, most: Self.mostRows + 1).rows
        } catch {
            switch error {
            case .notUTF8: throw .notUTF8
            case .openQuote: throw .openQuote
            case .tooManyRows: throw .tooManyRows
            }
        }
        guard let first = table.first else { throw .empty }
        headings = first.map { $0.trimmed }
        var (columns, unknown): ([MenuColumn: Int], [String]) = ([:], [])
        for (place, heading) in headings.enumerated() where !heading.isEmpty {
            if let column = MenuColumn(heading: heading), columns[column] == nil {
                columns[column] = place
            } else if heading != Self.reason {
                unknown.append(heading)
            }
        }
        if let missing = MenuColumn.required.first(where: { columns[$0] == nil }) { throw .noColumn(missing) }
        guard table.count > 1 else { throw .empty }
        (self.columns, self.unknown) = (columns, unknown)
        rows = table.enumerated().dropFirst().map { Row(number: $0 + 1, cells: $1) }
    }

    /// What a row has in a column: nil where the table has no such column, empty where nothing is written.
    func value(_ column: MenuColumn, of row: Row) -> String? {
        columns[column].flatMap { place in place < row.cells.count ? MenuCell.plain(row.cells[place]) : nil }
    }
}

/// Why a file is no menu. Every case is safe to show.
enum MenuSheetRefusal: Error, Equatable {
    case nothingChosen, tooLarge, empty, notUTF8, openQuote, tooManyRows
    case noColumn(MenuColumn)

    /// What is said at the field.
    var words: Text {
        switch self {
        case .nothingChosen: "Choose a CSV file."
        case .tooLarge: "The file is larger than 5 MB. Split it into parts."
        case .empty: "The file has no rows. The first row holds the names of the columns."
        case .notUTF8: "The file isn’t UTF-8 text. Save it as “CSV UTF-8” in your spreadsheet program."
        case .openQuote: "A quotation mark in the file isn’t closed."
        case .tooManyRows: "The file has more than \(MenuSheet.mostRows) rows. Split it into parts."
        case .noColumn(let column): "The file has no column “\(column.rawValue)”. The first row must hold the names of the columns."
        }
    }
}

extension MenuSheetRefusal: ProblemConvertible {
    var problem: Problem {
        Problem(
            .invalid, "cafeteria.import-unreadable", "The menu wasn’t imported.", remedy: "Compare the file with the template.",
            fields: ["file": words])
    }
}
