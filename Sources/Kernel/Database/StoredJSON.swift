import Foundation

/// A value that lies in a text column as JSON.
public struct StoredJSON<Value: Codable & Sendable>: SQLConvertible {
    /// The value.
    public let value: Value
    /// The value as JSON.
    public let text: String

    /// Writes the value, its members in a fixed order.
    public init(_ value: Value) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        self.value = value
        text = String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Text.
    public static var sqlType: SQLType? { .text }

    /// The JSON text.
    public var sqlValue: SQLValue { .text(text) }

    /// Reads the JSON text; anything else throws ``DatabaseError/unreadable(_:)``.
    public init(sqlValue: SQLValue) throws { try self.init(text: String(sqlValue: sqlValue)) }

    /// Reads JSON that went another way than through a column; anything else throws ``DatabaseError/unreadable(_:)``.
    public init(text: String) throws {
        self.text = text
        do {
            value = try JSONDecoder().decode(Value.self, from: Data(text.utf8))
        } catch {
            throw DatabaseError.unreadable("This is no \(Value.self): \(error)")
        }
    }
}
