import Database
import Foundation

/// A value that lies in a text column as JSON.
struct StoredJSON<Value: Codable & Sendable>: SQLConvertible {
    let value: Value
    private let text: String

    init(_ value: Value) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        self.value = value
        text = String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static var sqlType: SQLType? { .text }

    var sqlValue: SQLValue { .text(text) }

    init(sqlValue: SQLValue) throws {
        text = try String(sqlValue: sqlValue)
        do {
            value = try JSONDecoder().decode(Value.self, from: Data(text.utf8))
        } catch {
            throw DatabaseError.unreadable("This is no \(Value.self): \(error)")
        }
    }
}
