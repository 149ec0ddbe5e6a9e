import Core

/// A table as RFC 4180 has it, in UTF-8 with the mark that spreadsheets look for. A value that a spreadsheet would take for
/// a formula gets an apostrophe in front.
public struct CSVWriter: Sendable {
    /// The table so far.
    public private(set) var bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Begins with the names of the columns.
    public init(_ columns: [String]) { add(columns) }

    /// Adds a row.
    public mutating func add(_ values: [String]) {
        for (number, value) in values.enumerated() {
            if number > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += Self.field(value).utf8
        }
        bytes += [13, 10]
    }

    /// What was added since the last time, to be sent on.
    public mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    static func field(_ value: String) -> String {
        let first = value.unicodeScalars.first { $0 != " " }
        let isFormula = first.map { "=+-@\t\r\n|%".unicodeScalars.contains($0) } ?? false
        let safe = isFormula ? "'" + value : value
        guard safe.utf8.contains(where: { ",\"\n\r;\t".utf8.contains($0) }) else { return safe }
        return "\"" + safe.replacing(exactly: "\"", with: "\"\"") + "\""
    }

    /// As a file to keep.
    public func response(named name: String) -> Response { .download(bytes, type: "text/csv; charset=utf-8", named: name) }
}

extension Response {
    /// A file to keep, made for this one person: nothing on the way keeps a copy.
    /// - Parameter name: any words; see ``FileName`` for those of people.
    public static func download(_ bytes: [UInt8], type: String, named name: String) -> Response {
        var response = Response.bytes(bytes, type: type)
        response.headers.set("Content-Disposition", ContentDisposition.attachment(name))
        response.headers.set("Cache-Control", "no-store")
        return response
    }
}
