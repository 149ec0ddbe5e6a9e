import Core
import Foundation
import Web

/// A file of a collection, as columns and lines: a table (CSV), JSON with a list of objects, or an object on each line (NDJSON).
struct ImportTable: Sendable, Equatable {
    static let mostBytes = 32 << 20
    static let mostRecords = 10_000
    private static let mostColumns = 200
    /// Letters that are kept of one value; labels have fewer.
    private static let longestValue = 20_000

    struct Record: Sendable, Equatable {
        /// As an editor counts; of JSON in one piece the number of the object.
        let line: Int
        /// By column; empty where there is none.
        let values: [String]
    }

    let columns: [String]
    let records: [Record]

    /// Reads a file, whatever it is called.
    /// - Throws: ``ImportRefusal``.
    init(_ bytes: [UInt8]) throws(ImportRefusal) {
        guard bytes.count <= Self.mostBytes else { throw .tooLarge }
        let begin = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let first = bytes[begin...].first { !$0.isSpace }
        switch first {
        case nil: throw .empty
        case UInt8(ascii: "{"), UInt8(ascii: "["): try self.init(json: bytes[begin...])
        default: try self.init(csv: bytes)
        }
        guard !records.isEmpty else { throw .empty }
    }

    private init(csv bytes: [UInt8]) throws(ImportRefusal) {
        let reader: CSVReader
        do throws(CSVReader.Fault) {
            reader = try CSVReader(bytes, most: Self.mostRecords + 1)
        } catch {
            switch error {
            case .notUTF8: throw .notUTF8
            case .openQuote: throw .openQuote
            case .tooManyRows: throw .tooMany
            }
        }
        guard let head = reader.rows.first, head.count <= Self.mostColumns else { throw .unreadable }
        columns = head.map(\.trimmed)
        records = reader.rows.dropFirst().enumerated().map { number, row in
            let values = (0..<head.count).map { $0 < row.count ? String(row[$0].prefix(Self.longestValue)) : "" }
            return Record(line: number + 2, values: values)
        }
    }

    private init(json bytes: ArraySlice<UInt8>) throws(ImportRefusal) {
        let objects = try Self.objects(bytes)
        guard objects.count <= Self.mostRecords else { throw .tooMany }
        var places: [String: Int] = [:]
        var names: [String] = []
        for (_, members) in objects {
            for name in members.keys.sorted() where places[name] == nil {
                places[name] = names.count
                names.append(name)
            }
        }
        guard names.count <= Self.mostColumns else { throw .unreadable }
        columns = names
        records = objects.map { line, members in
            var values = [String](repeating: "", count: names.count)
            for (name, value) in members { if let place = places[name] { values[place] = String(Self.words(value).prefix(Self.longestValue)) } }
            return Record(line: line, values: values)
        }
    }

    /// One list, one object with a list in it, or an object on each line.
    private static func objects(_ bytes: ArraySlice<UInt8>) throws(ImportRefusal) -> [(Int, [String: JSONValue])] {
        let decoder = JSONDecoder()
        switch try? decoder.decode(JSONValue.self, from: Data(bytes)) {
        case .array(let list)?: return numbered(list)
        case .object(let members)?:
            let lists = members.sorted { $0.key < $1.key }.compactMap { _, value -> [JSONValue]? in
                guard case .array(let list) = value, !list.isEmpty, case .object? = list.first else { return nil }
                return list
            }
            // A record may have a list in it, too: of its makers, say. Then it has a title.
            let isRecord = members.keys.contains { ImportField.title.fits($0) }
            return !isRecord && lists.count == 1 ? numbered(lists[0]) : [(1, members)]
        case .some: throw .unreadable
        case nil: break
        }
        var found: [(Int, [String: JSONValue])] = []
        for (number, line) in bytes.split(separator: 10, omittingEmptySubsequences: false).enumerated() {
            guard line.contains(where: { !$0.isSpace }) else { continue }
            guard let members = try? decoder.decode([String: JSONValue].self, from: Data(line)) else { throw .badLine(number + 1) }
            found.append((number + 1, members))
            guard found.count <= mostRecords else { throw .tooMany }
        }
        return found
    }

    private static func numbered(_ list: [JSONValue]) -> [(Int, [String: JSONValue])] {
        list.enumerated().compactMap { number, value in
            guard case .object(let members) = value else { return nil }
            return (number + 1, members)
        }
    }

    /// A value as a label says it: of what has parts, their names.
    private static func words(_ value: JSONValue) -> String {
        switch value {
        case .null: return ""
        case .bool(let value): return value ? "true" : "false"
        case .integer(let value): return String(value)
        case .number(let value): return value.rounded() == value && abs(value) < 1e15 ? String(Int64(value)) : String(value)
        case .string(let words): return words
        case .array(let parts): return parts.map { words($0) }.filter { !$0.isEmpty }.joined(separator: ", ")
        case .object(let members):
            let known = ["full_name", "fullName", "fc", "name", "title", "label", "text", "value"].lazy.compactMap { members[$0] }
            return known.map { words($0) }.first { !$0.isEmpty } ?? ""
        }
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == 32 || (9...13).contains(self) }
}

/// Why a file can't be imported.
enum ImportRefusal: Error, Equatable {
    case missing, empty, tooLarge, tooMany, notUTF8, openQuote, unreadable
    case badLine(Int)
    case tooManyPictures
    /// It was imported before.
    case done

    static let field = "file"
}

extension ImportRefusal: ProblemConvertible {
    private var words: Text {
        switch self {
        case .missing: "Choose a file."
        case .empty: "There’s nothing in this file."
        case .tooLarge: "This file is larger than 32 MB. Split it."
        case .tooMany: "This file has more than \(ImportTable.mostRecords) lines. Split it."
        case .notUTF8: "This file isn’t UTF-8. Save it as CSV UTF-8."
        case .openQuote: "A quotation mark isn’t closed. Save the file again as CSV."
        case .unreadable: "This file isn’t a table. Choose a CSV or JSON file."
        case .badLine(let line): "Line \(line) isn’t JSON."
        case .tooManyPictures: "Choose at most \(CollectionImport.mostPictures) pictures."
        case .done: "This file has been imported."
        }
    }

    var problem: Problem {
        if self == .done { return Problem(.conflict, "museum.import-done", words, remedy: "Upload it again to import it once more.") }
        return Problem(
            .invalid, "museum.import-unusable", "The file can’t be imported.", remedy: "Choose another file.", fields: [Self.field: words])
    }
}
