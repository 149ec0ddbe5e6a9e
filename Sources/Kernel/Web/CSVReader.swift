import Core

/// Reads a table as RFC 4180 has it, in UTF-8, with or without the mark that spreadsheets write. Spreadsheets of many languages put semicolons
/// between values, some programs tabs: what the first line has most of is taken.
public struct CSVReader: Sendable {
    /// The lines, each with its values; empty lines are left out.
    public let rows: [[String]]

    /// Why a file is no table.
    public enum Fault: Error, Equatable {
        case notUTF8
        /// A quotation mark is not closed.
        case openQuote
        case tooManyRows(Int)
    }

    /// Reads a whole file.
    /// - Parameter most: lines, the first with the names of the columns included.
    public init(_ bytes: [UInt8], most: Int = 100_000) throws(Fault) {
        guard var text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        let first = text.prefix { $0 != "\n" && $0 != "\r\n" }
        let separator =
            [",", ";", "\t"].max { (left: Character, right: Character) in first.count { $0 == left } < first.count { $0 == right } } ?? ","
        var rows: [[String]] = []
        var row: [String] = []
        var value = ""
        var isQuoted = false
        var hasQuote = false
        func endRow() throws(Fault) {
            row.append(value)
            if row != [""] || hasQuote { rows.append(row) }
            guard rows.count <= most else { throw .tooManyRows(most) }
            (row, value, hasQuote) = ([], "", false)
        }
        var index = text.startIndex
        while index < text.endIndex {
            let letter = text[index]
            index = text.index(after: index)
            if isQuoted {
                guard letter == "\"" else {
                    value.append(letter)
                    continue
                }
                if index < text.endIndex, text[index] == "\"" {
                    value.append("\"")
                    index = text.index(after: index)
                } else {
                    isQuoted = false
                }
            } else if letter == "\"", value.isEmpty {
                (isQuoted, hasQuote) = (true, true)
            } else if letter == separator {
                row.append(value)
                value = ""
            } else if letter.isNewline {
                try endRow()
            } else {
                value.append(letter)
            }
        }
        guard !isQuoted else { throw .openQuote }
        if !value.isEmpty || !row.isEmpty { try endRow() }
        self.rows = rows
    }
}
