import Core
import Database

extension Passage {
    /// The columns of a passage that lies in a section.
    static let columns: SQL = "section, quote_exact, quote_prefix, quote_suffix, position_start, position_end"

    /// Takes the columns in the order of `columns`.
    init(columnsOf row: inout RowReader) throws {
        self.init(
            section: try row.next(),
            quote: TextQuote(exact: try row.next(), prefix: try row.next(), suffix: try row.next()),
            position: TextPosition(start: try row.next(), end: try row.next()))
    }

    /// The values in the order of `columns`.
    var values: SQL {
        "\(section), \(quote.exact), \(quote.prefix), \(quote.suffix), \(position.start), \(position.end)"
    }

    /// `column = value` for every column.
    var assignments: SQL {
        """
        section = \(section), quote_exact = \(quote.exact), quote_prefix = \(quote.prefix), quote_suffix = \(quote.suffix),
        position_start = \(position.start), position_end = \(position.end)
        """
    }
}

/// A row that holds a passage, whichever table it is in.
struct StoredPassage: SQLRow {
    let id: Int64
    /// Whether it lies where it says, as far as is known.
    let isPlaced: Bool
    let passage: Passage

    init(row: inout RowReader) throws {
        id = try row.next()
        isPlaced = try row.next()
        passage = try Passage(columnsOf: &row)
    }
}
